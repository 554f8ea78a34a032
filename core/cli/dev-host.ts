/**
 * The host that `specimen dev` starts, with a command line of `specimen serve`: events from the command
 * arrive on its standard input and appear on the page, and the host ends with the command.
 */
import { hideSecrets } from './hide-secrets.ts'
import { runCommand } from './run-command.ts'

hideSecrets()
process.exitCode = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
  devEvents: process.stdin,
})
