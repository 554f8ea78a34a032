import { useReducer, useRef } from 'preact/hooks'
import type { Issue } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { belongsTo, type Draft, type Edits, setDraft, setValue, toEdits } from './edits.ts'

/** What a panel draws, and where it sends what somebody chooses. */
export interface PanelProps {
  readonly title: string
  /** Whether the title is shown, or stands above the panel already. */
  readonly hasHeading: boolean
  readonly schema: ParameterSchema
  /** Complete or not. */
  readonly params: Params
  /** Of the visible result, complete; null while there is none. */
  readonly shownParams: Params | null
  /** What the host has refused about the newest parameters. */
  readonly issues: readonly Issue[]
  /** A parameter, by name, is being dragged. Parameters at their default are left out, here and below. */
  readonly onDrag: (params: Params, name: string) => void
  /** Values were chosen for good. */
  readonly onSettle: (params: Params) => void
}

/** How rows change values. */
export interface Control {
  /** As it is now, which may be later than what was drawn. */
  readonly getEdits: () => Edits
  /** Undefined takes the value away. */
  readonly drag: (pointer: string, value: Json) => void
  readonly settle: (pointer: string, value: Json | undefined) => void
  readonly draft: (pointer: string, draft: Draft | null) => void
  /** All parameters at once. */
  readonly replace: (params: Params) => void
}

/** Keeps what somebody is changing until the page has other parameters. */
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
      if (params) latest.current.onDrag(params, toParameterName(pointer))
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

function toParameterName(pointer: string): string {
  const [, name = ''] = pointer.split('/')
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
