#!/usr/bin/env node
/** The command line, `specimen`. */
import { hideSecrets } from './hide-secrets.ts'
import { runCommand } from './run-command.ts'

for (const stream of [process.stdout, process.stderr]) stream.on('error', passOverClosedPipe)

hideSecrets()
process.exitCode = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
})

// Node would first finish the collection of garbage that it has begun, which takes a build that had nothing
// to do a twentieth of its time. Hosts end by themselves: exiting waits for file systems that do not answer.
if (process.argv[2] === 'build') {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()))
  process.exit()
}

/** Whoever read the output has seen enough, as in `specimen explain plugins | head -1`; the work goes on. */
function passOverClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
