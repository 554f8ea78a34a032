import { useMemo } from 'preact/hooks'
import type { Issue } from '../../contract/domain/errors.ts'
import { mergeDefaults, type Params } from '../../contract/domain/schema.ts'
import { checkParams } from './check-params.ts'
import { type PanelPage, useControl } from './control.ts'
import { listProblems } from './explain.ts'
import type { PlayRow } from './row-head.tsx'
import { RowView } from './row-view.tsx'
import { toRows } from './rows/to-rows.ts'
import { isSame, resetAll, toChanged } from './values.ts'

/** The content of a panel. */
export interface PanelProps extends PanelPage {
  readonly title: string
  /** False where the title stands above the panel already. */
  readonly hasHeading: boolean
  /** The parameters of the visible result, complete; null or absent while there is none. */
  readonly shownParams?: Params | null
  /** Complete parameters of what is compared with these. */
  readonly beside?: readonly Params[]
  /** Absent where no parameter can be played. */
  readonly onPlay?: PlayRow | undefined
  /** The host's issues with the newest parameters. */
  readonly issues?: readonly Issue[]
}

/**
 * The parameters of a function, to be set. Values that the schema refuses are marked and stay in the panel;
 * others are handed on while they are dragged, and when they are final.
 */
export function Panel(props: PanelProps) {
  const { title, hasHeading, schema, shownParams = null, beside = [], issues = [], onPlay } = props
  const rows = useMemo(() => toRows(schema), [schema])
  const control = useControl(props)
  const { current, drafts } = control.read()
  const own = useMemo(() => checkParams(schema, current), [schema, current])
  const shown = useMemo(() => shownParams && mergeDefaults(schema, shownParams), [schema, shownParams])
  // The host's issues are about sent values; values with issues of their own were not sent.
  const problems = listProblems(rows, own.length > 0 ? own : issues, current)
  const defaults = resetAll(schema, current)
  const isChanged = !isSame(current, defaults) || drafts.texts.size > 0
  const context = { control, shown, beside, problems, onPlay }
  return (
    <section class="panel" aria-label={title}>
      <header class={hasHeading ? 'panel-title' : 'panel-title is-bare'} hidden={!hasHeading && !isChanged}>
        {hasHeading && <h2>{title}</h2>}
        {rows.length > 0 && (
          <button
            type="button"
            class="panel-reset-all"
            aria-disabled={!isChanged}
            onClick={() => isChanged && control.replace(toChanged(schema, defaults))}
          >
            Reset all
          </button>
        )}
      </header>
      {rows.length === 0 && <p class="panel-description">This function takes no parameters.</p>}
      {problems.get('')?.map((text) => (
        <p key={text} class="panel-problem" role="alert">
          {text}
        </p>
      ))}
      {rows.map((row) =>
        row.field.kind === 'fixed' ? null : (
          <RowView key={row.pointer} row={row} form="whole" context={context} />
        ),
      )}
    </section>
  )
}
