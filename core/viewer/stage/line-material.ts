import {
  Color,
  DoubleSide,
  LinearSRGBColorSpace,
  NoBlending,
  ShaderMaterial,
  type Texture,
  Vector2,
} from 'three'
import { type ColormapName, colormapSize } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import type { ValueRange } from '../../data/prepared/prepared.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { cutShader } from './lines.ts'
import { colorSources, findPlain } from './mesh-material.ts'
import { texelShader } from './point-texture.ts'
import type { PartDisplay } from './view.ts'

/**
 * A piece is as long as its way on the screen and half of its width more at each end, which is cut round.
 * Six vertices in a row make one, and find their points by their number: copies of a shape with two
 * attributes took seven times as long without a graphics card.
 */
const vertexShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_vertex>
uniform highp sampler2D points;
uniform vec2 size;
uniform float width;
uniform float thickness;       // in the specimen's unit; 0 for the width in pixels
#if COLOR_BY == OWN
uniform highp sampler2D colors;
varying vec3 vColor;
#elif COLOR_BY == SCALAR
uniform highp sampler2D scalars;
varying float vScalar;
#endif
varying vec4 vPlace;
varying float vWidth;
${texelShader}
${cutShader}

void main() {
  int point = gl_VertexID / 6;
  int corner = gl_VertexID % 6;
  float last = corner == 1 || corner > 3 ? 1.0 : 0.0;
  float side = corner == 2 || corner == 3 || corner == 5 ? 1.0 : -1.0;
  vec4 from = texelOf(points, point);
  vec4 start = modelViewMatrix * vec4(from.xyz, 1.0);
  vec4 end = modelViewMatrix * vec4(texelOf(points, point + 1).xyz, 1.0);
  vec4 nearStart = cut(start, end);
  vec4 nearEnd = cut(end, start);
  vec4 tail = projectionMatrix * nearStart;
  vec4 tip = projectionMatrix * nearEnd;
  vec2 way = 0.5 * (tip.xy / tip.w - tail.xy / tail.w) * size;
  float reach = length(way);
  vec2 along = reach > 0.0 ? way / reach : vec2(1.0, 0.0);
  vec4 end4 = mix(tail, tip, last);
  float unit = thickness * length(modelViewMatrix[0].xyz) * 0.5 * size.y * projectionMatrix[1][1];
  float cap = 0.5 * max(thickness > 0.0 ? unit / end4.w : width, 1.0); // less would have holes
  vec2 beyond = vec2((2.0 * last - 1.0) * cap, side * cap);
  gl_Position = end4;
  gl_Position.xy += (beyond.x * along + beyond.y * vec2(-along.y, along.x)) * 2.0 / size * gl_Position.w;
  // Pixels along and beside, and of the whole way: as they lie on the screen, and not in space.
  vWidth = 2.0 * cap * gl_Position.w;
  vPlace = vec4(last * reach + beyond.x, beyond.y, reach, 1.0) * gl_Position.w;
#if COLOR_BY == OWN
  vColor = texelOf(colors, point + int(last)).rgb;
#elif COLOR_BY == SCALAR
  vScalar = texelOf(scalars, point + int(last)).r;
#endif
  vec4 mvPosition = mix(nearStart, nearEnd, last);
  #include <clipping_planes_vertex>
  if (from.w == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside of the picture
}`

/** Colours are sRGB, and stay as they are: lines have no light. */
const fragmentShader = /* glsl */ `
#include <common>
#include <clipping_planes_pars_fragment>
uniform vec3 plain;
uniform vec2 window;
uniform sampler2D colormap;
#if COLOR_BY == OWN
varying vec3 vColor;
#elif COLOR_BY == SCALAR
varying float vScalar;
#endif
varying vec4 vPlace;
varying float vWidth;

void main() {
  #include <clipping_planes_fragment>
  vec3 place = vPlace.xyz / vPlace.w;
  float width = vWidth / vPlace.w;
  float beyond = max(max(-place.x, place.x - place.z), 0.0);
  if (beyond * beyond + place.y * place.y > 0.25 * width * width) discard;
#if COLOR_BY == OWN
  vec3 color = vColor;
#elif COLOR_BY == SCALAR
  float part = clamp((vScalar - window.x) / max(window.y - window.x, 1e-30), 0.0, 1.0);
  vec3 color = texture2D(colormap, vec2((part * (COLORS - 1.0) + 0.5) / COLORS, 0.5)).rgb;
#else
  vec3 color = plain;
#endif
  gl_FragColor = vec4(color, 1.0);
}`

const defines = { OWN: 0, SCALAR: 1, COLOR_BY: 2, COLORS: `${colormapSize}.0` }

/** A picture that lines are drawn in: its size, and the width of a line. */
export interface LineFrame {
  readonly size: readonly [width: number, height: number]
  /** In pixels; a thickness in the specimen's unit counts in its place, unless it is 0. */
  readonly lineWidth: number
  readonly thickness: number
}

/** The material of lines, and what it takes of the settings. */
export interface LineMaterial {
  readonly material: ShaderMaterial
  /** Applies the colours; `range` is the window where the display has none, the colormap is resolved. */
  apply(
    display: PartDisplay & { readonly colormap: ColormapName },
    colorBy: Display['colorBy'],
    range: ValueRange,
  ): void
  setFrame(frame: LineFrame): void
  dispose(): void
}

/** The texels of the points: x, y, z and whether a line leads to the next one, colours and values. */
export interface LineTextures {
  readonly points: Texture
  readonly colors: Texture | null
  readonly scalars: Texture | null
}

/** Returns the material of lines, which have one width near and far. */
export function createLineMaterial({ points, colors, scalars }: LineTextures): LineMaterial {
  const colormap = createColormapTexture()
  const uniforms = {
    points: { value: points },
    colors: { value: colors },
    scalars: { value: scalars },
    size: { value: new Vector2(1, 1) },
    width: { value: 1 },
    thickness: { value: 0 },
    plain: { value: new Color() },
    window: { value: new Vector2(0, 1) },
    colormap: { value: colormap.texture },
  }
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    defines: { ...defines },
    blending: NoBlending,
    side: DoubleSide,
    clipping: true,
  })
  return {
    material,
    apply(display, colorBy, range) {
      const choice = colorSources.indexOf(colorBy)
      if (material.defines.COLOR_BY !== choice)
        Object.assign(material, { defines: { ...defines, COLOR_BY: choice }, needsUpdate: true })
      uniforms.plain.value.setHex(findPlain(display), LinearSRGBColorSpace) // stays sRGB
      uniforms.window.value.set(...(display.window ?? range))
      colormap.apply(display.colormap, display.isInverted)
    },
    setFrame({ size, lineWidth, thickness }) {
      uniforms.size.value.set(...size)
      uniforms.width.value = lineWidth
      uniforms.thickness.value = thickness
    },
    dispose() {
      material.dispose()
      colormap.texture.dispose()
    },
  }
}
