/**
 * Says that a file on which a build depends has changed, once for a burst of changes: only such files, so
 * that what else is written beside them (a log of the build itself, say) goes unnoticed. Folders are watched,
 * not files: that shows files which do not exist yet, those that editors replace, and those that come back.
 */
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { mayBePlugin } from '../files/discover.ts'
import { isNewerThan, readFileState } from '../files/file-state.ts'
import { startPolling } from './poll-files.ts'

/** Editors save in several steps: a change is reported when nothing else has happened for so long. */
const settleMs = 30

export interface Watcher {
  /**
   * Watches these absolute paths, whether they exist or not, in place of those before. `<folder>/*` is
   * whatever lies in that folder. What has changed since `sinceMs`, when a build began to read them, counts
   * as a change.
   */
  readonly watch: (paths: ReadonlySet<string>, sinceMs: number) => void
  readonly close: () => void
}

export interface WatchOptions {
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

/** Returns a watcher that watches nothing yet. */
export function watchFiles({ source, onChange, onProblem, pollMs }: WatchOptions): Watcher {
  const folders = new Map<string, FSWatcher>()
  let known: ReadonlySet<string> = new Set()
  let above: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | undefined
  const tell = (): void => {
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  const poller = pollMs === null ? null : startPolling(pollMs, tell)
  const isKnown = (path: string): boolean => known.has(path) || known.has(join(dirname(path), '*'))
  const hear = (folder: string, event: string, name: string | null): void => {
    const path = join(folder, name ?? '')
    // A folder that goes is heard of by the one above it, and by itself under its own name.
    const moved =
      event !== 'rename'
        ? null
        : above.has(path)
          ? path
          : name === basename(folder) || !existsSync(folder)
            ? folder
            : null
    if (moved) reopen(moved)
    if (moved || isKnown(path) || mayBePlugin(source, path)) tell()
  }
  const reopen = (moved: string): void => {
    const stale = [...folders.keys()].filter((folder) => `${folder}${sep}`.startsWith(`${moved}${sep}`))
    keepOpen(folders, new Set([...folders.keys()].filter((folder) => !stale.includes(folder))), open)
    keepOpen(folders, new Set([...known].map(findFolder)), open)
  }
  const open = (folder: string): void => {
    try {
      const watcher = watch(folder, (event, name) => hear(folder, event, name))
      watcher.on('error', tell) // the folder has gone; the next build says where to look
      folders.set(folder, watcher)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onProblem(
        `Changes in ${folder} will not be noticed (${reason}). ` +
          'Look at the files instead: specimen dev --poll 1',
      )
    }
  }
  return {
    watch: (paths, sinceMs) => {
      const isNew = [...paths].some((path) => !known.has(path) && isNewerThan(readFileState(path), sinceMs))
      known = paths
      above = new Set([...paths].flatMap(listAbove))
      if (poller) poller.look(new Set([...paths, join(resolve(source), '*')]))
      else keepOpen(folders, new Set([...paths].map(findFolder)), open)
      if (isNew) tell()
    },
    close: () => {
      clearTimeout(timer)
      poller?.close()
      keepOpen(folders, new Set(), open)
    },
  }
}

/** Opens the folders that are wanted, and closes the others, and those whose folder is another one now. */
function keepOpen(
  folders: Map<string, FSWatcher>,
  wanted: ReadonlySet<string>,
  open: (folder: string) => void,
): void {
  for (const [folder, watcher] of folders) {
    if (wanted.has(folder)) continue
    watcher.close()
    folders.delete(folder)
  }
  for (const folder of wanted) if (!folders.has(folder)) open(folder)
}

/** Returns the nearest folder above a path that exists. */
function findFolder(path: string): string {
  const folder = dirname(path)
  return folder === path || statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? folder
    : findFolder(folder)
}

function listAbove(path: string): string[] {
  const folder = dirname(path)
  return basename(folder) === '' ? [] : [folder, ...listAbove(folder)]
}
