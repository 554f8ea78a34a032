#!/usr/bin/env node
/** The command line, `specimen`. */
import { hideSecrets } from './hide-secrets.ts'
import { runCommand } from './run-command.ts'

const isHost = /^(?:serve|relay|worker)$/.test(process.argv[2] ?? '')
let isCut = false
for (const stream of [process.stdout, process.stderr]) stream.on('error', noteLoss)

hideSecrets()
const code = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
})
process.exitCode ??= code

/**
 * Ignores a reader that has left, as in `specimen explain plugins | head -1`. Another end of the output, such
 * as a full disk, ends a command with one line and the code 1: a script would take a part for the whole. A
 * host goes on without its log.
 */
function noteLoss(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || isHost || isCut) return
  isCut = true
  process.exitCode = 1
  process.stderr.write(`specimen: The output is not whole: ${error.message}.\n`)
}
