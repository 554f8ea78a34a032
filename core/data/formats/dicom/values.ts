/** The way from stored to measured values: a line, a table, or the scale of a dose; and their unit. */
import type { DataSet } from 'dicom-parser'
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { parseRange } from '../../../contract/domain/result/range.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { refuse } from '../refusal.ts'
import { readIntegers, readItem, readNumbers, readText } from './elements.ts'
import type { PixelLayout } from './layout.ts'

/** The measured values of a frame. */
export interface MeasuredValues {
  readonly slope: number
  readonly intercept: number
  /** Values by the stored ones, from `first` on; what lies below or above has the first or last of them. */
  readonly table?: { readonly first: number; readonly entries: Uint16Array } | undefined
  readonly name?: string | undefined
  readonly unit?: string | undefined
  /** The measured values between which the scanner shows it. */
  readonly window?: readonly [low: number, high: number] | undefined
}

/** Units by the terms of Rescale Type (PS3.3, C.11.1.1.2), without those that say nothing. */
const rescaleUnits: { readonly [term: string]: string | undefined } = {
  HU: 'HU',
  OD: '0.001 OD',
  PCT: '%',
  MGML: 'mg/ml',
  ED: '10²³/ml',
}
const rescaleNames: { readonly [term: string]: string | undefined } = {
  Z_EFF: 'effective atomic number',
  ED: 'electron density',
  EDW: 'electron density, water 1',
}
/** Units of PET (PS3.3, C.8.9.1.1.3). */
const petUnits: { readonly [term: string]: string | undefined } = {
  CNTS: 'counts',
  CPS: 'counts/s',
  BQML: 'Bq/ml',
  GML: 'g/ml',
  PCNT: '%',
  PROPCNTS: 'counts (proportional)',
  PROPCPS: 'counts/s (proportional)',
  MGMINML: 'mg/min/ml',
  UMOLMINML: 'µmol/min/ml',
  MLMING: 'ml/min/g',
  MLG: 'ml/g',
  '1CM': '1/cm',
  UMOLML: 'µmol/ml',
  CM2: 'cm²',
  CM2ML: 'cm²/ml',
}

/**
 * Returns the measured values of a frame. `sets` are the elements of the frame, of all frames and of the
 * file, the nearest first.
 * @throws `file.undecodable` for a table that is not whole
 */
export function readValues(sets: readonly DataSet[], layout: PixelLayout): MeasuredValues {
  const text = (tag: string): string | undefined => first(sets, (set) => readText(set, tag))
  const number = (tag: string): number | undefined => first(sets, (set) => readNumbers(set, tag)[0])
  const dose = number('x3004000e')
  if (dose !== undefined) return { slope: dose, intercept: 0, ...readDose(text) }
  const lut = first(sets, readModalityTable)
  if (lut) {
    const table = readTable(lut, { descriptor: 'x00283002', data: 'x00283006', layout })
    const window = readWindow(sets)
    return { slope: 1, intercept: 0, table, window, ...readMeaning(readText(lut, 'x00283004')) }
  }
  const slope = number('x00281053')
  const isCt = text('x00080060') === 'CT' && slope !== undefined
  const meaning = readMeaning(text('x00281054') ?? (isCt ? 'HU' : undefined))
  const pet = text('x00541001')
  return {
    slope: slope ?? 1,
    intercept: number('x00281052') ?? 0,
    window: readWindow(sets),
    ...(pet ? { unit: petUnits[pet] } : meaning),
  }
}

/** Returns the item that has the table of measured values; an item without one says nothing. */
function readModalityTable(set: DataSet): DataSet | undefined {
  const item = readItem(set, 'x00283000')
  return (item?.elements.x00283006?.length ?? 0) > 0 ? item : undefined
}

/**
 * Returns the first window of a frame (PS3.3, C.11.2.1.2 and C.11.2.1.3); undefined for none that has a
 * width.
 */
