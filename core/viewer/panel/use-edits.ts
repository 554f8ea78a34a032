import { useReducer, useRef } from 'preact/hooks'
import type { Issue } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { readSteps } from '../../schema/issue-words.ts'
import { belongsTo, type Draft, type Edits, setDraft, setValue, toEdits } from './edits.ts'
import type { Row } from './panel-model.ts'

/** The content of a panel, and the callbacks for chosen values. */
export interface PanelProps {
  readonly title: string
  /** False where the title stands above the panel already. */
  readonly hasHeading: boolean
  readonly schema: ParameterSchema
  /** Complete or not. */
  readonly params: Params
  /** The parameters of the visible result, complete; null while there is none. */
  readonly shownParams: Params | null
  /** Complete parameters of what is compared with these. */
  readonly beside?: readonly Params[]
  /** Called for a row whose parameter is to be played, with its value; absent where none can. */
  readonly onPlay?: ((row: Row, value: Json | undefined) => void) | undefined
  /** The host's issues with the newest parameters. */
  readonly issues: readonly Issue[]
  /** Called with the name of the dragged parameter. Those at their default are left out, here and below. */
  readonly onDrag: (params: Params, name: string) => void
  /** Called with final values. */
  readonly onSettle: (params: Params) => void
}

/** The changes that rows make. */
export interface Control {
  /** Returns the present state, which may be newer than the drawn one. */
  readonly getEdits: () => Edits
  /** Undefined takes the value away. */
  readonly drag: (pointer: string, value: Json) => void
  readonly settle: (pointer: string, value: Json | undefined) => void
  readonly draft: (pointer: string, draft: Draft | null) => void
  /** All parameters at once. */
  readonly replace: (params: Params) => void
}

/** Keeps the changes in a panel until the page has other parameters. */
export function useEdits(props: PanelProps): Control {
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
    getEdits,
    drag: (pointer, value) => {
      const params = set(pointer, value)
      if (params) latest.current.onDrag(params, readSteps(pointer)[0] ?? '')
    },
    settle: (pointer, value) => {
      const params = set(pointer, value)
      if (params) latest.current.onSettle(params)
    },
    draft: (pointer, draft) => keep(setDraft(getEdits(), pointer, draft)),
    replace: (params) => {
      keep(toEdits(latest.current.schema, params))
      latest.current.onSettle(params)
    },
  }
}
