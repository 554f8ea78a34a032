import { SpecimenError } from '../contract/domain/errors.ts'
import { toShownText } from '../contract/text/visible-text.ts'
import { version } from '../version.ts'
import { runBuildCommand } from './build-commands.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { type CommandName, commands } from './commands.ts'
import { shells, writeCompletion } from './completion.ts'
import { readCommandLine } from './read-command-line.ts'
import { writeHelp } from './write-help.ts'

/**
 * Runs `specimen` with some arguments and returns the exit code. A fault of the arguments, or of the machine,
 * is one line on standard error and the code 2; any other error is thrown.
 */
export async function runCommand(
  argv: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings.streams
  try {
    const request = readCommandLine(argv)
    if (request.asks === 'command') return await runNamed(request.name, request.line, surroundings)
    if (request.asks === 'help') writeHelp(request.name, stdout)
    else stdout.write(`${version}\n`)
    return 0
  } catch (error) {
    if (!isRefusal(error)) throw error
    stderr.write(`specimen: ${toShownText(error.message)}\n`)
    return 2
  }
}

/** Loads each command on demand: a host starts without the build, and a build without a host. */
async function runNamed(
  name: CommandName,
  line: CommandLine,
  surroundings: CommandSurroundings,
): Promise<number> {
  switch (name) {
    case 'serve':
    case 'relay':
      return await (await import('./host-commands.ts')).runHost(name, line, surroundings)
    case 'worker':
      return await (await import('./worker-command.ts')).runWorker(line, surroundings)
    case 'join':
      return await (await import('./join-command.ts')).runJoin(line, surroundings)
    case 'mcp':
      return await (await import('./mcp-command.ts')).runMcp(line, surroundings)
    case 'types':
      return await (await import('./types-command.ts')).runTypes(line, surroundings)
    case 'token':
      return await (await import('./token-command.ts')).runToken(line, surroundings)
    case 'sign':
      return (await import('./sign-command.ts')).runSign(line, surroundings)
    case 'doctor':
      return await (await import('./doctor-command.ts')).runDoctor(line, surroundings)
    case 'completion':
      for (const shell of shells)
        if (shell === line.argument) surroundings.streams.stdout.write(writeCompletion(shell, commands))
      return 0
    default:
      return await runBuildCommand(name, line, surroundings)
  }
}

/** Node's own sentences name the call and the path: "EACCES: permission denied, mkdir '/data/plugins'". */
function isRefusal(error: unknown): error is Error {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error
  return isOfSystem || error instanceof SpecimenError
}
