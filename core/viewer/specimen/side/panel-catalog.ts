import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { HostCalls } from '../../../client/client.ts'
import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import type { FileBringer } from '../../brought/brought-files.ts'
import { createCatalog } from '../../gallery/catalog.ts'
import type { DataCatalog } from '../../panel/data/data-catalog.ts'
import type { Referred } from '../../panel/data/inner-params.ts'

/** What a panel knows of its host, each part fetched when it is needed. */
export interface PanelCatalog {
  readonly catalog: ReadonlySignal<DataCatalog>
  readonly need: (referred: Referred) => void
  /** Takes a file that the host has now. */
  readonly addFile: (hash: string, name: string) => void
  /** Asks once more for the files that were there. */
  readonly askFiles: () => void
}

/** Returns the catalog of a host. Without a way to find files, all of them are taken to be there. */
export function createPanelCatalog(client: HostCalls, findFile: FileBringer['find'] | null): PanelCatalog {
  const { entries, failure, refresh } = createCatalog(client)
  const schemas = signal<DataCatalog['schemas']>(new Map())
  const files = signal<DataCatalog['files']>(new Map())
  const asked = new Set<string>()
  const learn = async (id: string): Promise<void> => {
    // Whoever refers to what is not there reads so from the run, which names it.
    const schema = await client.specimen(id).then(
      (body): ParameterSchema | null => body.schema,
      () => null,
    )
    schemas.value = new Map([...schemas.peek(), [id, schema]])
  }
  const addFile = (hash: string, name: string | null): void => {
    files.value = new Map([...files.peek(), [hash, name]])
  }
  const ask = async (hash: string): Promise<void> => {
    // A host that does not answer says nothing about the file.
    const found = await findFile?.(hash).catch(() => undefined)
    if (found !== undefined) addFile(hash, found?.name ?? null)
  }
  const catalog = computed((): DataCatalog => {
    const { value } = failure
    const problem = value === undefined ? null : `The specimens of this host could not be listed: ${value}`
    return { entries: entries.value ?? [], schemas: schemas.value, files: files.value, problem }
  })
  const once = (name: string, act: () => unknown): void => {
    if (asked.has(name)) return
    asked.add(name)
    act()
  }
  return {
    catalog,
    need: ({ ids, files: hashes }) => {
      once('catalog', refresh)
      for (const id of ids) once(`specimen ${id}`, () => void learn(id))
      for (const hash of hashes) once(`file ${hash}`, () => void ask(hash))
    },
    addFile,
    askFiles: () => {
      for (const [hash, name] of files.peek()) if (name !== null) void ask(hash)
    },
  }
}
