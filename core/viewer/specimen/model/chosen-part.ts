/** The part of a scene whose values are set and said: the one that a person has chosen. */
import type { Display } from '../../../contract/look/display.ts'
import { changePart, findPartLook, toPartDisplay } from '../../../contract/look/part-look.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Prepared, PreparedScenePart } from '../../../data/prepared/prepared.ts'
import type { ColoredContent } from '../over/value-bar.ts'
import { toMeaning } from './meaning.ts'

/** A content whose settings can be changed. */
export interface ChangedContent extends ColoredContent {
  readonly onDisplay: (change: Partial<Display>) => void
}

/** Returns the name of a part for people. */
export function toPartTitle({ name, look }: Pick<PreparedScenePart, 'name' | 'look'>): string {
  return look?.title === undefined ? toLabel(name) : toShownText(look.title)
}

/** Returns the title of a part's values: with its name, and without where there is no part. */
export function withPartTitle(part: PreparedScenePart | null, title: string): string {
  return [part ? toPartTitle(part) : '', title].filter((text) => text !== '').join(': ')
}

/** Returns whether a part can have one colour in place of its own: an image cannot. */
export function takesColor({ prepared }: PreparedScenePart): boolean {
  return prepared.type !== 'image'
}

/** Returns the part with a name; for none the first volume, else the first part; null outside of a scene. */
export function findChosenPart(prepared: Prepared, name: string | null): PreparedScenePart | null {
  if (prepared.type !== 'scene') return null
  const { parts } = prepared
  const usual = parts.find((part) => part.prepared.type === 'volume') ?? parts[0]
  return parts.find((part) => part.name === name) ?? usual ?? null
}

/** Returns a part as a content, with its settings of values. */
export function toPartContent(part: PreparedScenePart, display: Display): ColoredContent {
  const look = findPartLook(part, display.parts)
  const { prepared } = part
  const hasOneColor = look.color !== undefined && takesColor(part)
  return { prepared, display: toPartDisplay(display, look), meaning: toMeaning({}, prepared), hasOneColor }
}

/** Returns the content whose values are said and set: of a scene the chosen part, else the content itself. */
export function toChosenContent(content: ChangedContent, name: string | null): ChangedContent {
  const { prepared, display, onDisplay } = content
  const part = findChosenPart(prepared, name)
  if (!part) return content
  const own = toPartContent(part, display)
  return {
    ...own,
    onDisplay: (change) => onDisplay(changeValues(part, display, { ...own.display, ...change })),
  }
}

const valueNames = ['window', 'colormap', 'isInverted', 'rendering', 'isovalue'] as const

/** Returns the settings of a view after a change of those of a part's values. */
export function changeValues(
  part: PreparedScenePart,
  display: Display,
  next: Display,
): Pick<Display, 'parts'> {
  const { display: before } = toPartContent(part, display)
  const changed = valueNames.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(before[name]))
  const change = Object.fromEntries(changed.map((name) => [name, next[name]]))
  const isUsual = next.rendering === display.rendering
  return { parts: changePart(display.parts, part, { ...change, ...(isUsual && { rendering: undefined }) }) }
}

/** Returns whether a content is a table, or has one among its parts. */
export function hasTable(prepared: Prepared): boolean {
  if (prepared.type !== 'scene') return prepared.type === 'table'
  return prepared.parts.some((part) => part.prepared.type === 'table')
}
