/** The common parts of commands that run a host or a worker: warnings, signals and the end. */

import type { OutputStream } from '../contract/text/output-streams.ts'
import { toThrownText } from '../contract/text/thrown-text.ts'
import { toShownText } from '../contract/text/visible-text.ts'
import { keysOf } from '../contract/values/keys-of.ts'
import { findUnknownVariables } from '../options/config.ts'
import type { CommandSurroundings } from './command-form.ts'

/** The time in which a closed process should end by itself. */
const endMilliseconds = 2000

/** Exit codes by signal, as shells use them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Resolves with the signal that requests the end. A second one calls `abandon` and ends at once. */
export function waitForSignal(abandon: () => void): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false
    for (const signal of keysOf(exitCodes)) {
      process.on(signal, () => {
        if (!isAsked) {
          isAsked = true
          return resolve(signal)
        }
        abandon()
        process.exit(exitCodes[signal])
      })
    }
  })
}

/** Ends a process that a file system without answers keeps alive; `process.exit` would wait as well. */
export function endForSure(stderr: OutputStream): void {
  const end = (): void => {
    stderr.write('specimen: a file system does not answer; the process is ended without waiting for it.\n')
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, endMilliseconds).unref()
}

/** Reads the folders again at each SIGHUP. */
export function onHangup(reload: () => Promise<unknown>, stderr: OutputStream): void {
  const report = (error: unknown) => {
    stderr.write(`specimen: the folders could not be read again: ${toShownText(toThrownText(error))}\n`)
  }
  process.on('SIGHUP', () => void reload().catch(report))
}

/** Warns of each variable that looks like an option and has no effect. */
export function warnOfUnknownVariables(
  environment: CommandSurroundings['environment'],
  stderr: OutputStream,
): void {
  for (const { name, nearest } of findUnknownVariables(environment)) {
    const remedy =
      nearest === null ? '; specimen help serve lists the options.' : `; did you mean ${nearest}?`
    stderr.write(`WARNING: ${toShownText(name)} is not known${remedy}\n`)
  }
}
