import { createHash, type Hash } from 'node:crypto'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../contract/domain/log.ts'
import { inTime, isAbsent } from '../files/open-file.ts'

/** The watched paths, and the callback for changes. */
export interface FolderWatchOptions {
  readonly paths: readonly string[]
  readonly followLinks: boolean
  readonly reload: () => Promise<unknown>
  readonly pauseMilliseconds: number
  readonly log: Log
}

const lookShare = 1 / 20
const deepest = 6

/** A watch of folders. */
export interface FolderWatch {
  close(): Promise<void>
}

/**
 * Watches folders: resolves after the first scan. `reload` is called after a change and one pause without
 * further changes, so that copying can finish.
 *
 * It polls (a `stat` a file) in place of events of the system: inotify does not report changes made by
 * another machine in a shared folder, or by the host of a container in a mounted one, and watches every
 * folder apart. A scan of 10,000 specimens takes about a second; the pause after it is 20 times as long.
 */
export async function watchFolders(options: FolderWatchOptions): Promise<FolderWatch> {
  const stop = new AbortController()
  const first = await look(options)
  const ended = watch(options, first, stop.signal)
  return {
    close: async () => {
      stop.abort()
      await ended
    },
  }
}

async function watch(options: FolderWatchOptions, first: string, signal: AbortSignal): Promise<void> {
  const { reload, pauseMilliseconds, log } = options
  let loaded = first
  let seen = first
  let pause = pauseMilliseconds
  for (;;) {
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined) // closed
    if (signal.aborted) return
    const began = performance.now()
    const now = await look(options)
    pause = Math.max(pauseMilliseconds, (performance.now() - began) / lookShare)
    const isSettled = now === seen
    seen = now
    if (!isSettled || now === loaded || signal.aborted) continue
    loaded = now
    await reload().catch((err: unknown) => log.error({ err }, 'the folders could not be read again'))
  }
}

/** Returns a value that differs after any change in the folders. */
async function look({ paths, followLinks }: FolderWatchOptions): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) await addPlace(hash, path, { depth: 0, followLinks })
  return hash.digest('hex')
}

async function addPlace(
  hash: Hash,
  path: string,
  { depth, followLinks }: { readonly depth: number; readonly followLinks: boolean },
): Promise<void> {
  try {
    const mayBeLink = depth === 0 || (depth === 1 && followLinks)
    const stats = await inTime((mayBeLink ? stat : lstat)(path, { bigint: true }), path)
    hash.update(`${path}\0${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}\n`)
    if (!stats.isDirectory() || depth === deepest) return
    const names = await inTime(readdir(path), path)
    for (const name of names.sort())
      if (!name.startsWith('.')) await addPlace(hash, join(path, name), { depth: depth + 1, followLinks })
  } catch (error) {
    hash.update(`${path}\0${isAbsent(error) ? 'absent' : 'unreadable'}\n`)
  }
}
