import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Diagnostic } from '../model/diagnostics.ts'

/** Checks of functions' bodies by the compiler, beside the build. */
export interface BodyChecks {
  /** Checks modules. Of the requests that arrive meanwhile, the newest is next. */
  check(entries: readonly string[]): void
  close(): Promise<void>
}

/**
 * Looks for type errors inside functions, in a separate process, so that no build waits for it. `onEnd` is
 * called when that ends by itself.
 */
export function startBodyChecks(
  program: string,
  onFound: (problems: readonly Diagnostic[]) => void,
  onEnd: (text: string) => void,
): BodyChecks {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  let isBusy = false
  let next: readonly string[] | null = null
  const start = (entries: readonly string[]): void => {
    isBusy = true
    next = null
    child.send(entries, () => undefined) // a process that is ending says so by its exit
  }
  child.on('message', (problems: readonly Diagnostic[]) => {
    isBusy = false
    onFound(problems)
    if (next) start(next)
  })
  let isClosed = false
  child.once('exit', (code, signal) => {
    const reason = signal ?? `code ${code}`
    if (!isClosed) onEnd(`Types inside functions are checked no more (${reason}); tsc shows their errors.`)
  })
  return {
    /** Checks modules. Of the requests that arrive meanwhile, the newest is next. */
    check: (entries: readonly string[]): void => {
      if (!child.connected || entries.length === 0) return
      if (isBusy) next = entries
      else start(entries)
    },
    close: async (): Promise<void> => {
      isClosed = true
      child.kill()
      await ended
    },
  }
}
