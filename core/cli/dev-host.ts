/**
 * The host that `specimen dev` starts, with a command line of `specimen serve`: what the command writes to
 * its standard input is shown on the page, and when the command is gone, so is the host.
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
