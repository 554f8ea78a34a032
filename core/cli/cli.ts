#!/usr/bin/env node
/** The command line, `specimen`. */
import { hideSecrets } from './hide-secrets.ts'
import { runCommand } from './run-command.ts'

const isHost = /^(?:serve|relay|worker)$/.test(process.argv[2] ?? '')
for (const stream of [process.stdout, process.stderr]) stream.on('error', passOver)

hideSecrets()
process.exitCode = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
})

/** Ignores a reader that has left, as in `specimen explain plugins | head -1`, and a full disk. */
function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && !isHost) throw error
}
