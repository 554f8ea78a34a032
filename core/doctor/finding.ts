/** What one look at the machine or the installation has found, for `specimen doctor`. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly name: string
  /**
   * `warn`: a host runs, with less than it could have. `fail`: it does not run, or not as it was asked to.
   */
  readonly state: 'ok' | 'warn' | 'fail'
  /** A sentence. */
  readonly found: string
  /** What to do about it; '' when there is nothing to do. */
  readonly remedy: string
}

/** Returns what has been found right. */
export function toOk(name: string, found: string): Finding {
  return { name, state: 'ok', found, remedy: '' }
}
