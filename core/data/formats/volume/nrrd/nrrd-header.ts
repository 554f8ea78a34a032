/** The header of an NRRD file (version 5 of its definition): lines `field: value` up to an empty one. */
import { refuse } from '../../refusal.ts'
import { refuseTag } from '../../tag-table.ts'
import type { FileDtype } from '../samples.ts'
import { nrrdTags } from './nrrd-tags.ts'

const longestHeader = 2 ** 20

const dtypes: { readonly [name: string]: FileDtype } = {
  ...nameAll('int8', 'signed char', 'int8', 'int8_t'),
  ...nameAll('uint8', 'uchar', 'unsigned char', 'uint8', 'uint8_t'),
  ...nameAll('int16', 'short', 'short int', 'signed short', 'signed short int', 'int16', 'int16_t'),
  ...nameAll('uint16', 'ushort', 'unsigned short', 'unsigned short int', 'uint16', 'uint16_t'),
  ...nameAll('int32', 'int', 'signed int', 'int32', 'int32_t'),
  ...nameAll('uint32', 'uint', 'unsigned int', 'uint32', 'uint32_t'),
  ...nameAll('int64', 'longlong', 'long long', 'long long int', 'signed long long', 'signed long long int'),
  ...nameAll('int64', 'int64', 'int64_t'),
  ...nameAll('uint64', 'ulonglong', 'unsigned long long', 'unsigned long long int', 'uint64', 'uint64_t'),
  ...nameAll('float32', 'float'),
  ...nameAll('float64', 'double'),
}

const encodings = {
  raw: 'raw',
  gzip: 'gzip',
  gz: 'gzip',
  hex: 'hex',
  txt: 'text',
  text: 'text',
  ascii: 'text',
} as const

function nameAll(dtype: FileDtype, ...names: readonly string[]): { [name: string]: FileDtype } {
  return Object.fromEntries(names.map((name) => [name, dtype]))
}

/** The content of a header. Axes are in the order of the file, the fastest first. */
export interface NrrdHeader {
  /** The names and values of all fields; names in lower case. */
  readonly fields: ReadonlyMap<string, string>
  /** The values of the keys of other programs (`key:=value`); keys in lower case. */
  readonly pairs: ReadonlyMap<string, string>
  readonly dtype: FileDtype
  readonly sizes: readonly number[]
  readonly encoding: (typeof encodings)[keyof typeof encodings]
  readonly isBigEndian: boolean
  /** The kind of each axis in lower case: `domain`, `rgb-color`, …; empty without the field. */
  readonly kinds: readonly string[]
  /** Distance of samples along each axis; NaN where there is none. */
  readonly spacings: readonly number[] | undefined
  /** The step along each axis in the world; undefined for a non-spatial axis. */
  readonly directions: readonly (readonly number[] | undefined)[] | undefined
  readonly spaceOrigin: readonly number[] | undefined
  readonly axisMins: readonly number[] | undefined
  readonly axisMaxs: readonly number[] | undefined
  /** `cell` or `node` for each axis, or something else; empty without the field. */
  readonly centers: readonly string[]
  /** The unit of each axis of the array, and of the space; empty without the field. */
  readonly units: readonly string[]
  readonly spaceUnits: readonly string[]
  readonly lineSkip: number
  readonly byteSkip: number
  /** The name of the file of the samples, where they are in another one. */
  readonly dataFile: string | undefined
  readonly dataStart: number
}

/** Returns the header of an NRRD file. @throws `file.undecodable` */
export function readNrrdHeader(bytes: Uint8Array): NrrdHeader {
  const { fields, pairs, dataStart } = readFields(bytes)
  const dimension = Number(need(fields, 'dimension'))
  if (!Number.isInteger(dimension) || dimension < 1)
    throw refuse(`dimension must be a whole number of at least 1 (got ${fields.get('dimension')}).`)
  const sizes = readNumbers(fields, 'sizes')
  if (sizes?.length !== dimension || !sizes.every((size) => Number.isSafeInteger(size) && size > 0))
    throw refuse(
      `sizes must be ${dimension} whole numbers of at least 1 (got ${fields.get('sizes') ?? 'none'}).`,
    )
  if (/^block$/i.test(fields.get('type') ?? '')) throw refuseTag(nrrdTags, 'type = block')
  if (/^bz(ip)?2$/i.test(fields.get('encoding') ?? '')) throw refuseTag(nrrdTags, 'encoding = bzip2')
  const dtype = choose(dtypes, 'type', need(fields, 'type'))
  const encoding = choose(encodings, 'encoding', need(fields, 'encoding'))
  const perAxis = <T>(name: string, values: readonly T[]): readonly T[] => {
    if (values.length === 0 || values.length === dimension) return values
    throw refuse(`${name} must have a value for each of ${dimension} axes (got ${values.length}).`)
  }
  const numbers = (name: string): readonly number[] | undefined => {
    const found = readNumbers(fields, name)
    return found && perAxis(name, found)
  }
  const directions = readVectors(fields.get('space directions'))
  return {
    fields,
    pairs,
    dtype,
    sizes,
    encoding,
    isBigEndian: readIsBigEndian(fields.get('endian'), dtype, encoding),
    kinds: perAxis('kinds', splitWords((fields.get('kinds') ?? '').toLowerCase())),
    spacings: numbers('spacings'),
    directions: directions && perAxis('space directions', directions),
    spaceOrigin: readVectors(fields.get('space origin'))?.[0],
    axisMins: numbers('axis mins'),
    axisMaxs: numbers('axis maxs'),
    centers: perAxis('centers', splitWords((fields.get('centers') ?? '').toLowerCase())),
    units: perAxis('units', readQuoted(fields.get('units'))),
    spaceUnits: readQuoted(fields.get('space units')),
    lineSkip: readSkip(fields, 'line skip', 0),
    byteSkip: readSkip(fields, 'byte skip', -1),
    dataFile: fields.get('data file'),
    dataStart,
  }
}

