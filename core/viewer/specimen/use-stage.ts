import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { SpecimenError } from '../../domain/errors.ts'
import type { Vector3 } from '../../look/display.ts'
import { isMissingScript, missingScriptText } from '../data/load-error.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Stage } from '../stage/stage.ts'
import type { ShownView, ViewState } from '../state/view-state.ts'
import { placeLabels } from './labels.tsx'
import { placeScaleBar } from './scale-bar.tsx'
import type { LentStage, SharedStage } from './shared-stage.ts'
import { useImmediateEffect } from './use-immediate-effect.ts'
import { turnCube } from './view-cube.tsx'

/** The content and the callbacks of a stage. */
export interface StageInputs {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ShownView>
  /** The box that an untouched camera fits in place of the result's own. */
  readonly space: ReadonlySignal<Bounds | null>
  readonly marks: ReadonlySignal<readonly Vector3[]>
  readonly sharedStage: SharedStage
  readonly onChange: (change: Partial<ViewState>) => void
  /** Called with the stage when it can be used; with null when it is gone. */
  readonly onStage: (stage: Stage | null) => void
  /** Called when a result is on the screen. */
  readonly onDrawn: (stage: Stage, prepared: Prepared) => void
}

/**
 * Loads the stage, and keeps it in step with the signals while the component is mounted. `frame` is for the
 * element that gives the canvas in `place` its size, with the labels; `drawn` the content of the canvas;
 * `problem` the reason why nothing, or an old result, is drawn.
 */
export function useStage(inputs: StageInputs) {
  const { prepared, view, marks, onStage } = inputs
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const stage = useSignal<Stage | null>(null)
  const problem = useSignal<ReturnType<typeof toProblem> | null>(null)
  const isLost = useSignal(false)
  const drawn = useSignal<Prepared | null>(null)
  /** The pose that the stage has reported, which is not sent back. */
  const told = useRef(view.peek().camera)
  useEffect(() => {
    const start = startStage({ ...inputs, place, frame, stage, isLost, told })
    start.ready.catch((error: unknown) => {
      problem.value = toProblem(error)
    })
    return () => {
      onStage(null)
      start.stop()
    }
  }, [])
  useEffect(() => followSize(frame.current, stage.value), [stage.value])
  useImmediateEffect(() => {
    const shown = prepared.value
    if (!stage.value) return
    problem.value = null
    const onDrawn = (): void => {
      drawn.value = shown
      if (stage.value && shown) inputs.onDrawn(stage.value, shown)
    }
    show(stage.value, shown, onDrawn).catch((error: unknown) => {
      problem.value = toProblem(error)
    })
  })
  const display = useComputed(() => view.value.display)
  useImmediateEffect(() => stage.value?.apply(display.value, inputs.space.value))
  useImmediateEffect(() => stage.value?.mark(marks.value))
  useImmediateEffect(() => {
    const { camera } = view.value
    if (!stage.value || !prepared.value || camera === told.current) return
    told.current = camera
    stage.value.look(camera)
  })
  return { place, frame, stage, drawn, problem, isLost }
}

interface StageStart extends StageInputs {
  readonly place: RefObject<HTMLDivElement | null>
  readonly frame: RefObject<HTMLDivElement | null>
  readonly stage: Signal<Stage | null>
  readonly isLost: Signal<boolean>
  readonly told: { current: ViewState['camera'] }
}

function startStage(start: StageStart) {
  const { place, frame, stage, isLost, told, view, space, sharedStage, onChange, onStage } = start
  let isStopped = false
  let lent: LentStage | null = null
  const events = {
    onCamera: (camera: ViewState['camera']) => {
      told.current = camera
      onChange({ camera })
    },
    onFrame: () => {
      const made = stage.peek()
      if (!made || !frame.current) return
      placeLabels(frame.current, made)
      placeScaleBar(frame.current, made)
      turnCube(frame.current, made)
    },
    onLost: (now: boolean) => {
      isLost.value = now
    },
  }
  const load = async (): Promise<void> => {
    const lend = await sharedStage.load()
    if (isStopped || !place.current) return
    lent = lend(place.current, events)
    const made = lent.stage
    made.resize(place.current.clientWidth, place.current.clientHeight, devicePixelRatio)
    made.apply(view.peek().display, space.peek())
    made.look(told.current)
    stage.value = made
    onStage(made)
  }
  return {
    ready: load(),
    stop: () => {
      isStopped = true
      stage.value = null
      lent?.giveBack()
    },
  }
}

function followSize(frame: HTMLElement | null, stage: Stage | null): (() => void) | undefined {
  if (!frame || !stage) return undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry) stage.resize(entry.contentRect.width, entry.contentRect.height, devicePixelRatio)
  })
  observer.observe(frame)
  return () => observer.disconnect()
}

async function show(stage: Stage, prepared: Prepared | null, onDrawn: () => void): Promise<void> {
  if (prepared === null) stage.clear()
  else if (!(await stage.show(prepared))) return
  else performance.mark('result drawn') // for measurements
  onDrawn()
}

/** Browsers cache that a script could not be loaded: `isIncomplete` is set where only a reload helps. */
function toProblem(error: unknown): { readonly text: string; readonly isIncomplete: boolean } {
  if (isMissingScript(error)) return { text: missingScriptText, isIncomplete: true }
  const found = error instanceof Error ? error.message : String(error)
  const text = error instanceof SpecimenError ? found : `The picture cannot be drawn: ${found}`
  return { text, isIncomplete: false }
}
