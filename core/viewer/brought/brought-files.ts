/** The files that somebody has brought to the host from this tab, as data of functions. */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { FileRef } from '../../contract/domain/data-ref.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import type { BringCall } from '../panel/data/panel-data.ts'
import { findTabStorage } from '../state/tab-storage.ts'
import type { FileHost, SentFile } from './sent-file.ts'

/** Brings files to one host, and remembers them for as long as the tab is open. */
export interface FileBringer {
  /** The newest first. The host may have dropped some. */
  readonly files: ReadonlySignal<readonly SentFile[]>
  /**
   * Sends a file, unless the host has it from this caller already.
   * @throws what says why it is not taken, before anything is sent where that shows; the signal's reason
   */
  readonly bring: (file: File, call: BringCall) => Promise<SentFile>
  /** Returns what the host has under a hash; null for nothing of this caller. @throws as a client */
  readonly find: (hash: string) => Promise<SentFile | null>
}

const place = 'specimen-files'
const mostRemembered = 40

/** Returns the bringer to a host. Its script is fetched with the first file. */
export function createFileBringer(host: FileHost): FileBringer {
  const storage = findTabStorage()
  const files = signal(parseFiles(storage?.getItem(place) ?? null))
  const remember = (brought: SentFile): void => {
    const others = files.peek().filter(({ file }) => file !== brought.file)
    files.value = [brought, ...others].slice(0, mostRemembered)
    try {
      storage?.setItem(place, JSON.stringify(files.value))
    } catch {
      storage?.removeItem(place) // full: they end with the page
    }
  }
  return {
    files,
    bring: async (file, call) => {
      const { bringFile } = await import('./bring-file.ts')
      const brought = await bringFile(host, file, call)
      remember(brought)
      return brought
    },
    find: async (hash) => {
      const { findFile } = await import('./bring-file.ts')
      return await findFile(host, hash)
    },
  }
}

/** Returns the reference to a file, with its name. */
export function toFileRef({ file, name }: Pick<SentFile, 'file' | 'name'>): FileRef {
  return { file, ...(name !== '' && { name }) }
}

function parseFiles(text: string | null): readonly SentFile[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as Json // JSON.parse returns nothing but Json
    return (isJsonArray(parsed) ? parsed : []).slice(0, mostRemembered).flatMap((item) => {
      if (!isJsonObject(item)) return []
      const { file, name, bytes, kind } = item
      const isWhole =
        typeof file === 'string' &&
        typeof name === 'string' &&
        typeof bytes === 'number' &&
        typeof kind === 'string'
      return isWhole ? [{ file, name, bytes, kind }] : []
    })
  } catch {
    return [] // another page of this origin wrote it
  }
}
