import { RunTurns } from '../run-turns.ts'
import { type Runner, toShared } from '../runner.ts'

/**
 * The turns of files that callers bring: one of a caller at a time, and a place stays free for the files of
 * specimens, whose readers brought none of them.
 */
export class BroughtTurns {
  readonly #turns: RunTurns

  constructor({ size, queueLimit }: { readonly size: number; readonly queueLimit: number }) {
    const functionRuns = Math.max(1, size - 1) // all of them are of one function
    this.#turns = new RunTurns({ callerRuns: 1, roomRuns: 0, functionRuns, queueSize: queueLimit })
  }

  /** Returns a runner that waits for its turn. */
  limit(runner: Runner): Runner {
    const shared = toShared(runner)
    return {
      run: async (invocation, context) => {
        const made = await this.#turns.run({ invocation, runner: shared }, context)
        if (made.kind === 'computed') return made.result
        throw new TypeError('a decoder computes its results')
      },
    }
  }
}
