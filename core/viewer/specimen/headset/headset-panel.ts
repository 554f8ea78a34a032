import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { takesData } from '../../../contract/domain/data-ref.ts'
import { mergeDefaults, type ParameterSchema } from '../../../contract/domain/schema.ts'
import { createControl, type PanelPage } from '../../panel/control.ts'
import { checkAll, expandParams, listReferred, toSent } from '../../panel/data/inner-params.ts'
import { noDrafts, type PanelState, toPanelState } from '../../panel/drafts.ts'
import { listProblems } from '../../panel/explain.ts'
import { toRows } from '../../panel/rows/to-rows.ts'
import { isSame, resetAll } from '../../panel/values.ts'
import type { BoardRow } from '../../xr/board-words.ts'
import { toFrameSchema } from '../model/frame-schema.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { createPanelCatalog } from '../side/panel-catalog.ts'
import { plain, toBoardRows, toCellRows } from './board-rows.ts'
import type { BoardPlaces } from './place-rows.ts'

/** The panel of a view on the board. */
export interface HeadsetPanel {
  readonly rows: ReadonlySignal<readonly BoardRow[]>
  /** Drops the drafts that no longer hold, so that they stay away when their value comes back. */
  readonly dropDrafts: () => void
}

/** Returns the panel of a view; null where nothing can be set. */
export function createPanel(opened: OpenedView, places: BoardPlaces): ReadonlySignal<HeadsetPanel | null> {
  const { model } = opened
  const count = computed(() => {
    const prepared = model.prepared.value
    return prepared?.type === 'volume' ? (prepared.result.frames ?? 1) : 1
  })
  const schema = computed((): ParameterSchema | null => {
    const body = model.body.value
    if (!body) return null
    return body.schema ?? (count.value > 1 ? toFrameSchema(count.value) : null)
  })
  return computed(() => schema.value && followPanel(opened, schema.value, places))
}

/** Returns the panel of one schema. Its drafts begin with it, as those of the page do. */
function followPanel(opened: OpenedView, schema: ParameterSchema, places: BoardPlaces): HeadsetPanel {
  const { model, params, room, client } = opened
  const drafts = signal(noDrafts)
  // A hand chooses among what the host has; files are brought on the page.
  const data = takesData(schema) ? createPanelCatalog(client, null) : null
  const known = computed(() => data?.catalog.value)
  const state = computed(() => toPanelState(schema, params.value, drafts.value, known.value))
  const page: PanelPage = {
    schema,
    params,
    onDrag: model.params.drag,
    onSettle: (chosen) => model.params.set(chosen),
  }
  const control = createControl({ page: () => page, state: () => state.value, drafts })
  const rows = computed(() => toRows(schema, known.value ?? null))
  const shown = computed(() => {
    const { current, catalog } = state.value
    // Its answers come later, in the catalog.
    untracked(() => data?.need(listReferred(schema, current, catalog)))
    const work = model.work.value
    const own = checkAll(schema, current, catalog)
    const issues = work.stage === 'failed' ? work.failure.issues : []
    const problems = listProblems(rows.value, own.length > 0 ? own : issues, current)
    const isLocked = (room?.refusal.value ?? null) !== null
    const [refusal] = problems.get('') ?? []
    return [
      ...(refusal === undefined ? [] : [{ ...plain('refusal', '', ''), problem: refusal }]),
      ...listPresets(opened, { schema, state: state.value, isLocked }),
      ...toBoardRows({ rows: rows.value, control, problems, isLocked, places }),
      ...listReset({ schema, state: state.value, isLocked }, control.replace),
    ]
  })
  return {
    rows: shown,
    dropDrafts: () => {
      drafts.value = state.value.drafts
    },
  }
}

/** The parameters of a panel at a moment. */
interface PanelMoment {
  readonly schema: ParameterSchema
  readonly state: PanelState
  readonly isLocked: boolean
}

function listPresets({ model }: OpenedView, { schema, state, isLocked }: PanelMoment): readonly BoardRow[] {
  const { catalog } = state
  const presets = model.body.value?.presets ?? []
  const cells = presets.map(({ name, params }) => {
    const complete = expandParams(schema, mergeDefaults(schema, params), catalog)
    return {
      label: name,
      isOn: isSame(complete, state.params),
      isOff: isLocked,
      press: () => model.params.set(toSent(schema, complete, catalog)),
    }
  })
  return toCellRows('preset', cells)
}

function listReset(
  { schema, state: { current, catalog }, isLocked }: PanelMoment,
  replace: (params: PanelState['params']) => void,
): readonly BoardRow[] {
  const defaults = expandParams(schema, resetAll(schema, current), catalog)
  if (isSame(current, defaults)) return []
  const press = (): void => replace(toSent(schema, defaults, catalog))
  return toCellRows('reset', [{ label: 'Reset all', isOn: false, isOff: isLocked, press }])
}
