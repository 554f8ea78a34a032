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

/**
 * Returns a function that tells whether a pattern matches anywhere in a text, and throws BudgetError. The
 * program of a pattern is made at its first match and kept for a while.
 */
export function createMatcher({ spend }: Budget): (pattern: string, text: string) => boolean {
  const programs = new Map<string, PatternProgram>()
  let instructions = 0
  const find = (pattern: string): PatternProgram => {
    const known = programs.get(pattern)
    if (known) return known
    const program = new PatternProgram(pattern)
    spend(programSteps + instructionSteps * program.size)
    for (const [oldest, { size }] of programs) {
      if (instructions + program.size <= keptInstructions) break
      programs.delete(oldest)
      instructions -= size
    }
    programs.set(pattern, program)
    instructions += program.size
    return program
  }
  return (pattern, text) => {
    spend(callSteps)
    const program = find(pattern)
    try {
      return program.test(text, (steps) => spend(patternSteps * steps))
    } catch (error) {
      throw error instanceof BudgetError ? new BudgetError({ pattern, text }) : error
    }
  }
}
