import { BackSide, GLSL3, RawShaderMaterial } from 'three'
import { clipPlaneCount } from '../../contract/look/clip.ts'
import { type Display, mostSurfaces } from '../../contract/look/display.ts'
import { volumeFragmentShader } from './volume-shader.ts'

/** Passes the place in the box on. */
const volumeVertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec3 place;

void main() {
  place = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

/** Returns the material of a volume's box, which draws as {@link setRendering} says. */
export function createVolumeMaterial(
  uniforms: RawShaderMaterial['uniforms'],
  hasOverlay: boolean,
): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: volumeVertexShader,
    fragmentShader: volumeFragmentShader,
    defines: {
      TRANSFER: 0,
      TRANSFERS: 1,
      PLANE_COUNT: clipPlaneCount,
      SURFACE_COUNT: mostSurfaces,
      ...(hasOverlay && { HAS_OVERLAY: '' }),
    },
    uniforms,
    side: BackSide,
    transparent: true,
    premultipliedAlpha: true,
  })
}

/** Chooses the program of a way of drawing, by its define. */
export function setRendering(material: RawShaderMaterial, rendering: Display['rendering']): void {
  const name = `IS_${rendering.toUpperCase()}`
  if (name in material.defines) return
  for (const other of Object.keys(material.defines))
    if (other.startsWith('IS_')) delete material.defines[other]
  material.defines[name] = ''
  material.needsUpdate = true
}
