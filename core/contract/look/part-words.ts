/**
 * What a view sets of parts of a scene, as a link has it: `brain:0.4:cc3333,scan:40/400:grey,skull:off`.
 * After a part's name stand its words, in any order, of which no two say the same.
 */
import { isPartName, type PartColor, partCount } from '../domain/result/scene.ts'
import { keysOf } from '../values/keys-of.ts'
import { colormapNames } from './colormaps.ts'
import { mostSurfaces, type PartMove, type PartSetting } from './display.ts'
import { readNumbers, toShort } from './link-values.ts'
import { mostShift, mostTurn } from './part-move.ts'

type PartMember = Exclude<keyof PartSetting, 'name'>

/** A member of a setting as a word. */
interface PartWord<Value> {
  /** Returns null for what needs no word. */
  readonly write: (value: Value) => string | null
  /** Returns undefined for a word of another member. */
  readonly read: (word: string) => Value | undefined
}

const opacityDigits = 4
const dataDigits = 6
const moved = 'moved/'

/** The words in the order in which they are written; the type requires one for each member. */
const words: { readonly [Name in PartMember]: PartWord<NonNullable<PartSetting[Name]>> } = {
  opacity: {
    write: (opacity) => String(toShort(opacity, opacityDigits)),
    read: (word) => (isColor(word) ? undefined : readNumbers(word, 1)?.find((it) => it >= 0 && it <= 1)),
  },
  hidden: {
    write: (isHidden) => (isHidden ? 'off' : 'on'),
    read: (word) => (word === 'off' || word === 'on' ? word === 'off' : undefined),
  },
  color: {
    write: (color) => color.map((channel) => channel.toString(16).padStart(2, '0')).join(''),
    read: (word) => (isColor(word) ? toColor(word) : undefined),
  },
  isWhole: toFlag('whole'),
  move: { write: writeMove, read: readMove },
  window: {
    write: writeNumbers,
    read: (word) => {
      const [low, high] = readList(word, 2) ?? []
      return low !== undefined && high !== undefined && low <= high ? [low, high] : undefined
    },
  },
  colormap: toChoice(colormapNames),
  isInverted: toFlag('inverted'),
  rendering: {
    write: (rendering) => (rendering === 'isosurface' ? 'surface' : rendering),
    read: (word) =>
      word === 'surface'
        ? 'isosurface'
        : (['direct', 'maximum', 'minimum', 'mean'] as const).find((name) => name === word),
  },
  isovalue: {
    write: (values) => `@${writeNumbers(values)}`,
    read: (word) => {
      const list = word.startsWith('@') ? word.slice(1) : ''
      return readList(list, Math.min(list.split('/').length, mostSurfaces))
    },
  },
  colorBy: toChoice(['own', 'scalar', 'plain']),
}
const members = keysOf(words)

/** Returns what a view sets of parts as a text; parts of which it sets nothing are left out. */
export function writeParts(settings: readonly PartSetting[]): string {
  return settings
    .flatMap((setting) => {
      const text = writePart(setting)
      return text === '' ? [] : [`${setting.name}:${text}`]
    })
    .join()
}

/** Returns the words of one part without its name; an empty text for none. */
export function writePart(setting: Omit<PartSetting, 'name'>): string {
  return members.flatMap((member) => writeWord(member, setting) ?? []).join(':')
}

function writeWord<Name extends PartMember>(
  member: Name,
  setting: { readonly [Member in Name]?: PartSetting[Member] },
): string | null {
  const word: PartWord<NonNullable<PartSetting[Name]>> = words[member]
  const value: PartSetting[Name] | undefined = setting[member]
  return value === undefined || value === null ? null : word.write(value)
}

/** Returns what a text sets of parts; undefined where a name or a word is unknown or there twice. */
export function readParts(text: string): readonly PartSetting[] | undefined {
  const parts = text.split(',', partCount + 1)
  const settings = parts.flatMap((part) => {
    const [name = ''] = part.split(':', 1)
    return readPart(name, part.slice(name.length + 1)) ?? []
  })
  const isWhole = settings.length === parts.length && settings.length <= partCount
  return isWhole && new Set(settings.map(({ name }) => name)).size === settings.length ? settings : undefined
}

/** Returns what words set of the part with this name; undefined where one is unknown, or there twice. */
export function readPart(name: string, text: string): PartSetting | undefined {
  if (!isPartName(name)) return undefined
  let setting: PartSetting = { name }
  for (const word of text.split(':', members.length + 1)) {
    const member = members.find((known) => words[known].read(word) !== undefined)
    if (member === undefined || setting[member] !== undefined) return undefined
    setting = { ...setting, [member]: words[member].read(word) }
  }
  return setting
}

/** A shift, and a turn where there is one: `moved/12/0/-3`, `moved/12/0/-3/0/0/90`. */
function writeMove({ shift, turn }: PartMove): string {
  const hasTurn = turn.some((part) => toShort(part, dataDigits) !== 0)
  return `${moved}${writeNumbers([...shift, ...(hasTurn ? turn : [])])}`
}

function readMove(word: string): PartMove | undefined {
  const list = word.startsWith(moved) ? word.slice(moved.length) : ''
  const [x, y, z, a = 0, b = 0, c = 0] = readList(list, 3) ?? readList(list, 6) ?? []
  if (x === undefined || y === undefined || z === undefined) return undefined
  const move: PartMove = { shift: [x, y, z], turn: [a, b, c] }
  const isNear = move.shift.every((part) => Math.abs(part) <= mostShift)
  return isNear && move.turn.every((part) => Math.abs(part) <= mostTurn) ? move : undefined
}

function toFlag(name: string): PartWord<boolean> {
  return {
    write: (isSet) => (isSet ? name : null),
    read: (word) => word === name || undefined,
  }
}

function toChoice<Value extends string>(values: readonly Value[]): PartWord<Value> {
  return {
    write: (value) => value,
    read: (word) => values.find((value) => value === word),
  }
}

/** Commas part the parts of a scene. */
function writeNumbers(numbers: readonly number[]): string {
  return numbers.map((number) => toShort(number, dataDigits)).join('/')
}

function readList(text: string, count: number): number[] | undefined {
  return readNumbers(text.replaceAll('/', ','), count)
}

/** Six digits without a point are a colour; no opacity is written so. */
function isColor(word: string): boolean {
  return /^[0-9a-f]{6}$/i.test(word)
}

function toColor(word: string): PartColor {
  const toChannel = (at: number): number => Number.parseInt(word.slice(at, at + 2), 16)
  return [toChannel(0), toChannel(2), toChannel(4)]
}
