/**
 * The settings of the picture as parts of a link, and of an author's view; the type requires one for each
 * setting.
 */
import { keysOf } from '../values/keys-of.ts'
import { colormapNames } from './colormaps.ts'
import { type Display, mostSurfaces, mostZoom, type Slab, type Vector3 } from './display.ts'
import { readNumbers, toShort } from './link-values.ts'
import { isOpacityCurve, mostPoints } from './opacity-curve.ts'
import { readParts, writeParts } from './part-words.ts'
import { solidColors } from './solid-colors.ts'
import { readVector } from './vectors.ts'

/** A setting in a link: `~key=text`. Reading returns undefined for an invalid text. */
interface DisplayPart<Value> {
  readonly key: string
  /** The words to choose from, for a choice. */
  readonly words?: readonly string[]
  readonly write: (value: Value) => string
  readonly read: (text: string) => Value | undefined
}

/** Digits of fractions, sizes and values; 16-bit values have five. */
const digits = 4
const dataDigits = 6

const parts: { readonly [Name in keyof Display]: DisplayPart<Display[Name]> } = {
  up: toChoice('up', ['y', 'z']),
  from: {
    key: 'camera',
    write: (from) => (from ?? []).map((part) => toShort(part, digits - 1)).join(','),
    read: readDirection,
  },
  projection: toChoice('projection', ['perspective', 'orthographic']),
  axes: toFlag('axes'),
  box: toFlag('box'),
  shading: toChoice('shading', ['smooth', 'flat', 'none']),
  creaseAngle: toNumber('creaseAngle', { least: 0, most: 180 }),
  edges: toFlag('edges'),
  wireframe: toFlag('wireframe'),
  rendering: toChoice('rendering', ['direct', 'maximum', 'minimum', 'mean', 'isosurface'], {
    isosurface: 'surface',
  }),
  roughness: toNumber('roughness', { least: 0, most: 1 }),
  meshOpacity: toNumber('opacity', { least: 0, most: 1 }),
  occlusion: toChoice('occlusion', ['auto', 'on', 'off']),
  isovalue: toOptional(
    toList('isovalue', { most: mostSurfaces, digits: dataDigits, read: (all) => all, write: (all) => all }),
  ),
  surfaceColors: toOptional(toWords('surfaces', ['map', ...keysOf(solidColors)], mostSurfaces)),
  scale: toOptional(toChoice('scale', ['linear', 'log'])),
  center: toOptional(toNumber('center', { digits: dataDigits })),
  opacity: toOptional(
    toList('curve', {
      most: 2 * mostPoints,
      read: (curve) => (isOpacityCurve(curve) ? curve : undefined),
      write: (curve) => curve,
    }),
  ),
  density: toNumber('density', { least: 0, most: 1000 }),
  slices: toOptional(
    toList('slices', {
      count: 3,
      read: (place) => (place.every(isFraction) ? readVector(place, 0) : undefined),
      write: (place) => place,
    }),
  ),
  large: toOptional(toChoice('slice', ['xy', 'xz', 'yz'])),
  patientSide: toChoice('side', ['neurological', 'radiological']),
  zoom: toOptional(
    toList('zoom', {
      count: 4,
      read: ([factor = 0, ...place]) =>
        factor >= 1 && factor <= mostZoom && place.every(isFraction)
          ? ([factor, ...readVector(place, 0)] as const)
          : undefined,
      write: (zoom) => zoom,
    }),
  ),
  pointScale: toNumber('points', { least: 0, most: 1000 }),
  pointSize: toOptional(toNumber('size', { least: 0, most: 1000 })),
  colorBy: toChoice('color', ['own', 'scalar', 'plain']),
  solidColor: toChoice('solid', keysOf(solidColors)),
  window: toOptional(
    toList('window', {
      count: 2,
      digits: dataDigits,
      read: ([low = 0, high = 0]) => (low <= high ? ([low, high] as const) : undefined),
      write: (ends) => ends,
    }),
  ),
  colormap: toOptional(toChoice('colormap', colormapNames)),
  isInverted: toFlag('inverted'),
  overlayOpacity: toNumber('overlay', { least: 0, most: 1 }),
  overlayColormap: toChoice('overlay-colormap', colormapNames),
  parts: toOptional({ key: 'parts', write: writeParts, read: readParts }),
  slabs: toList('slabs', {
    count: 6,
    read: (ends) => {
      const toSlab = (axis: number): Slab => [ends[2 * axis] ?? 0, ends[2 * axis + 1] ?? 0]
      const slabs = [toSlab(0), toSlab(1), toSlab(2)] as const
      return ends.every(isFraction) && slabs.every(([from, to]) => from <= to) ? slabs : undefined
    },
    write: (slabs) => slabs.flat(),
  }),
  plane: toOptional(
    toList('plane', {
      count: 4,
      read: ([x = 0, y = 0, z = 0, offset = 0]) => {
        const isPlane = Math.abs(Math.hypot(x, y, z) - 1) < 0.01 && Math.abs(offset) <= 1
        return isPlane ? { normal: [x, y, z] as const, offset } : undefined
      },
      write: ({ normal, offset }) => [...normal, offset],
    }),
  ),
}
const names = keysOf(parts)

