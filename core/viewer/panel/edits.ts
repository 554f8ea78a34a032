/**
 * Changes in a panel that the page does not have: values that the schema does not take yet, and texts that
 * are no value yet. They stay in the panel.
 */
import { useReducer, useRef } from 'preact/hooks'
import type { Issue } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { readSteps } from '../../schema/issue-words.ts'
import { checkParams } from './check-params.ts'
import type { Row } from './panel-model.ts'
import { isSame, keepKnown, toChanged, writeAt } from './values.ts'

/** A text that is no value yet, with the reason once Enter or leaving the field has tried it. */
interface Draft {
  readonly text: string
  readonly problem: string | null
}

/** The state of a panel. */
interface Edits {
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

/** The content of a panel, and the callbacks for chosen values. */
export interface PanelProps {
  readonly title: string
  /** False where the title stands above the panel already. */
  readonly hasHeading: boolean
  readonly schema: ParameterSchema
  /** Complete or not. */
  readonly params: Params
  /** The parameters of the visible result, complete; null or absent while there is none. */
  readonly shownParams?: Params | null
  /** Complete parameters of what is compared with these. */
  readonly beside?: readonly Params[]
  /** Called for a row whose parameter is to be played, with its value; absent where none can. */
  readonly onPlay?: ((row: Row, value: Json | undefined) => void) | undefined
  /** The host's issues with the newest parameters. */
  readonly issues?: readonly Issue[]
  /** Called with the name of the dragged parameter. Those at their default are left out, here and below. */
  readonly onDrag: (params: Params, name: string) => void
  /** Called with final values. */
  readonly onSettle: (params: Params) => void
}

/** The changes that rows make. */
export type Control = ReturnType<typeof useEdits>

/** Keeps the changes in a panel until the page has other parameters. */
export function useEdits(props: PanelProps) {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0)
  const kept = useRef<Edits | null>(null)
  const latest = useRef(props) // a slider is let go long after it was drawn
  latest.current = props
  const getEdits = (): Edits => {
    const { schema, params } = latest.current
    if (!kept.current || !belongsTo(kept.current, params)) kept.current = toEdits(schema, params)
    return kept.current
  }
  const keep = (edits: Edits): void => {
    kept.current = { ...edits, from: latest.current.params }
    redraw()
  }
  const set = (pointer: string, value: Json | undefined): Params | null => {
    const { edits, params } = setValue(latest.current.schema, getEdits(), pointer, value)
    keep(edits)
    return params
  }
  return {
    /** Returns the present state, which may be newer than the drawn one. */
    getEdits,
    drag: (pointer: string, value: Json): void => {
      const params = set(pointer, value)
      if (params) latest.current.onDrag(params, readSteps(pointer)[0] ?? '')
    },
    /** Undefined takes the value away. */
    settle: (pointer: string, value: Json | undefined): void => {
      const params = set(pointer, value)
      if (params) latest.current.onSettle(params)
    },
    draft: (pointer: string, draft: Draft | null) => keep(setDraft(getEdits(), pointer, draft)),
    /** Takes all parameters at once. */
    replace: (params: Params): void => {
      keep(toEdits(latest.current.schema, params))
      latest.current.onSettle(params)
    },
  }
}
