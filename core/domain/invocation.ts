import type { Params } from './schema.ts'

/** One call of one function, complete: validated, defaults merged, keyed. Only the gate makes them. */
export interface Invocation {
  readonly functionName: string
  /**
   * Identity of the code that answers: a bundle's hash, or a constant of the process for functions in code.
   */
  readonly revision: string
  readonly params: Params
  readonly roomId: string
  /** `functionName:sha256`, the hash being that of the canonical JSON (RFC 8785) of `params`. */
  readonly key: string
}

/** The room of whoever names none. */
export const defaultRoomId = 'service'
