import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Params } from '../../contract/domain/schema.ts'
import type { Display } from '../../contract/look/display.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'

const mostSteps = 100
/**
 * Changes of the same values that come faster are one step: those of a held key or a dragged handle. One that
 * takes the last one back is a step of its own.
 */
const burstMilliseconds = 400

/** Parameters, and the settings of the picture that are not the author's. */
export interface Step {
  readonly params: Params
  readonly display: Partial<Display>
}

/** Settled values in the order of their choice, with a place among them. */
export interface Timeline {
  readonly canUndo: ReadonlySignal<boolean>
  /** The number of steps before the place. */
  readonly undoCount: ReadonlySignal<number>
  readonly canRedo: ReadonlySignal<boolean>
  /** Adds a change of the last step behind the place; what was undone is dropped. */
  readonly push: (change: Partial<Step>) => void
  /** Moves the place; returns the step there, or null at an end. */
  readonly step: (by: -1 | 1) => Step | null
}

/** Settings that say where one looks. They are no steps, and undo leaves them as they are. */
const looking = ['slices', 'large', 'zoom'] as const

/** Returns the settings of a step with the place that is looked at now. */
export function keepLooking(step: Partial<Display>, now: Partial<Display>): Partial<Display> {
  const entries = Object.entries(step).filter(([name]) => !looking.some((other) => other === name))
  const kept = looking.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]] as const]))
  return Object.fromEntries([...entries, ...kept])
}

/** Returns a timeline that begins with these values. */
export function createTimeline(first: Step, now: () => number): Timeline {
  const state = signal<{ readonly steps: readonly Step[]; readonly at: number }>({ steps: [first], at: 0 })
  let pushedAt = Number.NEGATIVE_INFINITY
  return {
    canUndo: computed(() => state.value.at > 0),
    undoCount: computed(() => state.value.at),
    canRedo: computed(() => state.value.at < state.value.steps.length - 1),
    push: (change) => {
      const { steps, at } = state.peek()
      const [before, last = first] = [steps[at - 1], steps[at]]
      const next = { ...last, ...change }
      const changed = listChanged(last, next)
      if (changed.length === 0) return
      const isBurst = before && now() - pushedAt < burstMilliseconds
      const isBack = before && listChanged(before, next).length === 0
      const isSame = isBurst && !isBack && listChanged(before, last).join() === changed.join()
      const kept = [...steps.slice(0, isSame ? at : at + 1), next].slice(-mostSteps)
      pushedAt = now()
      state.value = { steps: kept, at: kept.length - 1 }
    },
    step: (by) => {
      const { steps, at } = state.peek()
      const step = steps[at + by]
      if (step === undefined) return null
      pushedAt = Number.NEGATIVE_INFINITY
      state.value = { steps, at: at + by }
      return step
    },
  }
}

function listChanged(a: Step, b: Step): string[] {
  const [before, after] = [toTexts(a), toTexts(b)]
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

/** Returns values and settings as texts, a letter before the names of settings; each part has its own. */
function toTexts({ params, display }: Step): Map<string, string> {
  const texts = new Map(Object.entries(params).map(([name, value]) => [name, toCanonicalJson(value)]))
  const { parts, ...settings } = keepLooking(display, {})
  for (const [name, value] of Object.entries(settings)) texts.set(`~${name}`, JSON.stringify(value))
  if (parts === null) texts.set('~parts', 'null')
  for (const part of parts ?? []) texts.set(`~parts/${part.name}`, JSON.stringify(part))
  return texts
}
