import { refuse } from './refusal.ts'

/** Steps of one decoding: some seconds, where each takes about a microsecond. */
const mostSteps = 2 ** 24

/** Steps of something that is kept, or that takes long: 65,536 of them are read. */
export const longStep = 2 ** 8

/**
 * The work of one decoding that its bytes do not bound: loops as long as a number in the file says, and parts
 * that are visited once for each that names them. A loop that reads a byte each time needs no step.
 */
export interface StepBudget {
  /**
   * Counts steps before they are made. `what` begins a sentence, in the plural. @throws `file.undecodable`
   */
  readonly step: (what: string, count: number) => void
}

/** Returns the steps of one decoding. */
export function createStepBudget(): StepBudget {
  let made = 0
  return {
    step: (what, count) => {
      made += count
      if (made <= mostSteps) return
      const remedy = 'save its content once, in a file of its own or in plain form'
      throw refuse(`${what} are too many: reading them is out of proportion to the file; ${remedy}.`)
    },
  }
}
