/** What `specimen dev` has told this page, as the drawer shows it. */
import type {
  DevAnswer,
  DevEntry,
  DevProblem,
  FailureEvent,
  OutputEvent,
  ServedEvent,
} from '../../domain/dev-event.ts'
import type { DevMark } from './dev-mark.ts'

const failureLimit = 20
const outputLimit = 300

/** Everything the drawer shows. */
export interface DevState {
  readonly isConnected: boolean
  readonly problems: readonly DevProblem[]
  /** How many problems there are beyond those. */
  readonly more: number
  readonly faults: readonly string[]
  /** Of the code that is served now, the newest first. */
  readonly failures: readonly DevEntry<FailureEvent>[]
  /** The oldest first. */
  readonly output: readonly DevEntry<OutputEvent>[]
  readonly served: DevEntry<ServedEvent> | null
}

/** Before anything has come. */
export const initialState: DevState = {
  isConnected: true,
  problems: [],
  more: 0,
  faults: [],
  failures: [],
  output: [],
  served: null,
}

/** Returns the state with a further entry. What failed in code that has been replaced is forgotten. */
export function addEntry(state: DevState, entry: DevEntry): DevState {
  switch (entry.kind) {
    case 'problems':
      return { ...state, problems: entry.problems, more: entry.more }
    case 'faults':
      return { ...state, faults: entry.faults }
    case 'served': {
      const isOld = ({ function: name }: FailureEvent): boolean => entry.functions.includes(name)
      return { ...state, served: entry, failures: state.failures.filter((failure) => !isOld(failure)) }
    }
    case 'output':
      return { ...state, output: [...state.output, entry].slice(-outputLimit) }
    case 'failure':
      return { ...state, failures: [entry, ...state.failures].slice(0, failureLimit) }
  }
}

/**
 * Returns the functions that have been built since the page knew `known`: null when none was, `'any'` when
 * that cannot be told, because the command was started again or the page has slept for long.
 */
export function findServed(known: DevMark, answer: DevAnswer): readonly string[] | 'any' | null {
  if (answer.feed !== known.feed || answer.missed) return 'any'
  const served = answer.entries.filter(({ kind, seq }) => kind === 'served' && seq > known.seq)
  const names = served.flatMap((entry) => (entry.kind === 'served' ? entry.functions : []))
  return served.length > 0 ? [...new Set(names)] : null
}

/** Returns the first place of a stack that is in a source of the person's own, null when there is none. */
export function findPlace(stack: string): string | null {
  const line = stack.split('\n').find(isOwnFrame) ?? ''
  return /^\s+at (?:async )?(?:.*\()?(.+?)\)?$/.exec(line)?.[1] ?? null
}

/** Returns whether a line of a stack names a source that was written by the person who reads it. */
export function isOwnFrame(line: string): boolean {
  return /^\s+at .*\.[cm]?tsx?:\d+:\d+\)?$/.test(line) && !line.includes('node_modules')
}
