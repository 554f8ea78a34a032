import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Params } from '../../domain/schema.ts'
import type { Bounds } from '../../look/box.ts'
import type { Display } from '../../look/display.ts'
import { listChanges } from '../../look/link-display.ts'
import { keepLooking, type Step } from '../history/timeline.ts'
import type { Stage } from '../stage/stage.ts'
import type { Sweep } from '../state/view-state.ts'
import { SweepBar } from '../sweep/sweep-bar.tsx'
import { toFileStem } from './file-name.ts'
import { Picture } from './picture.tsx'
import { useShownView } from './shown-view.ts'
import { type ModelProps, useModel } from './specimen-model.ts'

/** An open view, for the parts of the page that serve the active one. */
export interface OpenedView
  extends ReturnType<typeof useModel>,
    ReturnType<typeof useShownView>,
    Pick<ModelProps, 'view'> {
  readonly params: ReadonlySignal<Params>
  readonly room: ModelProps['room']
  /** True while the clipping planes are set in the panel. */
  readonly isClipping: Signal<boolean>
  readonly onDisplay: (change: Partial<Display>) => void
  /** Called with the step to go back to, or forward. */
  readonly onStep: (step: Step) => void
  readonly onSweep: (sweep: Sweep | null) => void
}

/** One view of a specimen: its work, and its picture. */
export function SpecimenView(
  props: ModelProps &
    Pick<Parameters<typeof Picture>[0], 'sharedStage' | 'space' | 'isActive'> & {
      /** Called with the view; returns the function that forgets it. */
      readonly onOpened: (opened: OpenedView) => () => void
    },
) {
  const { id, view, client, source, viewerId, onChange, onOpened, sharedStage, isActive, room } = props
  const { model, send } = useModel(props)
  const shown = useShownView(view, model)
  const { base, shownView, meaning } = shown
  const params = useComputed(() => view.value.params)
  const isClipping = useSignal(false)
  const onDisplay = (change: Partial<Display>): void => {
    const changed = listChanges({ ...view.peek().display, ...change }, base.peek())
    onChange({ display: changed })
    model.timeline.push({ display: changed })
  }
  const onStep = (step: Step): void => {
    onChange({ display: keepLooking(step.display, view.peek().display) })
    if (step.params !== view.peek().params) send(step.params, model.restore)
  }
  const onSweep = (sweep: Sweep | null): void => onChange({ sweep })
  const sweep = useComputed(() => view.value.sweep).value
  const swept = useSignal<Bounds | null>(null)
  const space = useComputed(() => swept.value ?? props.space.value)
  const schema = model.body.value?.schema
  const bar = (stage: () => Stage | null) =>
    sweep && schema ? (
      <SweepBar
        key={sweep.name}
        {...{ sweep, schema, source, viewerId, stage, onSweep }}
        params={params.value}
        specimenId={id}
        roomId={view.peek().roomId}
        space={swept}
        fileStem={`${toFileStem(id, null, {})} ${sweep.name}`}
        onShow={(shown, step) => send(shown, () => model.restore(shown, step))}
        onSaved={() => {
          const now = model.prepared.peek()
          if (now) void stage()?.show(now)
        }}
      />
    ) : null
  const opened = { model, send, ...shown, view, room, params, isClipping, onDisplay, onStep, onSweep }
  useLayoutEffect(() => onOpened(opened), [model])
  return (
    <Picture
      {...{ model, meaning, client, onChange, sharedStage, space, onDisplay, isActive, room }}
      view={shownView}
      isClipping={isClipping.value}
      below={bar}
    />
  )
}
