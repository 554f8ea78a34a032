import type { HostCalls } from '../../client/host-calls.ts'
import type { DataSource, OwnFile } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'

/** No time: they stay until the page is left. */
const whenLeft = '9999-12-31T23:59:59.999Z'

/**
 * The files that a user brings to a page without a host as data of functions: they stay in the browser, under
 * names that this page alone knows, until it is left.
 */
export class PageFiles {
  readonly #files = new Map<string, OwnFile>()
  readonly #source: DataSource

  /** `source` tells the kind of a file. */
  constructor(source: DataSource) {
    this.#source = source
  }

  find(hash: string): OwnFile | undefined {
    return this.#files.get(hash)
  }

  /** As of a host. @throws LoadError for a file that cannot be read */
  readonly upload: HostCalls['upload'] = async (
    blob,
    { name = blob instanceof File ? blob.name : '', signal = new AbortController().signal } = {},
  ) => {
    const file = { path: name, blob }
    const request = { specimenId: name, isDynamic: false, params: {}, roomId: '', files: [file] }
    const loaded = await this.#source.load(request, { signal, onProgress: () => {} })
    if (loaded.type === 'file') throw new LoadError(loaded.reason, 'format.unknown')
    const hash = [...crypto.getRandomValues(new Uint8Array(32))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    this.#files.set(hash, file)
    return { file: hash, name, bytes: blob.size, kind: loaded.result.type, expires: whenLeft }
  }
}
