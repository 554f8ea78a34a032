/** A finding of `specimen doctor` about the machine or the installation. */
export interface Finding {
  readonly name: string
  /** `warn`: a host runs, with less than it could have. `fail`: it does not run, or not as configured. */
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  /** The remedy; '' for none. */
  readonly remedy: string
}

/** Returns a finding without a fault. */
export function toOk(name: string, found: string): Finding {
  return { name, state: 'ok', found, remedy: '' }
}
