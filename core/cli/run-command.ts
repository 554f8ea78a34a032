import type { Surroundings } from './surroundings.ts'

/**
 * Runs `specimen` with some arguments and returns the exit code. What was wrong with them, or with the
 * machine, is one line on standard error and the code 2; any other error is thrown.
 */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  if (argv[0] === 'build') return await (await import('./run-build.ts')).runBuildAlone(argv, surroundings)
  return await (await import('./run-any.ts')).runAny(argv, surroundings)
}
