/** Cells of an image, counted and measured. */
import type { Image, Integer, Range, Table } from 'specimen-host/plugin'
import { findOtsu } from '../shared/otsu.ts'
import { drawCells } from './draw-cells.ts'

/** An image, and its cells. */
interface CountedImage {
  readonly image: Image
  readonly cells: Table
}

/**
 * The bright cells of an image, with area and middle.
 *
 * @displayName Count cells
 * @tags image, biology, segmentation, table, tool
 * @thumbnail count-cells.png
 * @story Each cell is a row, the largest first. A click on a row goes to its cell, and a click on a cell to
 * its row.
 * @preset Small ones too {"smallest":1}
 * @param image - Without one, cells are drawn.
 * @param threshold - Brightness; without one, Otsu's.
 * @param smallest - Pixels of a cell.
 * @param pixel - Its side. @unit µm
 */
export function countCells(
  image: Image | null = null,
  threshold: Range<0, 1> | null = null,
  smallest: Integer & Range<1, 100_000> = 30,
  pixel: Range<0.001, 1000> = 0.5,
): CountedImage {
  const shown = image ?? drawCells(480, 360, 60)
  const { width, height, channels, data } = shown
  const most = data instanceof Uint16Array ? 65_535 : 255
  const hues = channels > 2 ? 3 : 1
  const brightness = new Float32Array(width * height)
  for (let i = 0; i < brightness.length; i++) {
    let sum = 0
    for (let hue = 0; hue < hues; hue++) sum += data[i * channels + hue] ?? 0
    brightness[i] = sum / hues / most
  }
  const level = threshold ?? chooseLevel(brightness)
  const found = findCells(brightness, width, level)
  const cells = found.filter(({ count }) => count >= smallest).sort((a, b) => b.count - a.count)
  const listed = cells.slice(0, mostRows)
  const points = new Float32Array(3 * listed.length)
  for (const [i, { x, y }] of listed.entries()) points.set([x, y, 0], 3 * i)
  const column = (read: (cell: Cell) => number): Float64Array => Float64Array.from(listed, read)
  const notes = [
    `Pixels of a brightness from ${Number(level.toPrecision(3))} on are cells.`,
    ...(found.length > cells.length
      ? [`${found.length - cells.length} of fewer than ${smallest} pixels are left out.`]
      : []),
    ...(cells.length > listed.length ? [`The ${cells.length - listed.length} smallest are left out.`] : []),
  ]
  return {
    image: shown,
    cells: {
      columns: [
        { name: 'area', unit: 'µm²', values: column(({ count }) => count * pixel ** 2) },
        {
          name: 'diameter',
          unit: 'µm',
          values: column(({ count }) => 2 * pixel * Math.sqrt(count / Math.PI)),
        },
        { name: 'pixels', values: column(({ count }) => count) },
        { name: 'brightness', values: column(({ sum, count }) => sum / count) },
        { name: 'x', unit: 'px', values: column(({ x }) => x) },
        { name: 'y', unit: 'px', values: column(({ y }) => y) },
      ],
      points,
      plot: 'histogram',
      x: 'area',
      notes,
    },
  }
}

/** Most rows of a table. */
const mostRows = 100_000

/** Pixels that touch each other. */
interface Cell {
  readonly count: number
  readonly sum: number
  /** The middle, in pixels from the upper left corner. */
  readonly x: number
  readonly y: number
}

function chooseLevel(brightness: Float32Array): number {
  const [low, high] = [
    brightness.reduce((a, b) => Math.min(a, b)),
    brightness.reduce((a, b) => Math.max(a, b)),
  ]
  if (low === high) throw new Error('All pixels are equally bright: no threshold parts them.')
  return findOtsu(brightness, low, high)
}

/** Returns the cells of an image: each pixel is visited once, from a list of those still to be looked at. */
function findCells(brightness: Float32Array, width: number, level: number): readonly Cell[] {
  const isOpen = Uint8Array.from(brightness, (value) => Number(value >= level))
  const cells: Cell[] = []
  const stack: number[] = []
  for (let first = 0; first < isOpen.length; first++) {
    if (isOpen[first] === 0) continue
    let [count, sum, x, y] = [0, 0, 0, 0]
    stack.push(first)
    isOpen[first] = 0
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const column = at % width
      count++
      sum += brightness[at] ?? 0
      x += column + 0.5
      y += Math.floor(at / width) + 0.5
      const beside = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of beside) {
        if (isOpen[next] !== 1) continue
        isOpen[next] = 0
        stack.push(next)
      }
    }
    cells.push({ count, sum, x: x / count, y: y / count })
  }
  return cells
}
