/**
 * Looks at files again and again, where the file system reports no changes: network folders, some containers.
 */
import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readMark } from '../files/file-state.ts'

export interface Poller {
  /** Looks at these paths from now on; `<folder>/*` stands for whatever lies in that folder. */
  readonly look: (paths: ReadonlySet<string>) => void
  readonly close: () => void
}

/**
 * Returns a poller that looks every `everyMs` milliseconds and calls `onChange` when something is not as it
 * was.
 */
export function startPolling(everyMs: number, onChange: () => void): Poller {
  let paths: ReadonlySet<string> = new Set()
  let seen = ''
  const timer = setInterval(() => {
    const found = describe(paths)
    if (found === seen) return
    seen = found
    onChange()
  }, everyMs)
  return {
    look: (wanted) => {
      paths = wanted
      seen = describe(paths)
    },
    close: () => clearInterval(timer),
  }
}

/** The marks of files, and the names in the folders of those that are asked for as a whole. */
function describe(paths: ReadonlySet<string>): string {
  const marks = [...paths].map((path) => (path.endsWith('*') ? listNames(dirname(path)) : readMark(path)))
  return JSON.stringify(marks)
}

function listNames(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder).sort() : []
}
