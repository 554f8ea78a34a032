import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Bounds } from '../../contract/look/box.ts'
import type { Display } from '../../contract/look/display.ts'
import { listChanges } from '../../contract/look/link-display.ts'
import { keepLooking, type Step } from '../history/timeline.ts'
import type { Stage } from '../stage/stage.ts'
import { type Sweep, toTimeSweep } from '../state/view-state.ts'
import { SweepBar } from './lazy-tools.ts'
import type { OpenedView } from './model/opened-view.ts'
import { useShownView } from './model/shown-view.ts'
import { type ModelProps, useModel } from './model/specimen-model.ts'
import { Picture } from './picture/picture.tsx'
import type { SharedStage } from './picture/shared-stage.ts'
import { toFileStem } from './save/file-name.ts'

interface SpecimenViewProps extends ModelProps {
  readonly sharedStage: SharedStage
  /** The box that an untouched camera fits in place of the result's own. */
  readonly space: ReadonlySignal<Bounds | null>
  /** False for a view beside the active one, which alone has tools. */
  readonly isActive: boolean
  /** Called with the view; returns the function that forgets it. */
  readonly onOpened: (opened: OpenedView) => () => void
}

/** One view of a specimen: its work, and its picture. */
export function SpecimenView(props: SpecimenViewProps) {
  const { id, view, client, viewerId, onChange, onOpened, sharedStage, isActive, room } = props
  const model = useModel(props)
  const shown = useShownView(view, model)
  const { base, meaning } = shown
  const params = useComputed(() => view.value.params)
  const isClipping = useSignal(false)
  const parts = { chosen: useSignal<string | null>(null), before: useSignal<readonly string[] | null>(null) }
  const places: OpenedView['places'] = {
    seen: useSignal(null),
    boxes: useSignal(new Map()),
    held: useSignal(null),
    picked: useSignal(null),
  }
  const onDisplay = (change: Partial<Display>, isOnWay = false): void => {
    const changed = listChanges({ ...view.peek().display, ...change }, base.peek())
    onChange({ display: changed })
    if (!isOnWay) model.timeline.push({ display: changed })
  }
  const onStep = (step: Step): void => {
    model.params.set(step.params, { display: keepLooking(step.display, view.peek().display) })
  }
  const onSweep = (sweep: Sweep | null): void => onChange({ sweep })
  const sweep = useComputed(() => view.value.sweep).value
  const swept = useSignal<Bounds | null>(null)
  const space = useComputed(() => swept.value ?? props.space.value)
  const schema = model.body.value?.schema
  const played = sweep ?? (schema ? toTimeSweep(schema) : null)
  const bar = (stage: () => Stage | null) =>
    played && schema ? (
      <SweepBar
        key={played.name}
        sweep={played}
        isOfTime={sweep === null}
        schema={schema}
        viewerId={viewerId}
        stage={stage}
        onSweep={onSweep}
        source={model.source}
        params={params.value}
        specimenId={id}
        roomId={view.peek().roomId}
        orientation={meaning.value.orientation}
        space={swept}
        fileStem={`${toFileStem(id, null, {})} ${played.name}`}
        onShow={(chosen, step) => {
          props.kept.add(id, step)
          model.params.set(chosen)
        }}
        onSaved={() => {
          const now = model.prepared.peek()
          if (now) void stage()?.show(now)
        }}
      />
    ) : null
  const changes = { onDisplay, onStep, onSweep }
  const opened: OpenedView = {
    model,
    client,
    ...shown,
    view,
    room,
    params,
    isClipping,
    parts,
    places,
    ...changes,
  }
  useLayoutEffect(() => onOpened(opened), [model])
  return (
    <Picture
      opened={opened}
      client={client}
      sharedStage={sharedStage}
      space={space}
      onChange={onChange}
      isActive={isActive}
      below={bar}
    />
  )
}
