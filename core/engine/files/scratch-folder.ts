/** Folders that a command has for itself while it runs, and that no end of its process leaves behind. */
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that `close` removes with all that is in it, or else the end of the process. */
export interface ScratchFolder {
  readonly path: string
  readonly close: () => void
}

/** Makes a folder whose path begins with `prefix`. Throws the error of the system. */
export function createScratchFolder(prefix: string): ScratchFolder {
  const path = mkdtempSync(prefix)
  const remove = (): void => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  const close = (): void => {
    process.off('exit', remove)
    remove()
  }
  return { path, close }
}

/** Makes one for the machine's temporary files. */
export function createTemporaryFolder(name: string): ScratchFolder {
  return createScratchFolder(join(tmpdir(), name))
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Makes signals end the process by `exit`, so that no scratch folder stays, and not in the middle of what a
 * command does at once, such as putting files in place. Returns the function that gives signals back.
 */
export function endBySignals(): () => void {
  const listeners = signals.map((signal) => {
    const end = (): never => process.exit(128 + constants.signals[signal]) // as shells count
    process.on(signal, end)
    return [signal, end] as const
  })
  return () => {
    for (const [signal, end] of listeners) process.off(signal, end)
  }
}
