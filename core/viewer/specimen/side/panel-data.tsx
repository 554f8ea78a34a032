import { computed, signal } from '@preact/signals'
import type { HostCalls } from '../../../client/client.ts'
import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import { createCatalog } from '../../gallery/catalog.ts'
import { createThumbnails, Thumbnail } from '../../gallery/thumbnail.tsx'
import type { DataCatalog } from '../../panel/data/data-catalog.ts'
import type { PanelData } from '../../panel/data/panel-data.ts'

/** Returns the way of a panel to its host: catalog, schemas and pictures, each fetched when it is needed. */
export function createPanelData(client: HostCalls, isDrawing: boolean): PanelData {
  const { entries, failure, refresh } = createCatalog(client)
  const schemas = signal<DataCatalog['schemas']>(new Map())
  const asked = new Set<string>()
  const source = { thumbnails: createThumbnails(client), isDrawing }
  const learn = async (id: string): Promise<void> => {
    // Whoever refers to what is not there reads so from the run, which names it.
    const schema = await client.specimen(id).then(
      (body): ParameterSchema | null => body.schema,
      () => null,
    )
    schemas.value = new Map([...schemas.peek(), [id, schema]])
  }
  const catalog = computed((): DataCatalog => {
    const { value } = failure
    const problem = value === undefined ? null : `The specimens of this host could not be listed: ${value}`
    return { entries: entries.value ?? [], schemas: schemas.value, problem }
  })
  const need = (ids: readonly string[]): void => {
    if (asked.size === 0) void refresh()
    for (const id of ['', ...ids]) {
      if (asked.has(id)) continue
      asked.add(id)
      if (id !== '') void learn(id)
    }
  }
  return { catalog, need, draw: (entry) => <Thumbnail entry={entry} source={source} /> }
}
