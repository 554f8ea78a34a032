import { fork } from 'node:child_process'
import { once } from 'node:events'
import { isNewerThan, readMark } from '../files/file-state.ts'
import type { BodyErrors } from '../read/body-errors.ts'

/** The errors inside functions as they were when a check began to read. */
export interface BodyFindings extends BodyErrors {
  readonly sinceMs: number
}

/** Checks of functions' bodies by the compiler, beside the build. */
export interface BodyChecks {
  /** Checks modules. Of the requests that arrive meanwhile, the newest is next. */
  check(entries: readonly string[]): void
  close(): Promise<void>
}

/**
 * Looks for type errors inside functions, in a separate process, so that no build waits for it. Findings
 * about a text that was saved again meanwhile are kept back, and its files are checked again; without a
 * request once, since a file may never settle. `onEnd` is called when the process ends by itself.
 */
export function startBodyChecks(
  program: string,
  onFound: (findings: BodyFindings) => void,
  onEnd: (text: string) => void,
): BodyChecks {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  let running: RunningCheck | null = null
  let next: readonly string[] | null = null
  const start = (entries: readonly string[], isSecond = false): void => {
    running = { entries, isSecond, sinceMs: Date.now() }
    next = null
    child.send(entries, () => undefined) // a process that is ending says so by its exit
  }
  child.on('message', ({ problems, files }: BodyErrors) => {
    if (!running) return
    const { entries, isSecond, sinceMs } = running
    running = null
    const findings = { problems, files, sinceMs }
    const isKept = isOutdated(findings) && (next !== null || !isSecond)
    if (!isKept) onFound(findings)
    if (next) start(next)
    else if (isKept) start(entries, true)
  })
  let isClosed = false
  child.once('exit', (code, signal) => {
    const reason = signal ?? `code ${code}`
    if (!isClosed) onEnd(`Types inside functions are checked no more (${reason}); tsc shows their errors.`)
  })
  return {
    /** Checks modules. Of the requests that arrive meanwhile, the newest is next. */
    check: (entries: readonly string[]): void => {
      if (!child.connected) return
      if (running) next = entries
      else start(entries)
    },
    close: async (): Promise<void> => {
      isClosed = true
      child.kill()
      await ended
    },
  }
}

/** Returns true when a file has changed since its errors were looked for, or is gone. */
export function isOutdated({ files, sinceMs }: Pick<BodyFindings, 'files' | 'sinceMs'>): boolean {
  return files.some((file) => {
    const mark = readMark(file)
    return mark === null || isNewerThan({ mark }, sinceMs)
  })
}

/** A check that the process is at. */
interface RunningCheck {
  readonly entries: readonly string[]
  /** True for the check that follows, without a request, one whose files had changed meanwhile. */
  readonly isSecond: boolean
  readonly sinceMs: number
}
