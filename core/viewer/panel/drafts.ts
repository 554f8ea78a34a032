/**
 * Changes in a panel that the page does not have: texts that are no value yet, and values that the schema
 * does not take yet. They stand over the page's parameters, of which the panel keeps none. Each draft knows
 * the value below it and goes when that changes by another hand; a text that is being typed stays.
 */

import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import type { Json } from '../../contract/values/json.ts'
import { type DataCatalog, noCatalog } from './data/data-catalog.ts'
import { checkAll, expandParams, toSent } from './data/inner-params.ts'
import { isSame, keepKnown, readAt, writeAt } from './values.ts'

/** A text in a field, with the reason once Enter or leaving the field has tried it in vain. */
export interface TypedText {
  readonly text: string
  readonly problem: string | null
}

/** A typed text with the value of the page in its place. */
interface TextDraft extends TypedText {
  readonly over: Json | undefined
}

/** A change that the schema refuses, with the value of the page in its place. */
interface ValueDraft {
  readonly pointer: string
  /** Undefined takes a value away. */
  readonly value: Json | undefined
  readonly over: Json | undefined
}

/** All drafts of a panel. */
export interface Drafts {
  readonly texts: ReadonlyMap<string, TextDraft>
  /** In the order of their choice. */
  readonly refused: readonly ValueDraft[]
}

/** The drafts of an unchanged panel. */
export const noDrafts: Drafts = { texts: new Map(), refused: [] }

/** The content of a panel. */
export interface PanelState {
  /** The page's, complete. */
  readonly params: Params
  /** Complete, as the panel shows them: with refused values. */
  readonly current: Params
  /** Those that still hold. */
  readonly drafts: Drafts
  readonly catalog: DataCatalog
}

/** Returns the page's parameters with the drafts over them. */
export function toPanelState(
  schema: ParameterSchema,
  pageParams: Params,
  drafts: Drafts,
  catalog = noCatalog,
): PanelState {
  const params = expandParams(schema, mergeDefaults(schema, keepKnown(schema, pageParams)), catalog)
  const held = keepHeld(drafts, params)
  const current = expandParams(schema, writeAll(params, held.refused), catalog)
  return { params, current, drafts: held, catalog }
}

/** Returns the drafts that still hold: the same ones where all do. */
function keepHeld(drafts: Drafts, params: Params): Drafts {
  const texts = [...drafts.texts].filter(([pointer, draft]) => holdsText(draft, readAt(params, pointer)))
  const refused = drafts.refused.filter(({ pointer, over }) => isSame(readAt(params, pointer), over))
  const areAll = texts.length === drafts.texts.size && refused.length === drafts.refused.length
  return areAll ? drafts : { texts: new Map(texts), refused }
}

/** A field that has lost its value is no longer drawn. */
function holdsText({ problem, over }: TextDraft, now: Json | undefined): boolean {
  return isSame(now, over) || (problem === null && now !== undefined)
}

/**
 * Sets a value, or takes it away. Returns the remaining drafts, and the parameters to send without those at
 * their default; null for none. A value that the schema refuses is shown and not sent, nor does it hold up
 * changes of others.
 */
export function setValue(
  schema: ParameterSchema,
  { params, drafts, catalog }: PanelState,
  pointer: string,
  value: Json | undefined,
): { readonly drafts: Drafts; readonly params: Params | null } {
  const draft: ValueDraft = { pointer, value, over: readAt(params, pointer) }
  const texts = new Map([...drafts.texts].filter(([other]) => !isWithin(other, pointer)))
  const others = drafts.refused.filter((other) => !isWithin(other.pointer, pointer))
  const around = others.filter((other) => isWithin(pointer, other.pointer))
  const beside = others.filter((other) => !around.includes(other))
  const ways = [
    { written: [...others, draft], refused: [] },
    { written: [...around, draft], refused: beside },
  ]
  for (const { written, refused } of ways) {
    const sent = expandParams(schema, writeAll(params, written), catalog)
    if (checkAll(schema, sent, catalog).length === 0)
      return { drafts: { texts, refused }, params: toSent(schema, sent, catalog) }
  }
  return { drafts: { texts, refused: [...others, draft] }, params: null }
}

/** Keeps a text that is no value yet, or, for null, forgets it. */
export function setText({ params, drafts }: PanelState, pointer: string, typed: TypedText | null): Drafts {
  const texts = new Map(drafts.texts)
  if (typed) texts.set(pointer, { ...typed, over: readAt(params, pointer) })
  else texts.delete(pointer)
  return { ...drafts, texts }
}

function writeAll(params: Params, drafts: readonly ValueDraft[]): Params {
  return drafts.reduce((written, { pointer, value }) => writeAt(written, pointer, value), params)
}

function isWithin(pointer: string, whole: string): boolean {
  return `${pointer}/`.startsWith(`${whole}/`)
}
