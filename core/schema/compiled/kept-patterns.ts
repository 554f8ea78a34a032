import { PatternProgram } from '../pattern-program.ts'
import { type Budget, BudgetError } from './budget.ts'

/** Instructions of the programs that are kept: about 16 MB. */
const keptInstructions = 200_000
/** Steps of making a program, and for each of its instructions. */
const programSteps = 500
const instructionSteps = 40
/** Steps of the check for a match, and for each of its own. */
const callSteps = 16
const patternSteps = 4

/** The programs of patterns: each is made at its first match and kept for a while. */
export class KeptPatterns {
  readonly #budget: Budget
  readonly #programs = new Map<string, PatternProgram>()
  #instructions = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Returns whether a pattern matches anywhere in a text. @throws BudgetError */
  matches(pattern: string, text: string): boolean {
    const { spend } = this.#budget
    spend(callSteps)
    const program = this.#find(pattern)
    try {
      return program.test(text, (steps) => spend(patternSteps * steps))
    } catch (error) {
      throw error instanceof BudgetError ? new BudgetError({ pattern, text }) : error
    }
  }

  #find(pattern: string): PatternProgram {
    const known = this.#programs.get(pattern)
    if (known) return known
    const program = new PatternProgram(pattern)
    this.#budget.spend(programSteps + instructionSteps * program.size)
    for (const [oldest, { size }] of this.#programs) {
      if (this.#instructions + program.size <= keptInstructions) break
      this.#programs.delete(oldest)
      this.#instructions -= size
    }
    this.#programs.set(pattern, program)
    this.#instructions += program.size
    return program
  }
}
