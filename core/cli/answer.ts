import { toVisibleText } from '../domain/visible-text.ts'
import { version } from '../version.ts'
import type { CommandLine } from './command-form.ts'
import type { CommandName } from './commands.ts'
import { readCommandLine } from './read-command-line.ts'
import type { Surroundings } from './surroundings.ts'
import { writeHelp } from './write-help.ts'

/**
 * Understands arguments and returns the exit code of what they ask for: help and version are here, commands
 * are run by `run`. What was wrong with them, or with the machine, is one line on standard error and the code
 * 2; any other error is thrown.
 */
export async function answer(
  argv: readonly string[],
  surroundings: Surroundings,
  run: (name: CommandName, line: CommandLine, surroundings: Surroundings) => Promise<number>,
): Promise<number> {
  const { stdout, stderr } = surroundings.streams
  try {
    const request = readCommandLine(argv)
    if (request.asks === 'command') return await run(request.name, request.line, surroundings)
    if (request.asks === 'help') await writeHelp(request.name, stdout)
    else stdout.write(`${version}\n`)
    return 0
  } catch (error) {
    if (!isRefusal(error)) throw error
    stderr.write(`specimen: ${toVisibleText(error.message)}\n`)
    return 2
  }
}

/**
 * Returns whether an error tells what is wrong with what was asked for, or with the machine. Ours are known
 * by their name: what `specimen build` loads late is bundled apart, and has a class of its own. Node's own
 * sentence names the call and the path: "EACCES: permission denied, mkdir '/data/plugins'".
 */
function isRefusal(error: unknown): error is Error {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfSystem || (error instanceof Error && error.name === 'SpecimenError')
}
