/** The header of an NRRD file (version 5 of its definition): lines `field: value` up to an empty one. */
import { refuse } from '../refusal.ts'
import type { FileDtype } from './samples.ts'

/** The content of the header. Axes are in the order of the file, the fastest first. */
export type NrrdHeader = ReturnType<typeof readNrrdHeader>

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
  ...{ raw: 'raw', gzip: 'gzip', gz: 'gzip', hex: 'hex' },
  ...{ txt: 'text', text: 'text', ascii: 'text' },
} as const

function nameAll(dtype: FileDtype, ...names: readonly string[]): { [name: string]: FileDtype } {
  return Object.fromEntries(names.map((name) => [name, dtype]))
}

/** Returns the header of an NRRD file. @throws `file.undecodable` */
export function readNrrdHeader(bytes: Uint8Array) {
  const { fields, dataStart } = readFields(bytes)
  if (fields.has('data file') || fields.has('datafile'))
    throw refuse(
      'Its samples are in another file (data file); save it as one file, with the header attached.',
    )
  const sizes = readNumbers(fields, 'sizes')
  const dimension = Number(need(fields, 'dimension'))
  if (sizes?.length !== dimension || !sizes.every((size) => Number.isSafeInteger(size) && size > 0))
    throw refuse(
      `sizes must be ${dimension} whole numbers of at least 1 (got ${fields.get('sizes') ?? 'none'}).`,
    )
  const dtype = choose(dtypes, 'type', need(fields, 'type'))
  const encoding = choose(encodings, 'encoding', need(fields, 'encoding'))
  return {
    dtype,
    sizes,
    encoding,
    isBigEndian: readIsBigEndian(fields.get('endian'), dtype, encoding),
    /** The kind of each axis: `domain`, `RGB-color`, …; empty without the field. */
    kinds: fields.get('kinds')?.split(/\s+/) ?? [],
    /** Distance of samples along each axis; NaN where there is none. */
    spacings: readNumbers(fields, 'spacings'),
    /** The step along each axis in the world; undefined for a non-spatial axis. */
    directions: readVectors(fields.get('space directions')),
    spaceOrigin: readVectors(fields.get('space origin'))?.[0],
    /** The anatomical directions in which the axes of the world grow; undefined for a world without. */
    spaceEnds: readEnds(fields.get('space')),
    lineSkip: readSkip(fields, 'line skip', 0),
    byteSkip: readSkip(fields, 'byte skip', -1),
    dataStart,
  }
}

/** Ignores spaces in names of fields: `line skip` and `lineskip` are the same. */
function readFields(bytes: Uint8Array): { fields: ReadonlyMap<string, string>; dataStart: number } {
  const fields = new Map<string, string>()
  for (let at = 0; ; ) {
    const end = bytes.indexOf(0x0a, at)
    if (end === -1 || end > longestHeader)
      throw refuse('The header must end with an empty line. Is it detached, or the file truncated?')
    const line = String.fromCharCode(...bytes.slice(at, Math.min(end, at + 4096))).replace(/\r$/, '')
    at = end + 1
    if (line === '') return { fields, dataStart: at }
    const [, name, value = ''] = /^([^#:]+): (.*)$/.exec(line) ?? []
    if (name !== undefined) fields.set(name.trim().toLowerCase(), value.trim())
  }
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
  return text.split(/\s+/).map(Number)
}

/** Parses `(1,0,0) none (0,0,1)`. */
function readVectors(text: string | undefined): (readonly number[] | undefined)[] | undefined {
  const found = text?.match(/none|\([^)]*\)/g)
  return found?.map((item) => (item === 'none' ? undefined : item.slice(1, -1).split(',').map(Number)))
}

/** Parses `left-posterior-superior`, or `LPS`; with time, too. */
function readEnds(space = ''): string | undefined {
  const [, ...words] =
    /^(?:(right|left)-(anterior|posterior)-(superior)(?:-time)?|([RL])([AP])(S)T?)$/i.exec(space) ?? []
  return words.flatMap((word) => word?.charAt(0).toUpperCase() ?? []).join('') || undefined
}

function readSkip(fields: ReadonlyMap<string, string>, name: string, least: number): number {
  const value = Number(fields.get(name) ?? fields.get(name.replace(' ', '')) ?? 0)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw refuse(`${name} must be a whole number of at least ${least} (got ${value}).`)
}
