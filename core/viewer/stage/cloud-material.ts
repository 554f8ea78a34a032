import { Color, LinearSRGBColorSpace, NoBlending, ShaderMaterial, Vector2 } from 'three'
import { type ColormapName, colormapSize } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import { pointLight, studio } from '../../contract/look/studio.ts'
import type { PreparedCloud, ValueRange } from '../../data/prepared/prepared.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { enclose } from './fill-geometry.ts'
import { colorSources, findPlain } from './mesh-material.ts'
import type { PartDisplay } from './view.ts'

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
  float unit = length(modelViewMatrix[0].xyz); // of the specimen, in the scene
  gl_Position = projectionMatrix * mvPosition;
  vSize = pixels > 0.0 ? pixels : diameter * unit * perUnit * projectionMatrix[1][1] / gl_Position.w;
  vSize = max(vSize, least);
  gl_PointSize = max(vSize, 1.0);
  float front = -(modelViewMatrix * vec4(middle, 1.0)).z - radius * unit;
  vNear = 1.0 - clamp((-mvPosition.z - front) / (2.0 * radius * unit), 0.0, 1.0);
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

/**
 * Colours are sRGB, and those of discs that face the key light stay unchanged: a disc is shaded as a ball.
 * Distant points fade into the page's background by alpha.
 */
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
  float shade = mix(1.0, max(LEAST_SHADE, 0.45 + 0.6 * lit), smoothstep(2.5, 7.0, vSize));
  float alpha = mix(FAR_ALPHA, 1.0, smoothstep(0.0, 0.8, vNear));
#ifdef UNLIT
  shade = alpha = 1.0;
#endif
  gl_FragColor = vec4(min(vColor * shade, 1.0) * alpha, alpha);
}`

const defines = {
  OWN: 0,
  SCALAR: 1,
  COLOR_BY: 2,
  COLORS: `${colormapSize}.0`,
  KEY: `vec3(${studio.lights[0]?.toward.join()})`,
  LEAST_SHADE: '0.0',
  FAR_ALPHA: '1.0',
}

/** Returns the definitions of a program: those of the colours, or of none of the light. */
function toDefines(colorBy: Display['colorBy'], isUnlit: boolean) {
  const { leastShade, farAlpha } = pointLight[colorBy === 'scalar' ? 'values' : 'colors']
  return {
    ...defines,
    COLOR_BY: colorSources.indexOf(colorBy),
    LEAST_SHADE: leastShade.toFixed(2),
    FAR_ALPHA: farAlpha.toFixed(2),
    ...(isUnlit && { UNLIT: '' }),
  }
}

/** The size of points. */
export interface PointSize {
  /** The diameter in units of the specimen. */
  readonly diameter: number
  /** The least diameter on the screen, in pixels. */
  readonly least: number
  /** The diameter on the screen, in pixels; null where that of the specimen counts. */
  readonly pixels: number | null
  /** The height of the picture, in pixels. */
  readonly height: number
}

/** The material of points, and what it takes of the settings. */
export interface CloudMaterial {
  readonly material: ShaderMaterial
  /** Applies the colours; `range` is the window where the display has none, the colormap is resolved. */
  apply(
    display: PartDisplay & { readonly colormap: ColormapName },
    colorBy: Display['colorBy'],
    range: ValueRange,
  ): void
  setDiameter(size: PointSize): void
  dispose(): void
}

/** Returns the material of a cloud: round points, coloured by `colorBy`. */
export function createCloudMaterial({
  bounds,
  centre,
}: Pick<PreparedCloud, 'bounds' | 'centre'>): CloudMaterial {
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
  let drawn = ''
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    defines: { ...defines },
    blending: NoBlending,
    clipping: true,
  })
  return {
    material,
    /** Applies the colours; `range` is the window where the display has none, the colormap is resolved. */
    apply(
      display: PartDisplay & { readonly colormap: ColormapName },
      colorBy: Display['colorBy'],
      range: ValueRange,
    ) {
      const isUnlit = display.shading === 'none'
      const wanted = `${colorBy} ${isUnlit}`
      if (drawn !== wanted) {
        drawn = wanted
        Object.assign(material, { defines: toDefines(colorBy, isUnlit), needsUpdate: true })
      }
      uniforms.plain.value.setHex(findPlain(display), LinearSRGBColorSpace) // stays sRGB
      uniforms.window.value.set(...(display.window ?? range))
      colormap.apply(display.colormap, display.isInverted)
    },
    /** Sets the size. A diameter in pixels counts for all points, however far, and the least one does not. */
    setDiameter(size: PointSize) {
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