/** Other names of some fields. */
const otherNames: { readonly [name: string]: string } = {
  centerings: 'centers',
  axismins: 'axis mins',
  axismaxs: 'axis maxs',
  datafile: 'data file',
  lineskip: 'line skip',
  byteskip: 'byte skip',
  oldmin: 'old min',
  oldmax: 'old max',
  sampleunits: 'sample units',
  blocksize: 'block size',
}

/** Returns the fields, by one name each. A header of samples in another file may end with the file. */
function readFields(bytes: Uint8Array): Pick<NrrdHeader, 'fields' | 'pairs' | 'dataStart'> {
  const fields = new Map<string, string>()
  const pairs = new Map<string, string>()
  for (let at = 0; ; ) {
    const found = bytes.indexOf(0x0a, at)
    const isLast = found === -1
    const end = isLast ? bytes.length : found
    if (end > longestHeader || (isLast && at === end && !fields.has('data file')))
      throw refuse('The header must end with an empty line. Is the file truncated?')
    const part = bytes.slice(at, Math.min(end, at + 4096))
    const line = String.fromCharCode(...part).trimEnd()
    const isMark = at === 0
    at = isLast ? end : end + 1
    if (line === '') return { fields, pairs, dataStart: at }
    if (isMark || /^\s*#/.test(line)) continue
    const [pair, key = ''] = /^([^:]+):=/.exec(line) ?? []
    if (pair !== undefined) {
      pairs.set(key.trim().toLowerCase(), new TextDecoder().decode(part).slice(pair.length).trim())
      continue
    }
    // The definition has a blank behind the colon, which pynrrd does without, and teem does not.
    const [, written, value = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (written === undefined) throw lineError(line)
    const name = written.trim().toLowerCase()
    const field = otherNames[name] ?? name
    if (fields.has(field)) throw refuse(`The header has the field ${field.slice(0, 40)} twice; remove one.`)
    fields.set(field, value.trim())
  }
}

function lineError(line: string): Error {
  const found = JSON.stringify(line.slice(0, 60))
  return refuse(
    `A line of the header must be "field: value", "key:=value" or begin with # (got ${found}); mend it.`,
  )
}

function splitWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Parses `"mm" "mm" ""`. */
function readQuoted(text = ''): readonly string[] {
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, word = '']) => word)
}

function need(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw refuse(`The header must have the field ${name}.`)
  return value
}

function choose<T>(table: { readonly [name: string]: T }, field: string, value: string): T {
  const known = Object.hasOwn(table, value.toLowerCase()) ? table[value.toLowerCase()] : undefined
  if (known !== undefined) return known
  throw refuse(
    `${field} must be one of ${Object.keys(table).join(', ')} (got ${JSON.stringify(value.slice(0, 60))}).`,
  )
}

function readIsBigEndian(value: string | undefined, dtype: FileDtype, encoding: string): boolean {
  if (value === 'big' || value === 'little') return value === 'big'
  const needsNone = dtype === 'int8' || dtype === 'uint8' || encoding === 'text'
  if (needsNone) return false
  throw refuse(
    `endian must be little or big (got ${value === undefined ? 'no such field' : JSON.stringify(value)}).`,
  )
}

function readNumbers(fields: ReadonlyMap<string, string>, name: string): readonly number[] | undefined {
  const text = fields.get(name)
  if (text === undefined) return undefined
  return splitWords(text).map(Number)
}

/** Parses `(1,0,0) none (0,0,1)`. */
function readVectors(text: string | undefined): (readonly number[] | undefined)[] | undefined {
  if (text === undefined) return undefined
  // Behind the last bracket that closes, each one that opens would be followed to the end of the text.
  const end = text.lastIndexOf(')') + 1
  const vectors = text.slice(0, end).match(/none|\([^)]*\)/g) ?? []
  const found = [...vectors, ...(text.slice(end).match(/none/g) ?? [])]
  if (found.length === 0) return undefined
  return found.map((item) => (item === 'none' ? undefined : item.slice(1, -1).split(',').map(Number)))
}

function readSkip(fields: ReadonlyMap<string, string>, name: string, least: number): number {
  const value = Number(fields.get(name) ?? 0)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw refuse(`${name} must be a whole number of at least ${least} (got ${value}).`)
}
