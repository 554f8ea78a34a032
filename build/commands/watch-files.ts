/**
 * Says that a file on which a build depends has changed, once for a burst of changes: only such files, so
 * that what else is written beside them (a log of the build itself, say) goes unnoticed.
 */
import { dirname, join, resolve } from 'node:path'
import { FSWatcher } from 'chokidar'
import { isFolder, mayBePlugin } from '../files/discover.ts'
import { isNewerThan, readMark } from '../files/file-state.ts'

/**
 * Editors save in several steps: a change is reported when nothing else has happened for so long. chokidar
 * leaves out what happens to a file within 50 ms of an event; a build that starts later has read it.
 */
const settleMs = 60

export interface Watcher {
  /**
   * Watches these absolute paths, whether they exist or not, in place of those before. `<folder>/*` is
   * whatever lies in that folder. What has changed since `sinceMs`, when a build began to read them, counts
   * as a change.
   */
  readonly watch: (paths: ReadonlySet<string>, sinceMs: number) => void
  readonly close: () => Promise<void>
}

export interface FileWatchOptions {
  /** The folder of plugins, in which new ones are looked for, or the one plugin file. */
  readonly source: string
  readonly onChange: () => void
  readonly onProblem: (text: string) => void
  /**
   * Looks at the files every so many milliseconds, for folders that report no changes; null to be told by the
   * system.
   */
  readonly pollMs: number | null
}

/**
 * Returns a watcher that watches nothing yet. It has chokidar watch every folder above a path, up to the
 * root, and in these only what is asked for: that shows files that do not exist yet, and folders that go and
 * come back.
 */
export function watchFiles({ source, onChange, onProblem, pollMs }: FileWatchOptions): Watcher {
  let watched = ''
  let watcher: FSWatcher | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  const open = (paths: ReadonlySet<string>, folders: ReadonlySet<string>): FSWatcher =>
    new FSWatcher({
      depth: 0,
      ignoreInitial: true,
      ignorePermissionErrors: true, // of folders on the way that may be passed but not listed
      ignored: (name) => {
        const path = resolve(name) // chokidar writes slashes on Windows too
        const isWanted = paths.has(path) || folders.has(path) || paths.has(join(dirname(path), '*'))
        return !isWanted && !mayBePlugin(source, path)
      },
      ...(pollMs !== null && { usePolling: true, interval: pollMs, binaryInterval: pollMs }),
    })
  return {
    watch: (paths, sinceMs) => {
      const above = new Set([...paths].flatMap(listAbove))
      const folders = [...above].filter(isFolder).sort()
      const wanted = [...[...paths].sort(), '', ...folders].join('\n')
      if (isClosed || wanted === watched) return
      watched = wanted
      void watcher?.close()
      watcher = open(paths, above)
        .on('all', (event) => {
          if (event.endsWith('Dir')) watched = '' // chokidar does not look into folders that come back
          tell()
        })
        .once('error', (error) => onProblem(describeProblem(error)))
        .on('error', () => undefined) // the same of every further file
        .once('ready', () => {
          const places = [...paths, ...folders]
          if (places.some((path) => isNewerThan({ mark: readMark(path) }, sinceMs))) tell()
        })
        .add(folders)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await watcher?.close()
    },
  }
}

function describeProblem(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `Some changes will not be noticed (${reason}). Look at the files instead: specimen dev --poll 1`
}

/** Returns the folders above a path, the root last. */
function listAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...listAbove(folder)]
}
