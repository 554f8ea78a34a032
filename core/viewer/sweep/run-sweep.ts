import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { toRoomAhead } from '../../contract/domain/invocation.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { type Bounds, joinBoxes } from '../../contract/look/box.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { findSceneBox, withPlacement } from '../../data/prepared/placement.ts'
import type { DataSource, LoadRequest } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import { type Clock, pageClock } from '../drive/clock.ts'
import { isPassing } from '../drive/driver.ts'
import { measureBytes } from '../drive/kept-results.ts'
import type { RunState, ShownResult } from '../drive/run-state.ts'
import type { Stage } from '../stage/stage.ts'
import type { Sweep } from '../state/view-state.ts'

/** A step that the page has. */
export type SweepStep = RunState['shown'] & {}

/** Milliseconds of a step in a sweep that is played at its usual speed. */
export const stepMilliseconds = 250
const mostBytes = 512 * 2 ** 20
const longestWait = 15_000

/** The source of a sweep's results, and what is told of each step. */
export interface SweepRunOptions {
  readonly source: Pick<DataSource, 'load'>
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly onStep: (step: SweepStep) => void
}

/**
 * Loads the steps of a sweep one after the other. A busy host is asked again later, less and less often.
 * @throws {LoadError} for a step that fails, and for more bytes than the page keeps; the signal's reason
 */
export async function runSweep(requests: readonly LoadRequest[], options: SweepRunOptions): Promise<void> {
  const { source, clock, signal, onStep } = options
  let bytes = 0
  for (const request of requests) {
    if (bytes > mostBytes)
      throw new LoadError('The page keeps 512 MB of a sweep. Take fewer steps.', 'result.too-large')
    const startedAt = clock.now()
    const content = await loadPatiently(request)
    signal.throwIfAborted()
    bytes += measureBytes(content)
    onStep({ content, params: request.params, isPreview: false, seconds: (clock.now() - startedAt) / 1000 })
  }

  async function loadPatiently(request: LoadRequest, failures = 0): Promise<SweepStep['content']> {
    try {
      return await source.load(request, { signal, onProgress: () => {} })
    } catch (error) {
      if (signal.aborted || !(error instanceof LoadError && isPassing(error))) throw error
      const wait = Math.min(1000 * 2 ** failures, longestWait)
      await new Promise<void>((resolve) => clock.after(wait, resolve))
      signal.throwIfAborted()
      return await loadPatiently(request, failures + 1)
    }
  }
}

/** A played parameter, the source of its steps, and the stage that draws them. */
export interface SweepProps {
  readonly sweep: Sweep
  /** True for a time that nobody has asked to play: nothing is computed ahead before. */
  readonly isOfTime: boolean
  readonly schema: ParameterSchema
  readonly params: Params
  readonly source: DataSource
  readonly specimenId: string
  readonly roomId: string
  readonly viewerId: string
  /** The anatomical directions of x, y and z; empty for none. */
  readonly orientation: string
  /** Receives the box around all steps, so that the camera rests while they are played. */
  readonly space: Signal<Bounds | null>
  readonly stage: () => Stage | null
  readonly fileStem: string
  /** Takes another sweep; null closes the bar. */
  readonly onSweep: (sweep: Sweep | null) => void
  readonly onShow: (params: Params, step: SweepStep) => void
  /** Called when the stage has shown the steps. */
  readonly onSaved: () => void
}

/** The results of a sweep so far, and why it has ended early. */
export interface SweepSteps {
  readonly steps: readonly ShownResult[]
  readonly problem: string | null
}

/** Returns the steps so far; `key` is JSON of all parameters, with a list of values for the played one. */
export function useSteps(props: SweepProps, key: string): SweepSteps {
  const { sweep, source, specimenId, roomId, viewerId, space, orientation } = props
  const steps = useSignal<readonly SweepStep[]>([])
  const problem = useSignal<string | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    // It was made of these.
    const { [sweep.name]: values, ...others } = JSON.parse(key) as Params
    const list = Array.isArray(values) ? values : []
    steps.value = []
    problem.value = null
    const requests = list.map((value, i) => ({
      specimenId,
      isDynamic: true,
      params: { ...others, [sweep.name]: value },
      roomId: toRoomAhead(roomId, `${viewerId}-${i + 1}`), // so that no room loses its result
    }))
    const onStep = (step: SweepStep): void => {
      const content = step.content.type === 'file' ? step.content : withPlacement(step.content, orientation)
      steps.value = [...steps.value, { ...step, content }]
      if (content.type === 'file') return
      const [known, box] = [space.peek(), findSceneBox(content)]
      space.value = known ? joinBoxes(known, box) : box
    }
    runSweep(requests, { source, clock: pageClock, signal: abort.signal, onStep }).catch((error: unknown) => {
      if (!abort.signal.aborted) problem.value = toThrownText(error)
    })
    return () => {
      abort.abort()
      space.value = null
    }
  }, [key])
  return { steps: steps.value, problem: problem.value }
}