function readWindow(sets: readonly DataSet[]): readonly [low: number, high: number] | undefined {
  const center = first(sets, (set) => readNumbers(set, 'x00281050')[0])
  const width = first(sets, (set) => readNumbers(set, 'x00281051')[0])
  if (center === undefined || width === undefined) return undefined
  const curve = first(sets, (set) => readText(set, 'x00281056')) ?? 'LINEAR'
  // The usual one leads from the middle of a whole value to that of another; a sigmoid is as steep in its
  // middle.
  const [middle, half] = curve === 'LINEAR' ? [center - 0.5, (width - 1) / 2] : [center, width / 2]
  return parseRange([middle - half, middle + half])
}

/** Returns whether measured values are the stored ones. */
export function areStored({ slope, intercept, table }: MeasuredValues): boolean {
  return slope === 1 && intercept === 0 && !table
}

/** Writes the measured values of stored samples into a part of an array. */
export function writeValues(
  stored: ElementArray,
  { slope, intercept, table }: MeasuredValues,
  target: ElementArray,
  start: number,
): void {
  if (table) {
    const last = table.entries.length - 1
    for (let i = 0; i < stored.length; i++)
      target[start + i] = table.entries[Math.min(Math.max((stored[i] ?? 0) - table.first, 0), last)] ?? 0
  } else if (slope === 1 && intercept === 0) target.set(stored, start)
  else for (let i = 0; i < stored.length; i++) target[start + i] = (stored[i] ?? 0) * slope + intercept
}

/** The elements of a table, and the samples that it is for. */
export interface TableTags {
  readonly descriptor: string
  readonly data: string
  readonly layout: PixelLayout
}

/** Returns a table of values by its descriptor: number of entries, first stored value, bits of an entry. */
export function readTable(
  set: DataSet,
  { descriptor, data, layout }: TableTags,
): { readonly first: number; readonly entries: Uint16Array; readonly bits: number } {
  const [announced = 0, mapped = 0, bits = 16] = readIntegers(set, descriptor)
  const count = announced === 0 ? 65_536 : announced
  const element = set.elements[data]
  const there = Math.min(element?.length ?? 0, set.byteArray.length - (element?.dataOffset ?? 0))
  if (!element || there < count)
    throw refuse(`A table of ${count} values (${descriptor.slice(1)}) has ${there} bytes; is the file cut?`)
  const isPacked = there < 2 * count // entries of 8 bits, two of them in a word
  const entries = Uint16Array.from({ length: count }, (_, i) => {
    const word = set.uint16(data, isPacked ? i >> 1 : i) ?? 0
    return isPacked ? (word >> (8 * (i % 2))) & 0xff : word
  })
  const first = layout.isSigned && mapped > 32_767 ? mapped - 65_536 : mapped
  return { first, entries, bits: isPacked ? 8 : bits }
}

function readDose(text: (tag: string) => string | undefined): Pick<MeasuredValues, 'name' | 'unit'> {
  const [units, type = 'PHYSICAL'] = [text('x30040002'), text('x30040004')]
  if (units === 'RELATIVE') return { name: 'dose (relative)' }
  const name = type === 'PHYSICAL' ? 'dose' : `dose (${cutText(type.toLowerCase(), 40)})`
  return units === 'GY' ? { name, unit: 'Gy' } : { name }
}

function readMeaning(type: string | undefined): Pick<MeasuredValues, 'name' | 'unit'> {
  if (type === undefined || type === 'US') return {}
  const [name, unit] = [rescaleNames[type], rescaleUnits[type]]
  return name || unit ? { name, unit } : { name: cutText(type, 64) }
}

/** Returns what `read` finds in the first set that has it. */
export function first<T>(sets: readonly DataSet[], read: (set: DataSet) => T | undefined): T | undefined {
  for (const set of sets) {
    const found = read(set)
    if (found !== undefined) return found
  }
  return undefined
}
