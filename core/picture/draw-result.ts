/** Draws any result with settings that suit most of its kind. */
import type { ImageResult, PointCloudResult, Result, VolumeResult } from '../domain/result/result.ts'
import { drawMesh } from './draw-mesh.ts'
import { drawPixels, type Pixels } from './draw-pixels.ts'
import { drawPoints } from './draw-points.ts'
import { drawVolume, type Matter } from './draw-volume.ts'
import { finishPicture } from './finish-picture.ts'
import { blend, type Vector } from './vector.ts'

/** Pixels along each side of a thumbnail. */
export const pictureEdge = 256

/** Supersampling along each side: rays through a volume cost more. */
const factors = { mesh: 3, point_cloud: 3, image: 4, volume: 2 } as const

/** Returns a picture of a result as a PNG of {@link pictureEdge}² pixels: equal results, equal bytes. */
export function drawResult(result: Result): Uint8Array {
  const factor = factors[result.type]
  const size = pictureEdge * factor
  return finishPicture(drawLight(result, size), size, factor)
}

function drawLight(result: Result, size: number): Float32Array {
  switch (result.type) {
    case 'mesh':
      return drawMesh(result, { size, elevation: 24, zoom: 0.95 })
    case 'point_cloud':
      return drawCloud(result, size)
    case 'volume':
      return drawField(result, size)
    case 'image':
      return drawPixels(toPixels(result), size)
  }
}

const clear: Matter = [0, 0, 0, 0]

/** Scales size and brightness of spots so that the picture is neither empty nor white. */
function drawCloud(cloud: PointCloudResult, size: number): Float32Array {
  const count = Math.max(1, cloud.points.length / 3)
  const spot = Math.min(size / 40, Math.max(1.2, (0.12 * size) / Math.sqrt(count)))
  const glow = Math.min(1.2, (0.4 * (size / 2) ** 2) / (count * 2.2 * spot ** 2))
  const options = { size, glow, spot, zoom: 0.95 }
  const { scalars, colors } = cloud
  if (!scalars || colors) return drawPoints(cloud, options)
  const { low, high } = findRange(scalars)
  const color = (i: number): Vector => toHue(((scalars[i] ?? 0) - low) / (high - low || 1))
  return drawPoints(cloud, { ...options, color })
}

/** Values glow by their distance from the border's. A volume of one layer is drawn as a picture. */
function drawField(volume: VolumeResult, size: number): Float32Array {
  const { shape, data } = volume
  const { low, high } = findRange(data)
  if (shape.some((count) => count < 2)) {
    const [height = 1, width = 1] = shape.filter((count) => count > 1).concat(1, 1)
    const color = (i: number): Vector => toHue(((data[i] ?? 0) - low) / (high - low || 1))
    return drawPixels({ width, height, read: (i) => [...color(i), Number.isNaN(data[i]) ? 0 : 1] }, size)
  }
  const border = findBorder(volume)
  const most = Math.max(high - border, border - low) || 1
  const matter = Array.from({ length: 256 }, (_, i): Matter => {
    const strength = i / 255
    return [...toHue(strength), strength < 0.02 ? 0 : 14 * strength ** 2]
  })
  return drawVolume(volume, {
    size,
    elevation: 24,
    zoom: 1.2,
    steps: 200,
    transfer: (value) => matter[Math.min(255, Math.round((255 * Math.abs(value - border)) / most))] ?? clear,
  })
}

function findBorder({ shape: [depth = 1, height = 1, width = 1], data }: VolumeResult): number {
  const values: number[] = []
  const stride = Math.max(1, Math.floor((depth * height * width) / 200_000))
  for (let i = 0; i < data.length; i += stride) {
    const [x, y, z] = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))]
    const isInside = x > 0 && y > 0 && z > 0 && x < width - 1 && y < height - 1 && z < depth - 1
    const value = data[i] ?? 0
    if (!isInside && Number.isFinite(value)) values.push(value)
  }
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Returns the range of some ten thousand finite values, without the thousandth at each end. */
function findRange(data: { readonly length: number; readonly [index: number]: number }): {
  low: number
  high: number
} {
  const stride = Math.max(1, Math.floor(data.length / 50_000))
  const values: number[] = []
  for (let i = 0; i < data.length; i += stride) if (Number.isFinite(data[i])) values.push(data[i] ?? 0)
  values.sort((a, b) => a - b)
  const cut = Math.floor(values.length / 1000)
  return { low: values[cut] ?? 0, high: values[values.length - 1 - cut] ?? 0 }
}

const hues: readonly Vector[] = [
  [0.02, 0.05, 0.3],
  [0.2, 0.06, 0.5],
  [0.75, 0.12, 0.3],
  [1, 0.45, 0.1],
  [1, 0.9, 0.55],
]

function toHue(position: number): Vector {
  const place = Math.min(1, Math.max(0, position || 0)) * (hues.length - 1)
  const index = Math.min(Math.floor(place), hues.length - 2)
  const [low = [0, 0, 0], high = [0, 0, 0]] = hues.slice(index, index + 2)
  return blend(low, high, place - index)
}

function toPixels({ width, height, channels, dtype, data }: ImageResult): Pixels {
  const most = dtype === 'uint8' ? 255 : 65535
  const hasAlpha = channels === 2 || channels === 4
  const read = (pixel: number): readonly [number, number, number, number] => {
    const at = pixel * channels
    const level = (c: number): number => ((data[at + (channels > 2 ? c : 0)] ?? 0) / most) ** 2.2
    const alpha = hasAlpha ? (data[at + channels - 1] ?? 0) / most : 1
    return [level(0), level(1), level(2), alpha]
  }
  return { width, height, read }
}
