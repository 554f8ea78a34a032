import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { SpecimenError } from '../../domain/errors.ts'
import type { Prepared } from '../data/prepared.ts'
import { isMissingScript, missingScriptText } from '../data/to-failure.ts'
import type { Stage } from '../stage/stage.ts'
import type { Vector3 } from '../state/display.ts'
import type { ViewState } from '../state/view-state.ts'
import { placeLabels } from './labels.tsx'
import type { LentStage, SharedStage } from './shared-stage.ts'
import { useImmediateEffect } from './use-immediate-effect.ts'

/** What a stage shows, and whom it tells. */
export interface StageInputs {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ViewState>
  readonly marks: ReadonlySignal<readonly Vector3[]>
  readonly sharedStage: SharedStage
  readonly onChange: (change: Partial<ViewState>) => void
  /** The picture is there, and can be asked for a screenshot; null when it is gone. */
  readonly onStage: (stage: Stage | null) => void
}

/** Why a stage does not draw. */
export interface StageProblem {
  readonly text: string
  /**
   * Whether its script could not be loaded. Browsers keep that in mind: only loading the page again helps.
   */
  readonly isIncomplete: boolean
}

/** A stage as the page sees it. */
export interface StageOutputs {
  /** The element that gets the canvas. */
  readonly place: RefObject<HTMLDivElement | null>
  /** The element that gives the canvas its size, with the labels. */
  readonly frame: RefObject<HTMLDivElement | null>
  readonly stage: ReadonlySignal<Stage | null>
  /** Why nothing, or not the newest, is drawn. */
  readonly problem: ReadonlySignal<StageProblem | null>
  readonly isLost: ReadonlySignal<boolean>
}

/** Loads what draws, and keeps it showing what the signals say for as long as the component is there. */
export function useStage(inputs: StageInputs): StageOutputs {
  const { prepared, view, marks, onStage } = inputs
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const stage = useSignal<Stage | null>(null)
  const problem = useSignal<StageProblem | null>(null)
  const isLost = useSignal(false)
  /** The pose that the picture has told, which it need not be told. */
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
    show(stage.value, shown).catch((error: unknown) => {
      problem.value = toProblem(error)
    })
  })
  const display = useComputed(() => view.value.display)
  useImmediateEffect(() => stage.value?.apply(display.value))
  useImmediateEffect(() => stage.value?.mark(marks.value))
  useImmediateEffect(() => {
    const { camera } = view.value
    if (!stage.value || !prepared.value || camera === told.current) return
    told.current = camera
    stage.value.look(camera)
  })
  return { place, frame, stage, problem, isLost }
}

interface StageStart extends StageInputs {
  readonly place: RefObject<HTMLDivElement | null>
  readonly frame: RefObject<HTMLDivElement | null>
  readonly stage: Signal<Stage | null>
  readonly isLost: Signal<boolean>
  readonly told: { current: ViewState['camera'] }
}

/** Takes the stage as soon as its code is there, unless it was stopped by then. */
function startStage(start: StageStart): {
  readonly ready: Promise<void>
  readonly stop: () => void
} {
  const { place, frame, stage, isLost, told, view, sharedStage, onChange, onStage } = start
  let isStopped = false
  let lent: LentStage | null = null
  const events = {
    onCamera: (camera: ViewState['camera']) => {
      told.current = camera
      onChange({ camera })
    },
    onFrame: () => {
      const made = stage.peek()
      if (made && frame.current) placeLabels(frame.current, made)
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
    made.apply(view.peek().display)
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

/** Shows a result, or nothing. */
async function show(stage: Stage, prepared: Prepared | null): Promise<void> {
  if (prepared === null) stage.clear()
  else if (await stage.show(prepared)) performance.mark('result drawn') // for whoever measures
}

function toProblem(error: unknown): StageProblem {
  if (isMissingScript(error)) return { text: missingScriptText, isIncomplete: true }
  const found = error instanceof Error ? error.message : String(error)
  const text = error instanceof SpecimenError ? found : `The picture cannot be drawn: ${found}`
  return { text, isIncomplete: false }
}
