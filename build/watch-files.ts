/** Says that something below some folders has changed, once for a burst of changes. */
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'

/** Editors save in several steps: a change is told when so long nothing else has happened. */
const settleMs = 30

export interface Watcher {
  /** Watches further folders, without those inside them. */
  readonly add: (folders: Iterable<string>) => void
  readonly close: () => void
}

/** Watches a folder with all in it, or a single file's folder. Hidden files and packages inside are not looked at. */
export function watchFiles(folder: string, onChange: () => void): Watcher {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const tell = (_event: string, name: string | null): void => {
    if (name?.split(sep).some((part) => part.startsWith('.') || part === 'node_modules')) return
    clearTimeout(timer)
    timer = setTimeout(onChange, settleMs)
  }
  watchers.set(folder, watch(folder, { recursive: true }, tell))
  return {
    add: (folders) => {
      for (const path of folders) {
        const known = watchers.has(path) || path.startsWith(join(folder, sep))
        if (!known && existsSync(path)) watchers.set(path, watch(path, tell))
      }
    },
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
