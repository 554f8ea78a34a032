import { arrangePlanes, countPlanes, toSpacing, toUnit } from './arrange-planes.ts'
import type { PlaneAxis, PlanSource, StackPlan, TiffPlane } from './stack.ts'
import { type OmeElement, readXmlElements } from './xml-elements.ts'

/** Micrometres of the units that OME has for lengths; others are no lengths. */
const micrometres: { readonly [unit: string]: number } = {
  pm: 1e-6,
  Å: 1e-4,
  nm: 1e-3,
  µm: 1,
  mm: 1e3,
  cm: 1e4,
  dm: 1e5,
  m: 1e6,
  km: 1e9,
  in: 25_400,
  ft: 304_800,
}
const mostPlanes = 2 ** 16
const fileNote = 'Its planes are in several files (OME); those of other files are left out.'

/** Returns the plan of a file with an OME document, for its first image; undefined for others. */
export function planOme(text: string, source: PlanSource): StackPlan | undefined {
  if (!/^\s*(<\?xml|<(\w+:)?OME\b)/.test(text.slice(0, 1000))) return undefined
  const elements = readXmlElements(text)
  const images = elements.filter(({ name }) => name === 'Image')
  const start = elements.findIndex(({ name }) => name === 'Pixels')
  const pixels = elements[start]
  if (!pixels) return undefined
  const end = elements.findIndex(({ name }, i) => i > start && (name === 'Image' || name === 'Pixels'))
  const inside = elements.slice(start + 1, end < 0 ? undefined : end)
  const axes = readAxes(pixels, inside)
  const notes = images.length > 1 ? [`This is the first of ${images.length} images of the OME document.`] : []
  const grid = readGrid(pixels)
  const planes = axes && findPlanes(axes, inside, { source, notes })
  const missing = listMissing(pixels)
  if (missing.length > 0 && source.equal.length > 1)
    notes.push(`Its lengths are left out, because OME does not say that of ${missing.join(' and ')}.`)
  if (!axes || !planes) {
    notes.push('Its OME document does not fit to its pages, which are shown in the order of the file.')
    return { volumes: [source.equal.map((page) => ({ page, place: 0 }))], planesOfPage: 1, grid, notes }
  }
  const isSpace = axes.every(([name, size]) => name !== 'Z' || size > 1) || planes.length === 1
  return { volumes: arrangePlanes(planes, axes), planesOfPage: 1, grid: isSpace ? grid : {}, notes }
}

/** Returns the axes of the planes, the fastest first. Channels of several samples are one plane. */
function readAxes({ attributes }: OmeElement, inside: readonly OmeElement[]): PlaneAxis[] | undefined {
  const samples = inside
    .filter(({ name }) => name === 'Channel')
    .map((channel) => Number(channel.attributes.get('SamplesPerPixel') ?? 1))
  const order = attributes.get('DimensionOrder') ?? 'XYZCT'
  if (!/^XY(?=.*Z)(?=.*C)(?=.*T)[ZCT]{3}$/.test(order)) return undefined
  const axes = [...order.slice(2)].map((name): PlaneAxis => {
    const size = Number(attributes.get(`Size${name}`) ?? 1)
    return [name, name === 'C' && (samples[0] ?? 1) > 1 ? size / (samples[0] ?? 1) : size]
  })
  const isValid = axes.every(([, size]) => Number.isInteger(size) && size > 0)
  return isValid && countPlanes(axes) <= mostPlanes ? axes : undefined
}

/** Returns the planes in the order of the axes; undefined where the pages are not those of the document. */
function findPlanes(
  axes: readonly PlaneAxis[],
  inside: readonly OmeElement[],
  { source, notes }: { readonly source: PlanSource; readonly notes: string[] },
): TiffPlane[] | undefined {
  const count = countPlanes(axes)
  const pages: (number | undefined)[] = Array.from({ length: count })
  const blocks = inside.filter(({ name }) => name === 'TiffData')
  const files = new Set(inside.filter(({ name }) => name === 'UUID').map(({ text }) => text))
  if (files.size > 1) notes.push(fileNote)
  const fill = (block: OmeElement | undefined): void => {
    const read = (name: string): number | undefined => {
      const value = block?.attributes.get(name)
      return value === undefined ? undefined : Number(value)
    }
    const first = axes.reduceRight((total, [name, size]) => total * size + (read(`First${name}`) ?? 0), 0)
    const page = read('IFD')
    const length = read('PlaneCount') ?? (page === undefined ? count : 1)
    source.step('The planes that its OME document names', Math.min(length, count))
    for (let i = 0; i < Math.min(length, count) && first + i < count; i++) pages[first + i] = (page ?? 0) + i
  }
  if (blocks.length === 0) fill(undefined)
  for (const block of blocks) fill(block)
  const planes = pages.map((number) => (number === undefined ? undefined : source.all[number]))
  const equal = new Set(source.equal)
  const isWhole = planes.every((page) => page !== undefined && equal.has(page))
  if (!isWhole) return undefined
  return planes.flatMap((page) => (page ? [{ page, place: 0 }] : []))
}

/** Returns the axes of space without a length, where another has one. */
function listMissing({ attributes }: OmeElement): readonly string[] {
  const missing = ['X', 'Y', 'Z'].filter((axis) => !(Number(attributes.get(`PhysicalSize${axis}`)) > 0))
  return missing.length < 3 ? missing : []
}

/** Returns the lengths of a voxel in one unit: that of all three, else micrometres. */
function readGrid({ attributes }: OmeElement): {
  readonly spacing?: readonly number[]
  readonly unit?: string
} {
  const axes = ['Z', 'Y', 'X']
  const lengths = axes.map((axis) => Number(attributes.get(`PhysicalSize${axis}`) ?? Number.NaN))
  const units = axes.map((axis) => {
    const unit = attributes.get(`PhysicalSize${axis}Unit`) ?? 'µm'
    return toUnit(unit) ?? unit
  })
  const [unit = ''] = units
  if (units.every((other) => other === unit)) {
    const spacing = toSpacing(lengths)
    if (!spacing) return {}
    return unit in micrometres ? { spacing, unit } : { spacing }
  }
  const spacing = toSpacing(lengths.map((length, i) => length * (micrometres[units[i] ?? ''] ?? Number.NaN)))
  return spacing ? { spacing, unit: 'µm' } : {}
}
