#!/usr/bin/env node
/** The command line, `specimen`. */
import { runCommand } from './run-command.ts'

for (const stream of [process.stdout, process.stderr]) stream.on('error', passOverClosedPipe)

process.exitCode = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
})

/** Whoever read the output has seen enough, as in `specimen explain plugins | head -1`; the work goes on. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
