import { SpecimenError } from '../domain/errors.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { version } from '../version.ts'
import { runBuildCommand } from './build-commands.ts'
import { commands } from './commands.ts'
import { shells, writeCompletion } from './completion.ts'
import { readCommandLine } from './read-command-line.ts'
import type { Surroundings } from './surroundings.ts'
import { writeHelp } from './write-help.ts'

/**
 * Runs `specimen` with some arguments and returns the exit code. What was wrong with them, or with the
 * machine, is one line on standard error and the code 2; any other error is thrown.
 */
export async function runCommand(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await run(argv, surroundings)
  } catch (error) {
    if (!(error instanceof SpecimenError || isRefusedBySystem(error))) throw error
    surroundings.streams.stderr.write(`specimen: ${toVisibleText(error.message)}\n`)
    return 2
  }
}

/** Node's own sentence names the call and the path: "EACCES: permission denied, mkdir '/data/plugins'". */
function isRefusedBySystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { streams } = surroundings
  const request = readCommandLine(argv)
  if (request.asks === 'version') streams.stdout.write(`${version}\n`)
  if (request.asks === 'help') await writeHelp(request.name, streams.stdout)
  if (request.asks !== 'command') return 0
  const { name, line } = request
  switch (name) {
    case 'serve':
    case 'relay':
      return await (await import('./host-commands.ts')).runHost(name, line, surroundings)
    case 'worker':
      return await (await import('./worker-command.ts')).runWorker(line, surroundings)
    case 'token':
      return await (await import('./token-command.ts')).runToken(line, surroundings)
    case 'sign':
      return (await import('./sign-command.ts')).runSign(line, surroundings)
    case 'doctor':
      return await (await import('./doctor-command.ts')).runDoctor(line, surroundings)
    case 'completion':
      for (const shell of shells)
        if (shell === line.argument) streams.stdout.write(writeCompletion(shell, commands))
      return 0
    default:
      return await runBuildCommand(name, line, surroundings)
  }
}
