import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { toRoomAhead } from '../../domain/invocation.ts'
import type { Params } from '../../domain/schema.ts'
import { type Bounds, joinBoxes } from '../../look/box.ts'
import type { DataSource } from '../data/data-source.ts'
import { pageClock } from '../drive/clock.ts'
import type { Sweep } from '../state/view-state.ts'
import { runSweep, type SweepStep } from './run-sweep.ts'

/** A sweep, and the source of its steps. */
export interface StepsProps {
  readonly sweep: Sweep
  readonly source: DataSource
  readonly specimenId: string
  readonly roomId: string
  readonly viewerId: string
  /** Receives the box around all steps, so that the camera rests while they are played. */
  readonly space: Signal<Bounds | null>
}

/** Returns the steps so far; `key` is JSON of all parameters, with a list of values for the played one. */
export function useSteps(props: StepsProps, key: string) {
  const { sweep, source, specimenId, roomId, viewerId, space } = props
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
      steps.value = [...steps.value, step]
      if (step.content.type === 'file') return
      const [known, { bounds }] = [space.peek(), step.content]
      space.value = known ? joinBoxes(known, bounds) : bounds
    }
    runSweep(requests, { source, clock: pageClock, signal: abort.signal, onStep }).catch((error: unknown) => {
      if (!abort.signal.aborted) problem.value = error instanceof Error ? error.message : String(error)
    })
    return () => {
      abort.abort()
      space.value = null
    }
  }, [key])
  return { steps: steps.value, problem: problem.value }
}
