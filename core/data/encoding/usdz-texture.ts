import type { MeshResult } from '../../contract/domain/result/result.ts'
import { chooseColormap, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import { toLevel, toLinear } from '../../contract/look/linear-light.ts'
import { createWindow } from './shown-colors.ts'

/** A picture for the material of a mesh, and the places of its corners in it. */
export interface MeshTexture {
  readonly width: number
  readonly height: number
  /** RGBA of each pixel, sRGB, from the top left. */
  readonly data: Uint8Array
  /** `u, v` of each vertex or of each corner of each triangle; 0, 0 is the bottom left. */
  readonly places: Float32Array
  readonly of: 'vertices' | 'corners'
}

/** Most pixels of a palette: 1024 by 1024, which iPhones hold. */
const mostColors = 2 ** 20

/**
 * Returns the texture that shows the values or colours of a mesh by the author's view; undefined for a mesh
 * of one plain colour, or without triangles. Values lie in a colormap. Each triangle has one colour, the mean
 * of its corners' in linear light, as the colours of a texture cannot blend between corners.
 */
export function toMeshTexture(mesh: MeshResult, display: Display): MeshTexture | undefined {
  const { scalars, colors, indices } = mesh
  if (indices.length === 0 || display.colorBy === 'plain') return undefined
  if (scalars && (display.colorBy === 'scalar' || !colors)) {
    const data = sampleColormap(chooseColormap(display.colormap, mesh), display.isInverted)
    const places = toTexturePlaces(scalars, display)
    return { width: colormapSize, height: 1, data, places, of: 'vertices' }
  }
  return colors && paintFaces(indices, colors)
}

/** Returns the place of each value in the texture, between the middles of its first and last colour. */
function toTexturePlaces(scalars: Float32Array, display: Display): Float32Array {
  const find = createWindow(scalars, display)
  const places = new Float32Array(2 * scalars.length)
  for (const [i, value] of scalars.entries()) {
    places[2 * i] = (0.5 + find(value) * (colormapSize - 1)) / colormapSize
    places[2 * i + 1] = 0.5
  }
  return places
}

/** Returns a palette of the triangles' colours; of more than fits, each part keeps its upper six bits. */
function paintFaces(indices: Uint32Array, colors: Uint8Array): MeshTexture {
  const faces = listFaceColors(indices, colors)
  const exact = new Set(faces)
  const drawn = exact.size > mostColors ? faces.map((color) => color & 0xfcfcfc) : faces
  const palette = exact.size > mostColors ? new Set(drawn) : exact
  const width = Math.ceil(Math.sqrt(palette.size))
  const height = Math.ceil(palette.size / width)
  const data = new Uint8Array(4 * width * height)
  const numbers = new Map<number, number>()
  for (const color of palette) {
    const number = numbers.size
    numbers.set(color, number)
    data.set([color >> 16, (color >> 8) & 255, color & 255, 255], 4 * number)
  }
  const places = new Float32Array(6 * faces.length)
  for (const [face, color] of drawn.entries()) {
    const number = numbers.get(color) ?? 0
    const u = ((number % width) + 0.5) / width
    const v = 1 - (Math.floor(number / width) + 0.5) / height
    for (let corner = 0; corner < 3; corner++) places.set([u, v], 6 * face + 2 * corner)
  }
  return { width, height, data, places, of: 'corners' }
}

/** Returns the colour of each triangle as 0xRRGGBB. */
function listFaceColors(indices: Uint32Array, colors: Uint8Array): Uint32Array {
  const light = Float32Array.from({ length: 256 }, (_, level) => toLinear(level / 255))
  const meanPart = (face: number, part: number): number => {
    const levels = [0, 1, 2].map((corner) => colors[3 * (indices[3 * face + corner] ?? 0) + part] ?? 0)
    const [first = 0] = levels
    if (levels.every((level) => level === first)) return first
    return toLevel(levels.reduce((sum, level) => sum + (light[level] ?? 0), 0) / 3)
  }
  return Uint32Array.from(
    { length: indices.length / 3 },
    (_, face) => (meanPart(face, 0) << 16) | (meanPart(face, 1) << 8) | meanPart(face, 2),
  )
}
