/** The events of `specimen dev` for its page. Paths are relative to its working directory. */

/** An event of a build or a function. */
export type DevEvent =
  /** All problems of the current build; none when everything is right. Replaces the former ones. */
  | { readonly kind: 'problems'; readonly problems: readonly DevProblem[]; readonly more: number }
  /** Further ones of a build, which replace the former. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  /** The host has other code than before: all built functions; removed ones are absent. */
  | { readonly kind: 'served'; readonly functions: readonly string[]; readonly milliseconds: number }
  /** A function has printed something. */
  | { readonly kind: 'output'; readonly function: string; readonly text: string }
  | {
      /** A function has failed. */
      readonly kind: 'failure'
      readonly function: string
      readonly message: string
      /** JSON, cut where it is long. */
      readonly params: string
      readonly stack: string
    }

/** An event of one kind. */
export type DevEventOf<Kind extends DevEvent['kind']> = Extract<DevEvent, { readonly kind: Kind }>

/** A problem as `specimen build` shows it. */
export interface DevProblem {
  readonly severity: 'error' | 'warning'
  readonly code: string
  /** Null for a problem of the build as a whole. */
  readonly place: DevPlace | null
  /** `function(parameter)` and deeper, for a problem that belongs to one. */
  readonly path: string | null
  readonly found: string
  readonly remedy: string
  /** The line of source with the place underlined; empty when it cannot be read. */
  readonly source: readonly string[]
  readonly origin: DevPlace | null
}

/** A place in a source; line and column begin with 1. */
export interface DevPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** An event as a host keeps it: with its number, from 1, and its time of arrival, in seconds of Unix time. */
export type DevEntry<Kind extends DevEvent['kind'] = DevEvent['kind']> = DevEventOf<Kind> & {
  readonly seq: number
  readonly ts: number
}

/** The answer to a page's poll. */
export interface DevAnswer {
  /** The id of the feed: another after a restart of the command, and then everything is new. */
  readonly feed: string
  readonly entries: readonly DevEntry[]
  /** Set when unseen entries are gone, so that anything may have changed. */
  readonly missed: boolean
}
