import { answer } from './answer.ts'
import { runBuildCommand } from './build-commands.ts'
import type { CommandLine } from './command-form.ts'
import { type CommandName, commands } from './commands.ts'
import { shells, writeCompletion } from './completion.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs any command, and returns its exit code. */
export async function runAny(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  return await answer(argv, surroundings, runNamed)
}

async function runNamed(name: CommandName, line: CommandLine, surroundings: Surroundings): Promise<number> {
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
        if (shell === line.argument) surroundings.streams.stdout.write(writeCompletion(shell, commands))
      return 0
    default:
      return await runBuildCommand(name, line, surroundings)
  }
}
