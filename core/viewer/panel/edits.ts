/**
 * Changes in a panel that the page does not have: values that the schema does not take yet, and texts that
 * are no value yet. They stay in the panel.
 */
import type { Json } from '../../domain/json.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { checkParams } from './check-params.ts'
import { isSame, keepKnown, toChanged, writeAt } from './values.ts'

/** A text that is no value yet, with the reason once Enter or leaving the field has tried it. */
export interface Draft {
  readonly text: string
  readonly problem: string | null
}

/** The state of a panel. */
export interface Edits {
  /** The page's parameters at the last edit, and those that were last sent from here. */
  readonly from: Params
  readonly sent: Params
  /** Complete, and taken by the schema unless the page's are not. */
  readonly valid: Params
  /** Complete, as the panel shows them. */
  readonly current: Params
  readonly drafts: ReadonlyMap<string, Draft>
}

/** Returns the state of an unchanged panel. */
export function toEdits(schema: ParameterSchema, params: Params): Edits {
  const complete = mergeDefaults(schema, keepKnown(schema, params))
  return { from: params, sent: params, valid: complete, current: complete, drafts: new Map() }
}

/** Returns whether edits belong to the page's parameters, which a link or a button may have changed. */
export function belongsTo(edits: Edits, params: Params): boolean {
  return isSame(params, edits.sent) || isSame(params, edits.from)
}

/**
 * Sets a value, or takes it away. Returns the parameters to send, without those at their default; null for
 * none. A value that the schema refuses is shown and not sent, nor does it hold up changes of others.
 */
export function setValue(
  schema: ParameterSchema,
  edits: Edits,
  pointer: string,
  value: Json | undefined,
): { readonly edits: Edits; readonly params: Params | null } {
  const current = writeAt(edits.current, pointer, value)
  const alone = writeAt(edits.valid, pointer, value)
  const valid = [current, alone].find((params) => checkParams(schema, params).length === 0)
  const drafts = new Map([...edits.drafts].filter(([other]) => !isWithin(other, pointer)))
  if (valid === undefined) return { edits: { ...edits, current, drafts }, params: null }
  const params = toChanged(schema, valid)
  return { edits: { ...edits, sent: params, valid, current, drafts }, params }
}

/** Keeps a text that is no value yet, or, for null, forgets it. */
export function setDraft(edits: Edits, pointer: string, draft: Draft | null): Edits {
  const drafts = new Map(edits.drafts)
  if (draft) drafts.set(pointer, draft)
  else drafts.delete(pointer)
  return { ...edits, drafts }
}

function isWithin(pointer: string, whole: string): boolean {
  return `${pointer}/`.startsWith(`${whole}/`)
}
