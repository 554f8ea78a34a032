/**
 * What `specimen dev` tells the people who look at the page: it writes events, a host keeps the last of them
 * as entries, and pages ask for those that they have not seen. Texts are for people: paths are relative to
 * the folder in which the command runs, and what could steer a terminal is visible.
 */

/** What a build or a function has given. */
export type DevEvent = ProblemsEvent | FaultsEvent | ServedEvent | OutputEvent | FailureEvent

/** All problems that the build has now; none when everything is right. Replaces those before. */
export interface ProblemsEvent {
  readonly kind: 'problems'
  readonly problems: readonly DevProblem[]
  /** How many there are beyond those. */
  readonly more: number
}

/** A problem as `specimen build` shows it. */
export interface DevProblem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  /** Null for one of the build as a whole. */
  readonly place: DevPlace | null
  /** `function(parameter)` and further inside, where it belongs to one. */
  readonly path: string | null
  readonly found: string
  readonly remedy: string
  /** The line of source with the place underlined; empty when it cannot be read. */
  readonly source: readonly string[]
  /** A second place that it comes from. */
  readonly origin: DevPlace | null
}

/** A place in a source; line and column begin with 1. */
export interface DevPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What else is wrong now, a sentence each: what stopped a build, what the host cannot load. Replaces. */
export interface FaultsEvent {
  readonly kind: 'faults'
  readonly faults: readonly string[]
}

/** The host has other code than before. */
export interface ServedEvent {
  readonly kind: 'served'
  /** The functions that were built. What has gone is not among them. */
  readonly functions: readonly string[]
  /** From the start of the build. */
  readonly milliseconds: number
}

/** A function has printed something. */
export interface OutputEvent {
  readonly kind: 'output'
  readonly function: string
  readonly text: string
}

/** A function has failed. */
export interface FailureEvent {
  readonly kind: 'failure'
  readonly function: string
  readonly message: string
  /** JSON, cut where it is long. */
  readonly params: string
  /** Empty when there is none. */
  readonly stack: string
}

/** An event as a host keeps it: with its number, from 1, and when it came, in seconds of Unix time. */
export type DevEntry<Event extends DevEvent = DevEvent> = Event & {
  readonly seq: number
  readonly ts: number
}

/** What a page gets that asks for what it has not seen. */
export interface DevAnswer {
  /** Which feed it is: another after the command was started again, and then everything is new. */
  readonly feed: string
  /** Ascending by `seq`. */
  readonly entries: readonly DevEntry[]
  /** Whether something that it has not seen is gone, and so anything may have changed. */
  readonly missed: boolean
}