/** Returns key and text of the settings that are given. */
export function writeDisplay(settings: Partial<Display>): [key: string, text: string][] {
  return names.flatMap((name) => writePart(name, settings))
}

function writePart<Name extends keyof Display>(name: Name, settings: Partial<Display>): [string, string][] {
  const part: (typeof parts)[Name] = parts[name]
  const value = settings[name]
  return value === undefined ? [] : [[part.key, part.write(value)]]
}

/** Returns the settings that differ from a base in what a link would say. */
export function listChanges(settings: Partial<Display>, base: Display): Partial<Display> {
  const before = new Map(writeDisplay(base))
  const changed = writeDisplay(settings).flatMap(([key, text]) => (before.get(key) === text ? [] : [key]))
  return Object.fromEntries(
    names.filter((name) => changed.includes(parts[name].key)).map((name) => [name, settings[name]]),
  )
}

/** Returns settings with another one of a link; the same settings for an unknown or invalid one. */
export function readDisplay<Settings extends Partial<Display>>(
  settings: Settings,
  key: string,
  text: string,
): Settings {
  const name = findName(key)
  const value = name && parts[name].read(text)
  return name === undefined || value === undefined ? settings : { ...settings, [name]: value }
}

/** A setting by its name in links; `words` are those that it takes, where it takes no other. */
export interface LinkSetting {
  readonly name: keyof Display
  readonly words: readonly string[] | undefined
}

/** Returns the setting of a key, with the words of a choice; undefined for an unknown key. */
export function findSetting(key: string): LinkSetting | undefined {
  const name = findName(key)
  return name && { name, words: parts[name].words }
}

/** The keys of all settings. */
export const settingKeys: readonly string[] = names.map((name) => parts[name].key)

function findName(key: string): keyof Display | undefined {
  return names.find((candidate) => parts[candidate].key === key)
}

/** A pose of a link gives the direction of its eye. */
function readDirection(text: string): Vector3 | undefined {
  const numbers = readNumbers(text, 3) ?? readNumbers(text, 6)?.slice(3)
  const length = Math.hypot(...(numbers ?? []))
  const [x = 0, y = 0, z = 0] = (numbers ?? []).map((part) => part / length)
  return length > 0 && Number.isFinite(length) ? [x, y, z] : undefined
}

function isFraction(value: number): boolean {
  return value >= 0 && value <= 1
}

/** `renamed` has values whose word in a link is another; their old word is read as well. */
function toChoice<Value extends string>(
  key: string,
  values: readonly Value[],
  renamed: { readonly [value: string]: string } = {},
): DisplayPart<Value> {
  const write = (value: Value): string => renamed[value] ?? value
  const words = values.map(write)
  return {
    key,
    words,
    write,
    read: (text) => values.find((value) => value === text || write(value) === text),
  }
}

function toWords<Value extends string>(
  key: string,
  values: readonly Value[],
  most: number,
): DisplayPart<readonly Value[]> {
  return {
    key,
    write: (words) => words.join(),
    read: (text) => {
      const words = text.split(',', most + 1).flatMap((word) => values.find((value) => value === word) ?? [])
      return words.length <= most && words.join() === text ? words : undefined
    },
  }
}

function toFlag(key: string): DisplayPart<boolean> {
  return {
    key,
    words: ['1', '0'],
    write: (value) => (value ? '1' : '0'),
    read: (text) => (text === '1' || text === '0' ? text === '1' : undefined),
  }
}

/** Digits that a link writes, and bounds of what it may say. */
interface NumberBounds {
  readonly digits?: number
  readonly least?: number
  readonly most?: number
}

function toNumber(
  key: string,
  { digits: shown = digits, least = -Infinity, most = Infinity }: NumberBounds,
): DisplayPart<number> {
  return {
    key,
    write: (value) => String(toShort(value, shown)),
    read: (text) => readNumbers(text, 1)?.find((value) => value >= least && value <= most),
  }
}

function toOptional<Value>(part: DisplayPart<Value>): DisplayPart<Value | null> {
  return {
    key: part.key,
    ...(part.words && { words: [...part.words, 'none'] }),
    write: (value) => (value === null ? 'none' : part.write(value)),
    read: (text) => (text === 'none' ? null : part.read(text)),
  }
}

/** The numbers of a setting in a link. */
interface NumberListForm<Value> {
  readonly count?: number
  readonly most?: number
  readonly digits?: number
  readonly read: (numbers: readonly number[]) => Value | undefined
  readonly write: (value: Value) => readonly number[]
}

/** A list of `count` numbers, or of 1 to `most`, whose meaning `read` returns. */
function toList<Value>(key: string, list: NumberListForm<Value>): DisplayPart<Value> {
  const { count, most = 0, digits: shown = digits } = list
  return {
    key,
    write: (value) =>
      list
        .write(value)
        .map((number) => toShort(number, shown))
        .join(),
    read: (text) => {
      const numbers = readNumbers(text, count ?? Math.min(text.split(',').length, most))
      return numbers && list.read(numbers)
    },
  }
}
