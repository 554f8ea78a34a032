import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  GLSL3,
  Mesh,
  RawShaderMaterial,
  RedIntegerFormat,
  RGBAIntegerFormat,
  RGIntegerFormat,
  UnsignedByteType,
  UnsignedShortType,
  Vector2,
  Vector4,
} from 'three'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { ImageResult } from '../../contract/domain/result/result.ts'
import { clipPlaneCount, type HalfSpace } from '../../contract/look/clip.ts'
import { chooseColormap } from '../../contract/look/colormaps.ts'
import type { PreparedImage } from '../../data/prepared/prepared.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { pickImage } from './pick-image.ts'
import { createUpload, uploadBytes } from './upload-parts.ts'
import type { Card, ResultView } from './view.ts'

/** Passes column and row on. */
const vertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec2 place;

void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

/** Draws grey by the colormap, colours as they are. A screen pixel is the mean of up to 6 × 6 of its. */
const fragmentShader = /* glsl */ `
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D samples;
uniform sampler2D colors;
uniform float most;            // the highest value of the element type
uniform vec2 toWindow;         // factor and offset: from values to 0 to 1 in the window
uniform vec4 planes[PLANE_COUNT];
uniform int planeCount;
in vec2 place;
out vec4 color;

const int maxTaps = 6;

/* The samples of a pixel as a value or colour with its alpha, multiplied by it. */
vec4 read(vec2 at) {
  ivec2 last = textureSize(samples, 0) - 1;
  uvec4 raw = texelFetch(samples, clamp(ivec2(floor(at)), ivec2(0), last), 0);
  vec4 value = vec4(raw);
#if CHANNELS == 1
  return vec4(value.rrr, 1.0);
#elif CHANNELS == 2
  float alpha = value.g / most;
  return vec4(value.rrr * alpha, alpha);
#elif CHANNELS == 3
  return vec4(value.rgb / most, 1.0);
#else
  float alpha = value.a / most;
  return vec4(value.rgb / most * alpha, alpha);
#endif
}

vec4 readMean(vec2 at, vec2 width) {
  ivec2 taps = clamp(ivec2(ceil(width)), ivec2(1), ivec2(maxTaps));
  vec4 sum = vec4(0.0);
  for (int row = 0; row < taps.y; row++)
    for (int column = 0; column < taps.x; column++)
      sum += read(at + ((vec2(column, row) + 0.5) / vec2(taps) - 0.5) * width);
  return sum / float(taps.x * taps.y);
}

void main() {
  vec2 width = fwidth(place);
  for (int i = 0; i < planeCount; i++)
    if (dot(planes[i].xyz, vec3(place, 0.0)) + planes[i].w < 0.0) discard;
  vec4 mean = readMean(place, width);
  if (mean.a <= 0.0) discard;
#if CHANNELS < 3
  float fraction = clamp(mean.r / mean.a * toWindow.x + toWindow.y, 0.0, 1.0);
  color = vec4(texture(colors, vec2((fraction * 255.0 + 0.5) / 256.0, 0.5)).rgb * mean.a, mean.a);
#else
  color = mean;
#endif
}
`

/**
 * Draws an image in the plane z = 0, a pixel a unit, rows downwards. Grey is drawn through colormap and
 * window, colours unchanged.
 * @throws `result.too-large` when the card takes no texture of that size
 */
export function createImageView({ result, bounds, range }: PreparedImage, card: Card): ResultView {
  requireSize(result, card)
  const { data, height, channels } = result
  const byteLength = (data.byteLength / channels) * (channels === 3 ? 4 : channels)
  const isLarge = byteLength > uploadBytes
  const samples = isLarge ? createTexture(result, height, null) : takeRows(result, 0, height)
  const take = (from: number, to: number) => takeRows(result, from, to)
  const colors = createColormapTexture()
  const uniforms = {
    samples: { value: samples },
    colors: { value: colors.texture },
    most: { value: result.dtype === 'uint8' ? 255 : 65535 },
    toWindow: { value: new Vector2() },
    planes: { value: Array.from({ length: clipPlaneCount }, () => new Vector4()) },
    planeCount: { value: 0 },
  }
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    defines: { PLANE_COUNT: clipPlaneCount, CHANNELS: result.channels },
    uniforms,
    side: DoubleSide,
    transparent: true,
    premultipliedAlpha: true,
  })
  const mesh = new Mesh(createSheet(result), material)
  let kept: readonly HalfSpace[] = []
  return {
    object: mesh,
    bounds,
    projection: 'flat',
    byteLength,
    upload: createUpload(samples, { count: height, byteLength, take }),
    apply(display) {
      colors.apply(chooseColormap(display.colormap, result), display.isInverted)
      const [low, high] = display.window ?? range
      const factor = 1 / (high - low || Number.EPSILON)
      uniforms.toWindow.value.set(factor, -low * factor)
    },
    clip(next) {
      kept = next
      uniforms.planeCount.value = kept.length
      for (const [i, { normal, constant }] of kept.entries())
        uniforms.planes.value[i]?.set(...normal, constant)
    },
    prepareFrame() {},
    pick: (ray) => pickImage(result, ray, kept),
    dispose() {
      mesh.geometry.dispose()
      material.dispose()
      samples.dispose()
      colors.texture.dispose()
    },
  }
}

function requireSize({ width, height }: ImageResult, { textureSize }: Card): void {
  if (Math.max(width, height) <= textureSize) return
  throw new SpecimenError(
    'result.too-large',
    `The image is ${width} × ${height} pixels; this graphics card takes ${textureSize} a side.`,
  )
}

/** Formats by channels; three has no integers by three. */
const formats = [RedIntegerFormat, RGIntegerFormat, RGBAIntegerFormat, RGBAIntegerFormat] as const

function takeRows(image: ImageResult, from: number, to: number): DataTexture {
  const { data, width, channels } = image
  const rows = data.subarray(from * width * channels, to * width * channels)
  return createTexture(image, to - from, channels === 3 ? addAlpha(rows) : rows)
}

/** Creates a texture of integers: half floats keep 11 of 16 bits, and floats of 32 cost twice the memory. */
function createTexture(
  { width, channels, dtype }: ImageResult,
  height: number,
  data: ImageResult['data'] | null,
): DataTexture {
  const texture = new DataTexture(data, width, height, formats[channels - 1])
  texture.type = dtype === 'uint8' ? UnsignedByteType : UnsignedShortType
  texture.unpackAlignment = 1
  texture.needsUpdate = true
  return texture
}

function addAlpha(data: ImageResult['data']): ImageResult['data'] {
  const length = (data.length / 3) * 4
  const wider = data instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length)
  for (let i = 0, from = 0; i < length; i += 4, from += 3) {
    wider[i] = data[from] ?? 0
    wider[i + 1] = data[from + 1] ?? 0
    wider[i + 2] = data[from + 2] ?? 0
  }
  return wider
}

function createSheet({ width, height }: ImageResult): BufferGeometry {
  const corners = new Float32Array([0, 0, 0, width, 0, 0, 0, height, 0, width, height, 0])
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(corners, 3))
    .setIndex([0, 1, 2, 2, 1, 3])
}
