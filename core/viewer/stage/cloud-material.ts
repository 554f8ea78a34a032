import { Color, LinearSRGBColorSpace, NoBlending, ShaderMaterial, Vector2 } from 'three'
import { type ColormapName, colormapSize } from '../../look/colormaps.ts'
import type { Display } from '../../look/display.ts'
import { solidColors } from '../../look/solid-colors.ts'
import { studio } from '../../look/studio.ts'
import type { PreparedCloud, ValueRange } from '../data/prepared.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { enclose } from './fill-geometry.ts'
import { colorSources } from './mesh-material.ts'

const vertexShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_vertex>
uniform float diameter;
uniform float pixels;
uniform float perUnit;
uniform float least;
uniform vec3 middle;
uniform float radius;
uniform vec2 window;
uniform vec3 plain;
uniform sampler2D colormap;
#if COLOR_BY == OWN
attribute vec3 color;
#elif COLOR_BY == SCALAR
attribute float scalar;
#endif
varying vec3 vColor;
varying float vNear;
varying float vSize;

void main() {
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
  vSize = pixels > 0.0 ? pixels : diameter * perUnit * projectionMatrix[1][1] / gl_Position.w;
  vSize = max(vSize, least);
  gl_PointSize = max(vSize, 1.0);
  float front = -(modelViewMatrix * vec4(middle, 1.0)).z - radius;
  vNear = 1.0 - clamp((-mvPosition.z - front) / (2.0 * radius), 0.0, 1.0);
#if COLOR_BY == OWN
  vColor = color;
#elif COLOR_BY == SCALAR
  float part = clamp((scalar - window.x) / max(window.y - window.x, 1e-30), 0.0, 1.0);
  vColor = texture2D(colormap, vec2((part * (COLORS - 1.0) + 0.5) / COLORS, 0.5)).rgb;
#else
  vColor = plain;
#endif
  #include <clipping_planes_vertex>
}`

/** Colours are sRGB; a disc is shaded as a ball that the key light faces. Distant points fade by alpha. */
const fragmentShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_fragment>
varying vec3 vColor;
varying float vNear;
varying float vSize;

void main() {
  #include <clipping_planes_fragment>
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  float beside = dot(place, place);
  if (beside > 1.0 && vSize >= 2.0) discard;
  vec3 normal = vec3(place.x, -place.y, sqrt(max(0.0, 1.0 - beside)));
  float lit = max(0.0, dot(normal, KEY));
  float shade = mix(1.0, 0.45 + 0.6 * lit, smoothstep(2.5, 7.0, vSize));
  float alpha = mix(0.42, 1.0, smoothstep(0.0, 0.8, vNear));
  gl_FragColor = vec4(min(vColor * shade, 1.0) * alpha, alpha);
}`

/** Returns the material of a cloud: round points, coloured by `colorBy`. */
export function createCloudMaterial({ bounds, centre }: Pick<PreparedCloud, 'bounds' | 'centre'>) {
  const { center, radius } = enclose(bounds, centre)
  const colormap = createColormapTexture()
  const uniforms = {
    diameter: { value: 1 },
    pixels: { value: 0 },
    perUnit: { value: 1 },
    least: { value: 1 },
    plain: { value: new Color() },
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
      KEY: `vec3(${studio.lights[0]?.toward.join()})`,
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
      const choice = colorSources.indexOf(colorBy)
      if (material.defines.COLOR_BY !== choice)
        Object.assign(material, { defines: { ...material.defines, COLOR_BY: choice }, needsUpdate: true })
      uniforms.plain.value.setHex(solidColors[display.solidColor], LinearSRGBColorSpace) // stays sRGB
      uniforms.window.value.set(...(display.window ?? range))
      colormap.apply(display.colormap, display.isInverted)
    },
    /** Sets the diameter in the specimen's units, and in pixels the least one, or if not null that of all. */
    setDiameter(size: { diameter: number; least: number; pixels: number | null; height: number }) {
      const { diameter, least, pixels, height } = size
      uniforms.diameter.value = diameter
      uniforms.least.value = pixels === null ? least : 0
      uniforms.pixels.value = pixels ?? 0
      uniforms.perUnit.value = height / 2
    },
    dispose() {
      material.dispose()
      colormap.texture.dispose()
    },
  }
}
