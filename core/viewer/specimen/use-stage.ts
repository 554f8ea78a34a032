import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { SpecimenError } from '../../domain/errors.ts'
import { toThrownText } from '../../domain/thrown-text.ts'
import type { Vector3 } from '../../look/display.ts'
import { isMissingScript, missingScriptText } from '../data/load-error.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Stage } from '../stage/stage.ts'
import type { ShownView, ViewState } from '../state/view-state.ts'
import { placeLabels } from './labels.tsx'
import { placeScaleBar } from './scale-bar.tsx'
import type { SharedStage } from './shared-stage.ts'
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

/** The elements and signals that the hook below shares with the start of its stage. */
function useStageState(view: StageInputs['view']) {
  return {
    /** The element of the canvas, and the one around it that gives it its size and has the labels. */
    place: useRef<HTMLDivElement>(null),
    frame: useRef<HTMLDivElement>(null),
    stage: useSignal<Stage | null>(null),
    /** The content of the canvas, and the reason why nothing, or an old result, is drawn. */
    drawn: useSignal<Prepared | null>(null),
    problem: useSignal<ReturnType<typeof toProblem> | null>(null),
    isLost: useSignal(false),
    /** The pose that the stage has reported, which is not sent back. */
    told: useRef(view.peek().camera),
  }
}

/** Loads the stage, and keeps it in step with the signals while the component is mounted. */
export function useStage(inputs: StageInputs) {
  const { prepared, view, marks } = inputs
  const state = useStageState(view)
  const { frame, stage, problem, drawn, told } = state
  const fail = (error: unknown): void => {
    problem.value = toProblem(error)
  }
  useEffect(() => startStage(inputs, state, fail), [])
  useEffect(() => followSize(frame.current, stage.value), [stage.value])
  useImmediateEffect(() => {
    const shown = prepared.value
    if (!stage.value) return
    problem.value = null
    const onDrawn = (): void => {
      drawn.value = shown
      if (stage.value && shown) inputs.onDrawn(stage.value, shown)
    }
    show(stage.value, shown, onDrawn).catch(fail)
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
  return state
}

function startStage(
  { view, space, sharedStage, onChange, onStage }: StageInputs,
  { place, frame, stage, isLost, told }: ReturnType<typeof useStageState>,
  onFailure: (error: unknown) => void,
): () => void {
  let isStopped = false
  let giveBack = (): void => {}
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
    const { stage: made, ...lent } = lend(place.current, events)
    giveBack = lent.giveBack
    made.resize(place.current.clientWidth, place.current.clientHeight, devicePixelRatio)
    made.apply(view.peek().display, space.peek())
    made.look(told.current)
    stage.value = made
    onStage(made)
  }
  load().catch(onFailure)
  return () => {
    onStage(null)
    isStopped = true
    stage.value = null
    giveBack()
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
  const found = toThrownText(error)
  const text = error instanceof SpecimenError ? found : `The picture cannot be drawn: ${found}`
  return { text, isIncomplete: false }
}
