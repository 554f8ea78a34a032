import type { DevAnswer, DevEntry, DevProblem } from '../../contract/domain/dev-event.ts'

const failureLimit = 20
const outputLimit = 300

/** The state of the drawer. */
export interface DevState {
  readonly isConnected: boolean
  readonly problems: readonly DevProblem[]
  readonly more: number
  readonly faults: readonly string[]
  /** Failures of the code that is served now, the newest first. */
  readonly failures: readonly DevEntry<'failure'>[]
  /** Output, the oldest first. */
  readonly output: readonly DevEntry<'output'>[]
  readonly served: DevEntry<'served'> | null
}

/** The state before any event. */
export const initialState: DevState = {
  isConnected: true,
  problems: [],
  more: 0,
  faults: [],
  failures: [],
  output: [],
  served: null,
}

/** Returns the state with a further entry. Drops failures of replaced code. */
export function addEntry(state: DevState, entry: DevEntry): DevState {
  switch (entry.kind) {
    case 'problems':
      return { ...state, problems: entry.problems, more: entry.more }
    case 'faults':
      return { ...state, faults: entry.faults }
    case 'served': {
      const isOld = ({ function: name }: DevEntry<'failure'>): boolean => entry.functions.includes(name)
      return { ...state, served: entry, failures: state.failures.filter((failure) => !isOld(failure)) }
    }
    case 'output':
      return { ...state, output: [...state.output, entry].slice(-outputLimit) }
    case 'failure':
      return { ...state, failures: [entry, ...state.failures].slice(0, failureLimit) }
  }
}

/** Returns the functions built since `known`: null for none, `'any'` after a restart or a long sleep. */
export function findServed(
  known: { readonly feed: string; readonly seq: number },
  answer: DevAnswer,
): readonly string[] | 'any' | null {
  if (answer.feed !== known.feed || answer.missed) return 'any'
  const served = answer.entries.filter(({ kind, seq }) => kind === 'served' && seq > known.seq)
  const names = served.flatMap((entry) => (entry.kind === 'served' ? entry.functions : []))
  return served.length > 0 ? [...new Set(names)] : null
}

/** Returns the first place of a stack in the author's own source; null without one. */
export function findPlace(stack: string): string | null {
  const line = stack.split('\n').find(isOwnFrame) ?? ''
  return /^\s+at (?:async )?(?:.*\()?(.+?)\)?$/.exec(line)?.[1] ?? null
}

/** Returns whether a line of a stack names the author's own source. */
export function isOwnFrame(line: string): boolean {
  return /^\s+at .*\.[cm]?tsx?:\d+:\d+\)?$/.test(line) && !line.includes('node_modules')
}
