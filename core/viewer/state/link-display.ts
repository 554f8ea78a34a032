/** The settings of the picture as parts of a link; the type requires one for each setting. */
import { keysOf } from '../../domain/keys-of.ts'
import { colormapNames } from '../color/colormaps.ts'
import { type Display, defaultDisplay } from './display.ts'
import { readNumbers, toShort } from './link-values.ts'

/** A setting in a link: `~key=text`. Reading returns undefined for an invalid text. */
interface DisplayPart<Value> {
  readonly key: string
  readonly write: (value: Value) => string
  readonly read: (text: string) => Value | undefined
}

/** Digits of fractions, sizes and values; 16-bit values have five. */
const digits = 4
const dataDigits = 6

type Parts = { readonly [Name in keyof Display]: DisplayPart<Display[Name]> }

const parts: Parts = {
  up: toChoice('up', ['y', 'z']),
  axes: toFlag('axes'),
  box: toFlag('box'),
  shading: toChoice('shading', ['smooth', 'flat']),
  wireframe: toFlag('wireframe'),
  rendering: toChoice('rendering', ['direct', 'maximum', 'isosurface']),
  isovalue: toOptional(toNumber('isovalue', { digits: dataDigits })),
  density: toNumber('density', { digits, least: 0, most: 1000 }),
  slices: toOptional(
    toList<Display['slices'] & object>('slices', {
      write: (at) => at,
      read: ([x = 0, y = 0, z = 0]) => [x, y, z],
      count: 3,
      fits: (numbers) => numbers.every(isFraction),
    }),
  ),
  pointSize: toNumber('size', { digits, least: 0, most: 1000 }),
  colorBy: toChoice('color', ['own', 'scalar', 'plain']),
  window: toOptional(
    toList<Display['window'] & object>('window', {
      write: (ends) => ends,
      read: ([low = 0, high = 0]) => [low, high],
      count: 2,
      digits: dataDigits,
      fits: ([low = 0, high = 0]) => low <= high,
    }),
  ),
  colormap: toOptional(toChoice('colormap', colormapNames)),
  isInverted: toFlag('inverted'),
  slabs: toList<Display['slabs']>('slabs', {
    write: (slabs) => slabs.flat(),
    read: ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => [
      [a, b],
      [c, d],
      [e, f],
    ],
    count: 6,
    fits: (ends) => ends.every(isFraction) && [0, 2, 4].every((i) => (ends[i] ?? 0) <= (ends[i + 1] ?? 0)),
  }),
  plane: toOptional(
    toList<Display['plane'] & object>('plane', {
      write: ({ normal, offset }) => [...normal, offset],
      read: ([x = 0, y = 0, z = 0, offset = 0]) => ({ normal: [x, y, z], offset }),
      count: 4,
      fits: ([x = 0, y = 0, z = 0, offset = 0]) =>
        Math.abs(Math.hypot(x, y, z) - 1) < 0.01 && Math.abs(offset) <= 1,
    }),
  ),
}
const names = keysOf(parts)

/** Returns key and text of every setting that is not at its default. */
export function writeDisplay(display: Display): [key: string, text: string][] {
  return names.flatMap((name) => writePart(name, display))
}

function writePart<Name extends keyof Display>(name: Name, display: Display): [string, string][] {
  const part: Parts[Name] = parts[name]
  const text = part.write(display[name])
  return text === part.write(defaultDisplay[name]) ? [] : [[part.key, text]]
}

/** Returns a display with a setting of a link; the same display for an unknown or invalid one. */
export function readDisplay(display: Display, key: string, text: string): Display {
  const name = names.find((candidate) => parts[candidate].key === key)
  const value = name && parts[name].read(text)
  return name === undefined || value === undefined ? display : { ...display, [name]: value }
}

function isFraction(value: number): boolean {
  return value >= 0 && value <= 1
}

function toChoice<Value extends string>(key: string, values: readonly Value[]): DisplayPart<Value> {
  return { key, write: (value) => value, read: (text) => values.find((value) => value === text) }
}

function toFlag(key: string): DisplayPart<boolean> {
  const flags = new Map([
    ['1', true],
    ['0', false],
  ])
  return { key, write: (value) => (value ? '1' : '0'), read: (text) => flags.get(text) }
}

function toNumber(
  key: string,
  {
    digits: count,
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: { readonly digits: number; readonly least?: number; readonly most?: number },
): DisplayPart<number> {
  return {
    key,
    write: (value) => String(toShort(value, count)),
    read: (text) => readNumbers(text, 1)?.find((value) => value >= least && value <= most),
  }
}

function toOptional<Value>(part: DisplayPart<Value>): DisplayPart<Value | null> {
  return {
    key: part.key,
    write: (value) => (value === null ? 'none' : part.write(value)),
    read: (text) => (text === 'none' ? null : part.read(text)),
  }
}

function toList<Value>(
  key: string,
  list: {
    readonly write: (value: Value) => readonly number[]
    readonly read: (numbers: readonly number[]) => Value
    readonly count: number
    readonly fits: (numbers: readonly number[]) => boolean
    readonly digits?: number
  },
): DisplayPart<Value> {
  return {
    key,
    write: (value) =>
      list
        .write(value)
        .map((number) => toShort(number, list.digits ?? digits))
        .join(','),
    read: (text) => {
      const numbers = readNumbers(text, list.count)
      return numbers && list.fits(numbers) ? list.read(numbers) : undefined
    },
  }
}
