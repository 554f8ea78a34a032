import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { toCanonicalJson } from '../../domain/json.ts'
import type { Params } from '../../domain/schema.ts'

const mostSteps = 100
/** Changes of one parameter that come faster are one step: those of a held key. */
const burstMilliseconds = 400

/** Settled parameters in the order of their choice, with a place among them. */
export interface Timeline {
  readonly canUndo: ReadonlySignal<boolean>
  readonly canRedo: ReadonlySignal<boolean>
  /** Adds parameters behind the place; what was undone is dropped. */
  push(params: Params): void
  /** Moves the place; returns the parameters there, or null at an end. */
  step(by: -1 | 1): Params | null
}

/** Returns a timeline that begins with these parameters. */
export function createTimeline(first: Params, now: () => number): Timeline {
  const state = signal<{ readonly steps: readonly Params[]; readonly at: number }>({ steps: [first], at: 0 })
  let pushedAt = Number.NEGATIVE_INFINITY
  return {
    canUndo: computed(() => state.value.at > 0),
    canRedo: computed(() => state.value.at < state.value.steps.length - 1),
    push: (params) => {
      const { steps, at } = state.peek()
      const [before, last] = [steps[at - 1], steps[at] ?? {}]
      const changed = listChanged(last, params)
      if (changed.length === 0) return
      const isBurst = before && now() - pushedAt < burstMilliseconds && changed.length === 1
      const isSame = isBurst && listChanged(before, last).join() === changed.join()
      const kept = [...steps.slice(0, isSame ? at : at + 1), params].slice(-mostSteps)
      pushedAt = now()
      state.value = { steps: kept, at: kept.length - 1 }
    },
    step: (by) => {
      const { steps, at } = state.peek()
      const params = steps[at + by]
      if (params === undefined) return null
      pushedAt = Number.NEGATIVE_INFINITY
      state.value = { steps, at: at + by }
      return params
    },
  }
}

function listChanged(a: Params, b: Params): string[] {
  const toText = (params: Params, name: string): string => {
    const value = params[name]
    return value === undefined ? '' : toCanonicalJson(value)
  }
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => toText(a, name) !== toText(b, name),
  )
}
