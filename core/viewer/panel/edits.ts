/**
 * What somebody is changing in a panel, beside the parameters that the page has: values that the schema does
 * not take yet, and texts that are no value yet. Nothing of that leaves the panel.
 */
import type { Json } from '../../domain/json.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { checkParams } from './check-params.ts'
import { isSame, keepKnown, toChanged, writeAt } from './values.ts'

/** A text that is not taken over, and why it cannot be; null until somebody has tried. */
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

/** An edit, and the parameters to send; null for none. Those at their default are left out. */
interface Edited {
  readonly edits: Edits
  readonly params: Params | null
}

/** Returns the state of a panel in which nobody has changed anything. */
export function toEdits(schema: ParameterSchema, params: Params): Edits {
  const complete = mergeDefaults(schema, keepKnown(schema, params))
  return { from: params, sent: params, valid: complete, current: complete, drafts: new Map() }
}

/** Returns whether edits belong to the page's parameters: nobody else has changed those. */
export function belongsTo(edits: Edits, params: Params): boolean {
  return isSame(params, edits.sent) || isSame(params, edits.from)
}

/**
 * Sets a value, or takes it away. A value that the schema refuses is shown and not sent, nor does it hold up
 * changes of others.
 */
export function setValue(
  schema: ParameterSchema,
  edits: Edits,
  pointer: string,
  value: Json | undefined,
): Edited {
  const current = writeAt(edits.current, pointer, value)
  const alone = writeAt(edits.valid, pointer, value)
  const valid = [current, alone].find((params) => checkParams(schema, params).length === 0)
  const drafts = new Map([...edits.drafts].filter(([other]) => !isWithin(other, pointer)))
  if (valid === undefined) return { edits: { ...edits, current, drafts }, params: null }
  const params = toChanged(schema, valid)
  return { edits: { ...edits, sent: params, valid, current, drafts }, params }
}

/** Keeps a text that is not taken over, or, for null, forgets it. */
export function setDraft(edits: Edits, pointer: string, draft: Draft | null): Edits {
  const drafts = new Map(edits.drafts)
  if (draft) drafts.set(pointer, draft)
  else drafts.delete(pointer)
  return { ...edits, drafts }
}

function isWithin(pointer: string, whole: string): boolean {
  return `${pointer}/`.startsWith(`${whole}/`)
}
