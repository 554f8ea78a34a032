import { useMemo } from 'preact/hooks'
import { takesData } from '../../contract/domain/data-ref.ts'
import type { Issue } from '../../contract/domain/errors.ts'
import { mergeDefaults, type Params } from '../../contract/domain/schema.ts'
import { type PanelPage, useControl } from './control.ts'
import { noCatalog } from './data/data-catalog.ts'
import { checkAll, expandParams, toSent } from './data/inner-params.ts'
import { type PanelData, useReferred } from './data/panel-data.ts'
import { listProblems } from './explain.ts'
import { findLevels, keepComparable, Levels, useLevel } from './levels.tsx'
import type { Row } from './panel-model.ts'
import type { PlayRow } from './row-head.tsx'
import { RowView } from './row-view.tsx'
import { toRows } from './rows/to-rows.ts'
import { isSame, resetAll } from './values.ts'

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
  /** Absent where references to data are written by hand. */
  readonly data?: PanelData
}

/**
 * The parameters of a function, to be set. Values that the schema refuses are marked and stay in the panel;
 * others are handed on while they are dragged, and when they are final.
 */
export function Panel(props: PanelProps) {
  const {
    title,
    hasHeading,
    schema,
    shownParams = null,
    beside = [],
    issues = [],
    onPlay,
    places = null,
  } = props
  const data = props.data && takesData(schema) ? props.data : null
  const known = data?.catalog.value ?? noCatalog
  const rows = useMemo(() => toRows(schema, data && known), [schema, known])
  const control = useControl(props, known)
  const { current, drafts } = control.read()
  useReferred(data, { schema, params: current })
  const own = useMemo(() => checkAll(schema, current, known), [schema, current, known])
  const complete = (params: Params): Params => expandParams(schema, mergeDefaults(schema, params), known)
  const shown = useMemo(() => shownParams && complete(shownParams), [schema, shownParams, known])
  // The host's issues are about sent values; values with issues of their own were not sent.
  const problems = listProblems(rows, own.length > 0 ? own : issues, current)
  const defaults = complete(resetAll(schema, current))
  const isChanged = !isSame(current, defaults) || drafts.texts.size > 0
  const { pointer, place, go } = useLevel()
  const levels = findLevels(rows, current, pointer)
  const comparable = keepComparable(levels, { shown, beside: beside.map(complete) })
  const onEnter = (row: Row): void => go(row.pointer)
  const context = { control, ...comparable, problems, onPlay, data, places, onEnter }
  return (
    <section class="panel" aria-label={title} ref={place}>
      {levels.length > 0 && <Levels title={title} levels={levels} onGo={go} />}
      <header
        class={hasHeading ? 'panel-title' : 'panel-title is-bare'}
        hidden={levels.length > 0 || (!hasHeading && !isChanged)}
      >
        {hasHeading && <h2>{title}</h2>}
        {rows.length > 0 && (
          <button
            type="button"
            class="panel-reset-all"
            aria-disabled={!isChanged}
            onClick={() => isChanged && control.replace(toSent(schema, defaults, known))}
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
      {(levels.at(-1)?.rows ?? rows).map((row) =>
        row.field.kind === 'fixed' ? null : (
          <RowView key={row.pointer} row={row} form="whole" context={context} />
        ),
      )}
    </section>
  )
}
