/** Reports changes of the files on which a build depends, once for a burst, and no other changes. */

import { dirname, join, resolve } from 'node:path'
import { FSWatcher } from 'chokidar'
import { toThrownText } from '../../core/contract/text/thrown-text.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { mayBePlugin } from '../files/discover.ts'
import { isNewerThan, readMark } from '../files/file-state.ts'
import { isFolder } from '../files/paths.ts'

/**
 * Editors save in several steps: a change is reported after this much quiet. chokidar leaves out changes of a
 * file within 50 ms of an event; a later build has read them.
 */
const settleMs = 60

/** The folder that is watched, and what is told of it; `pollMs` is null where the system tells. */
export interface FileWatchOptions {
  /** The folder of plugins, which may gain new ones, or the one plugin file. */
  readonly source: string
  readonly onChange: () => void
  readonly onProblem: (text: string) => void
  /** Milliseconds between polls, for folders that report no changes; null for events of the system. */
  readonly pollMs: number | null
}

/** A watch of the files that a build has read. */
export interface FileWatch {
  /**
   * Watches these absolute paths, existing or not, in place of those before. `<folder>/*` stands for all
   * entries of that folder. A change since `sinceMs`, the start of reading, counts.
   */
  watch(paths: ReadonlySet<string>, sinceMs: number): void
  close(): Promise<void>
}

/**
 * Returns a watcher without paths. chokidar watches every folder above a path, up to the root: that shows
 * files that do not exist yet, and folders that go and come back.
 */
export function watchFiles({ source, onChange, onProblem, pollMs }: FileWatchOptions): FileWatch {
  let watched = ''
  let watcher: FSWatcher | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  return {
    /**
     * Watches these absolute paths, existing or not, in place of those before. `<folder>/*` stands for all
     * entries of that folder. A change since `sinceMs`, the start of reading, counts.
     */
    watch: (paths: ReadonlySet<string>, sinceMs: number): void => {
      const isWanted = (path: string): boolean =>
        [path, join(dirname(path), '*')].some((place) => paths.has(place)) ||
        above.has(path) ||
        mayBePlugin(source, path)
      const above = new Set([...paths].flatMap(listAbove))
      const folders = [...above].filter(isFolder).sort()
      const wanted = [...[...paths].sort(), '', ...folders].join('\n')
      if (isClosed || wanted === watched) return
      watched = wanted
      void watcher?.close()
      watcher = createWatcher(isWanted, pollMs)
        .on('all', (event) => {
          if (event.endsWith('Dir')) watched = '' // chokidar does not look into folders that come back
          tell()
        })
        .once('error', (error) => onProblem(describeProblem(error)))
        .on('error', () => undefined) // repeated for every further file
        .once('ready', () => {
          const places = [...paths, ...folders]
          if (places.some((path) => isNewerThan({ mark: readMark(path) }, sinceMs))) tell()
        })
        .add(folders)
    },
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await watcher?.close()
    },
  }
}

function createWatcher(isWanted: (path: string) => boolean, pollMs: number | null): FSWatcher {
  return new FSWatcher({
    depth: 0,
    ignoreInitial: true,
    ignorePermissionErrors: true, // folders above may be traversable but not listable
    ignored: (name) => !isWanted(resolve(name)), // chokidar writes slashes on Windows too
    ...(pollMs !== null && { usePolling: true, interval: pollMs, binaryInterval: pollMs }),
  })
}

function describeProblem(error: unknown): string {
  const reason = toThrownText(error)
  const remedy = `Look at the files instead: ${toCommand('dev --poll 1')}`
  return `Some changes will not be noticed (${reason}). ${remedy}`
}

function listAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...listAbove(folder)]
}
