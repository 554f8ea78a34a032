/** Scenes: results of several named parts, each of one kind, with its look and its place. */
import { describe } from '../../text/describe.ts'
import { isFiniteNumber } from '../../values/number.ts'

/** Most parts of a scene. */
export const partCount = 64
/** Most characters of a part's title. */
export const titleLength = 100

/** The names of parts: words of addresses, links and files. */
export const partNamePattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
/** The rule of {@link partNamePattern}, for refusals. */
export const partNameRule = '1 to 64 letters, digits, _ and -, the first a letter or digit'

/** sRGB red, green, blue, each a whole number from 0 to 255. */
export type PartColor = readonly [red: number, green: number, blue: number]

/** The look of a part: a type, as no interface is JSON to the compiler. What is absent is left to viewers. */
export type PartLook = {
  /** In place of the colours of its kind. */
  readonly color?: PartColor
  /** From 0 (clear) to 1. */
  readonly opacity?: number
  /** True for a part that is shown only when it is asked for. */
  readonly hidden?: boolean
  /** The width of lines, or the diameter of points, in the unit of lengths; above 0. */
  readonly width?: number
  /** Its name for people, at most {@link titleLength} characters. */
  readonly title?: string
}

/** Three rows of four numbers: a place (x, y, z, 1) of the part is at their products in the scene. */
export type PartPlace = readonly (readonly [x: number, y: number, z: number, offset: number])[]

/** Returns whether a text may be the name of a part. */
export function isPartName(name: string): boolean {
  return new RegExp(partNamePattern).test(name)
}

const lookRules: {
  readonly [Name in keyof PartLook]-?: { readonly wanted: string; readonly fits: (value: unknown) => boolean }
} = {
  color: { wanted: 'three whole numbers from 0 to 255', fits: isColor },
  opacity: {
    wanted: 'a number from 0 to 1',
    fits: (value) => isFiniteNumber(value) && value >= 0 && value <= 1,
  },
  hidden: { wanted: 'true or false', fits: (value) => typeof value === 'boolean' },
  width: { wanted: 'a number above 0', fits: (value) => isFiniteNumber(value) && value > 0 },
  title: { wanted: `a text of 1 to ${titleLength} characters`, fits: isTitle },
}

/** The members of a look. */
export const lookNames = [
  'color',
  'opacity',
  'hidden',
  'width',
  'title',
] as const satisfies (keyof PartLook)[]

/** Returns an untrusted look, undefined where it is absent or empty. @throws the error of `refuse` */
export function requireLook(found: unknown, refuse: (detail: string) => Error): PartLook | undefined {
  if (found === undefined || found === null) return undefined
  if (typeof found !== 'object') throw refuse(`look must be an object (got ${describe(found)}).`)
  const given = Object.entries(found).filter(([, value]) => value !== undefined && value !== null)
  const look: { [name: string]: unknown } = {}
  for (const [name, value] of given) {
    const known = lookNames.find((one) => one === name)
    if (known === undefined) throw refuse(`look has no member ${name}; it has ${lookNames.join(', ')}.`)
    const { wanted, fits } = lookRules[known]
    if (!fits(value)) throw refuse(`look.${name} must be ${wanted} (got ${describe(value)}).`)
    look[known] = known === 'color' ? Array.from(value) : value
  }
  return given.length > 0 ? look : undefined
}

/** Returns the bytes of `#c33` or `#cc3333`, as authors write them; undefined for another text. */
export function parseColor(text: string): readonly number[] | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  const digits = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1)
  return digits?.map((pair) => Number.parseInt(pair, 16))
}

function isColor(value: unknown): boolean {
  const parts: readonly unknown[] = Array.isArray(value) && value.length === 3 ? Array.from(value) : []
  return parts.length === 3 && parts.every((part) => typeof part === 'number' && (part & 255) === part)
}

function isTitle(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= titleLength && value.isWellFormed()
}

/** The least volume that the columns of a place span, beside that of as long ones at right angles. */
const leastVolume = 1e-6

/** Returns an untrusted place, undefined where it is absent. @throws the error of `refuse` */
export function requirePlace(found: unknown, refuse: (detail: string) => Error): PartPlace | undefined {
  if (found === undefined || found === null) return undefined
  const rows: readonly unknown[] = Array.isArray(found) ? Array.from(found) : []
  const place = rows.flatMap((row): PartPlace[number][] => {
    const [x, y, z, offset, ...more]: readonly unknown[] = Array.isArray(row) ? Array.from(row) : []
    const isRow = isFiniteNumber(x) && isFiniteNumber(y) && isFiniteNumber(z) && isFiniteNumber(offset)
    return isRow && more.length === 0 ? [[x, y, z, offset]] : []
  })
  if (rows.length !== 3 || place.length !== 3)
    throw refuse(`place must be three rows of four finite numbers (got ${describe(found)}).`)
  if (isFlat(place)) throw refuse('place must span a space: it would make its part flat.')
  return place
}

function isFlat(place: PartPlace): boolean {
  const [a, b, c] = [0, 1, 2].map((axis) => place.map((row) => row[axis] ?? 0))
  if (!a || !b || !c) return true
  const cross = [1, 2, 0].map(
    (i, at) => (b[i] ?? 0) * (c[(at + 2) % 3] ?? 0) - (b[(at + 2) % 3] ?? 0) * (c[i] ?? 0),
  )
  const volume = a.reduce((total, part, i) => total + part * (cross[i] ?? 0), 0)
  const lengths = [a, b, c].reduce((total, column) => total * Math.hypot(...column), 1)
  return !(Math.abs(volume) > leastVolume * lengths)
}
