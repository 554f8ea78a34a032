import { effect, type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import type { Bounds, Prepared } from '../../../data/prepared/prepared.ts'
import { isMissingScript, missingScriptText } from '../../data/load-error.ts'
import type { Stage } from '../../stage/stage.ts'
import type { ShownView, ViewState } from '../../state/view-state.ts'
import { placeOver } from '../over/place-labels.ts'
import type { TextLayer } from '../over/place-texts.ts'
import { turnCube } from '../over/view-cube.tsx'
import type { SharedStage } from './shared-stage.ts'

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

/** The reason why a stage draws nothing, or an old result. */
interface StageProblem {
  readonly text: string
  /** Set where only a reload helps, as browsers cache that a script could not be loaded. */
  readonly isIncomplete: boolean
}

/** The elements and signals that the hook below shares with the start of its stage. */
interface StageState {
  /** The element of the canvas. */
  readonly place: RefObject<HTMLDivElement | null>
  /** The element around it that gives it its size and has the labels. */
  readonly frame: RefObject<HTMLDivElement | null>
  readonly stage: Signal<Stage | null>
  /** The content of the canvas. */
  readonly drawn: Signal<Prepared | null>
  /** The reason why nothing, or an old result, is drawn. */
  readonly problem: Signal<StageProblem | null>
  readonly isLost: Signal<boolean>
  /** True while a quick frame is there, which a sharp one follows. */
  readonly hasQuick: Signal<boolean>
  /** The pose that the stage has reported, which is not sent back. */
  readonly told: RefObject<ViewState['camera']>
  /** The texts of labels, which are placed with each frame. */
  readonly texts: RefObject<TextLayer | null>
}

/** A stage on the page, as it is drawn. */
export interface RunningStage extends StageState {
  /** True until what is there is drawn sharply, or cannot be. */
  readonly isBusy: ReadonlySignal<boolean>
}

function useStageState(view: StageInputs['view']): StageState {
  return {
    place: useRef<HTMLDivElement>(null),
    frame: useRef<HTMLDivElement>(null),
    stage: useSignal<Stage | null>(null),
    drawn: useSignal<Prepared | null>(null),
    problem: useSignal<StageProblem | null>(null),
    isLost: useSignal(false),
    hasQuick: useSignal(false),
    told: useRef(view.peek().camera),
    texts: useRef<TextLayer | null>(null),
  }
}

/** Loads the stage, and keeps it in step with the signals while the component is mounted. */
export function useStage(inputs: StageInputs): RunningStage {
  const { prepared, view, marks } = inputs
  const state = useStageState(view)
  const { frame, stage, problem, drawn, hasQuick, told } = state
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
  const isBusy = useComputed(
    () => problem.value === null && !state.isLost.value && (drawn.value !== prepared.value || hasQuick.value),
  )
  return { ...state, isBusy }
}

function startStage(
  { view, space, sharedStage, onChange, onStage }: StageInputs,
  { place, frame, stage, isLost, hasQuick, told, texts }: StageState,
  onFailure: (error: unknown) => void,
): () => void {
  let isStopped = false
  let giveBack = (): void => {}
  const events = {
    onCamera: (camera: ViewState['camera']) => {
      told.current = camera
      onChange({ camera })
    },
    onFrame: (isQuick: boolean) => {
      const made = stage.peek()
      if (!made || !frame.current) return
      hasQuick.value = isQuick
      placeOver(frame.current, made, isQuick)
      turnCube(frame.current, made)
      texts.current?.place(made, isQuick)
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
    fillPlace(made, place.current.getBoundingClientRect())
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
    if (!entry || matchMedia('print').matches) return // paper takes the picture as it is
    const { width, height } = entry.contentRect
    fillPlace(stage, { width, height })
    if (width === 0 || height === 0) return
    // Paper gives the picture the same shape, so that nothing is stretched: see `page/print.css`.
    const { style } = frame.parentElement ?? frame
    style.setProperty('--columns', String(Math.round(width)))
    style.setProperty('--rows', String(Math.round(height)))
  })
  observer.observe(frame)
  return () => observer.disconnect()
}

/** Gives the picture whole pixels, as its canvas has them by `specimen.css`: others would be blurred. */
function fillPlace(stage: Stage, { width, height }: Record<'width' | 'height', number>): void {
  stage.resize(Math.floor(width), Math.floor(height), devicePixelRatio)
}

async function show(stage: Stage, prepared: Prepared | null, onDrawn: () => void): Promise<void> {
  if (prepared === null) stage.clear()
  else if (!(await stage.show(prepared))) return
  else performance.mark('result drawn') // for measurements
  onDrawn()
}

function toProblem(error: unknown): StageProblem {
  if (isMissingScript(error)) return { text: missingScriptText, isIncomplete: true }
  const found = toThrownText(error)
  const text = error instanceof SpecimenError ? found : `The picture cannot be drawn: ${found}`
  return { text, isIncomplete: false }
}

/** Runs at once and after each change of a signal that it reads; `useSignalEffect` waits a frame, 16 ms. */
function useImmediateEffect(run: () => void): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => effect(() => newest.current()), [])
}
