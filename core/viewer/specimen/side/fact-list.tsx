import type { ReadonlySignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../../client/client.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import type { RunState } from '../../drive/run-state.ts'
import { type FactRow, listFactRows } from './fact-rows.ts'

interface FactListProps {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly run: ReadonlySignal<RunState>
  readonly facts: HostCalls['facts']
}

/** The state of the list: rows of the shown result, or why there are none. */
interface Measured {
  readonly rows: readonly FactRow[]
  /** Null for none. */
  readonly problem: string | null
}

/**
 * The facts of the shown result, measured by its host, or in the page where there is none. They are asked
 * for while the list is open, and only of a result that is at rest: one that the room holds is not computed
 * again.
 */
export function FactList({ body, roomId, run, facts }: FactListProps) {
  const [isOpen, setOpen] = useState(false)
  const [measured, setMeasured] = useState<Measured | null>(null)
  const { shown, run: work } = run.value
  const params: Params | null = shown && !shown.isPreview && work.stage === 'idle' ? shown.params : null
  useEffect(() => {
    setMeasured(null)
    if (!isOpen || params === null) return
    if (!body.is_dynamic && params.frame) {
      setMeasured({ rows: [], problem: 'Only the first volume of a file is measured.' })
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    facts(body.id, { params: body.is_dynamic ? params : {}, roomId, signal }).then(
      (found) => !signal.aborted && setMeasured({ rows: listFactRows(found), problem: null }),
      (error: unknown) => !signal.aborted && setMeasured({ rows: [], problem: toThrownText(error) }),
    )
    return () => controller.abort()
  }, [isOpen, params, body, roomId, facts])
  return (
    <details class="fact-list" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Measured</summary>
      {measured === null && <p role="status">Measuring…</p>}
      {measured?.problem && <p role="status">{measured.problem}</p>}
      <dl>
        {measured?.rows.map(([name, text]) => (
          <Fragment key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{text}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}
