import { longStep } from '../step-budget.ts'
import { arrangePlanes, countPlanes } from './arrange-planes.ts'
import type { PlaneAxis, PlanSource, StackPlan } from './stack.ts'
import { tags } from './tag-numbers.ts'
import { readNumber } from './tiff-pages.ts'

/** Most letters of a description of tifffile that are parsed; a shape has few. */
const mostLetters = 2 ** 16

/** Returns the plan of a file whose shape tifffile describes; undefined for others. */
export function planShaped(text: string, { first, equal, step }: PlanSource): StackPlan | undefined {
  const found = readShape(text)
  if (!found) return undefined
  const axes = listAxes(found, {
    height: readNumber(first, tags.height, 0),
    width: readNumber(first, tags.width, 0),
    samples: readNumber(first, tags.samples, 1),
  })
  const count = axes ? countPlanes(axes) : 0
  if (!axes || count === 0) return undefined
  const isOnePage = equal.length === 1 && count > 1
  if (!isOnePage && count > equal.length) return undefined
  step('The planes that its description names', longStep * count)
  const planes = Array.from({ length: count }, (_, i) =>
    isOnePage ? { page: first, place: i } : { page: equal[i] ?? first, place: 0 },
  )
  const others = isOnePage ? 0 : equal.length - count
  return {
    volumes: arrangePlanes(planes, axes),
    planesOfPage: isOnePage ? count : 1,
    grid: {},
    notes: [
      ...(others > 0
        ? [`This is the first of several arrays in the file: ${others} pages are left out.`]
        : []),
      ...(areColorsSlices(found, readNumber(first, tags.samples, 1)) ? [slicesNote] : []),
    ],
  }
}

const slicesNote =
  'Its samples are colors by its tags and slices by its description (axes); they are shown as colors.'

/** Returns whether the axis of the colours has another name: older writers took 3 or 4 slices for colours. */
function areColorsSlices({ shape, axes }: Shape, samples: number): boolean {
  if (samples < 2 || axes === undefined) return false
  const at = [-1, -3].find((place) => shape.at(place) === samples && axes.at(place) === 'S')
  return at === undefined && shape.at(-3) === samples
}

interface Shape {
  readonly shape: readonly number[]
  readonly axes: string | undefined
}

/** `{"shape": [2, 5, 6, 7], "axes": "TZYX"}`, or `shape=(2, 5, 6, 7)` before 2018. */
function readShape(text: string): Shape | undefined {
  if (text.length > mostLetters) return undefined
  const [, old] = /^shape=\(([\d, ]+)\)/.exec(text) ?? []
  if (old !== undefined)
    return {
      shape: old
        .split(',')
        .map(Number)
        .filter((size) => size > 0),
      axes: undefined,
    }
  if (!text.startsWith('{')) return undefined
  try {
    const { shape, axes }: { shape?: unknown; axes?: unknown } = JSON.parse(text)
    const isShape = Array.isArray(shape) && shape.every((size) => Number.isInteger(size) && size > 0)
    if (!isShape || shape.length > 16) return undefined
    return { shape, axes: typeof axes === 'string' && axes.length === shape.length ? axes : undefined }
  } catch {
    return undefined // a text of another program that begins with a brace
  }
}

/** The shape of one plane. */
interface PlaneShape {
  readonly height: number
  readonly width: number
  readonly samples: number
}

/** Returns the axes of the planes, the fastest first; undefined where the shape is not that of the pages. */
function listAxes({ shape, axes }: Shape, { height, width, samples }: PlaneShape): PlaneAxis[] | undefined {
  const ends =
    samples > 1
      ? [
          [height, width, samples],
          [samples, height, width],
        ]
      : [
          [height, width],
          [height, width, 1],
        ]
  const end = ends.find((sizes) => sizes.every((size, i) => shape[shape.length - sizes.length + i] === size))
  if (!end) return undefined
  const leading = shape.slice(0, shape.length - end.length)
  const names = axes ?? 'QQQQQQQQQQQQQQQQ'
  return leading.map((size, i): PlaneAxis => [names[i] ?? 'Q', size]).reverse()
}
