import { NoBlending, ShaderMaterial, Vector2 } from 'three'
import { type ColormapName, colormapSize } from '../color/colormaps.ts'
import type { Bounds, ValueRange } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { enclose } from './fill-geometry.ts'

const vertexShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_vertex>
uniform float diameter;
uniform vec3 middle;
uniform float radius;
uniform vec2 window;
uniform sampler2D colormap;
#if COLOR_BY == OWN
attribute vec3 color;
#elif COLOR_BY == SCALAR
attribute float scalar;
#endif
varying vec3 vColor;
varying float vNear;

void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  gl_PointSize = max(diameter, 1.0);
  float front = -(viewMatrix * vec4(middle, 1.0)).z - radius;
  vNear = 1.0 - clamp((-mvPosition.z - front) / (2.0 * radius), 0.0, 1.0);
#if COLOR_BY == OWN
  vColor = color;
#elif COLOR_BY == SCALAR
  float part = clamp((scalar - window.x) / max(window.y - window.x, 1e-30), 0.0, 1.0);
  vColor = texture2D(colormap, vec2((part * (COLORS - 1.0) + 0.5) / COLORS, 0.5)).rgb;
#else
  vColor = PLAIN;
#endif
  #include <clipping_planes_vertex>
}`

/** Colours are sRGB and stay unchanged. Distant points fade into the page's background by alpha. */
const fragmentShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_fragment>
uniform float diameter;
varying vec3 vColor;
varying float vNear;

void main() {
  #include <clipping_planes_fragment>
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  float beside = dot(place, place);
  if (beside > 1.0 && diameter >= 2.0) discard;
  // A rim, so that points of one colour before each other can be told apart.
  float rim = smoothstep(3.0, 8.0, diameter) * 0.45 * beside * beside;
  float alpha = mix(0.42, 1.0, smoothstep(0.0, 0.8, vNear));
  gl_FragColor = vec4(vColor * (1.0 - rim) * alpha, alpha);
}`

const choices: readonly Display['colorBy'][] = ['own', 'scalar', 'plain']

/** Returns the material of a cloud in these bounds: round points, coloured by `colorBy`. */
export function createCloudMaterial(bounds: Bounds) {
  const { center, radius } = enclose(bounds)
  const colormap = createColormapTexture()
  const uniforms = {
    diameter: { value: 1 },
    middle: { value: center },
    radius: { value: radius > 0 ? radius : 1 },
    window: { value: new Vector2(0, 1) },
    colormap: { value: colormap.texture },
  }
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    defines: {
      OWN: 0,
      SCALAR: 1,
      COLOR_BY: 2,
      COLORS: `${colormapSize}.0`,
      PLAIN: 'vec3(0.66, 0.71, 0.78)',
    },
    blending: NoBlending,
    clipping: true,
  })
  return {
    material,
    /** Applies the colours; `range` is the window where the display has none, the colormap is resolved. */
    apply(
      display: Display & { readonly colormap: ColormapName },
      colorBy: Display['colorBy'],
      range: ValueRange,
    ) {
      const choice = choices.indexOf(colorBy)
      if (material.defines.COLOR_BY !== choice) {
        material.defines.COLOR_BY = choice
        material.needsUpdate = true
      }
      uniforms.window.value.set(...(display.window ?? range))
      colormap.apply(display.colormap, display.isInverted)
    },
    /** Sets the diameter in pixels of the device. */
    setDiameter(pixels: number) {
      uniforms.diameter.value = pixels
    },
    dispose() {
      material.dispose()
      colormap.texture.dispose()
    },
  }
}
