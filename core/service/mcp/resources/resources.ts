import type { ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js'
import { decodePercent } from '../../../contract/text/decode-percent.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { type ListPage, readPage } from '../answers/tool-pages.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { AppResource } from '../apps/app.ts'
import { type Documents, findDocument } from './documents.ts'
import { readEntry, readStory } from './entry-resources.ts'
import { readFileResource } from './file-resource.ts'
import { listResources, unknownResourceError } from './resource-list.ts'
import { readResultResource } from './result-resource.ts'

/** The resources of a host for whoever asks. */
export interface Resources {
  /** @throws `request.invalid` for a cursor of another list */
  list(asker: AskerFacts, cursor: string | undefined): ListPage<Resource>
  /** @throws `route.unknown` for an address of none, `body.large`, and the errors of the specimen */
  read(asker: AskerFacts, uri: string, life: ToolLife): Promise<ReadResourceResult>
}

/** The parts of a host that resources use. */
export interface ResourceParts extends ToolParts, Documents {
  readonly legacyClient: boolean
}

/** Returns the resources: entries of the catalog, stories, files, results, and documents. */
export function createResources(parts: ResourceParts): Resources {
  const made = new WeakMap<Snapshot, readonly Resource[]>()
  const { calls } = parts
  const appPage = new AppResource(parts.appPage)
  return {
    list: ({ caller }, cursor) => {
      const { snapshot } = calls.view(caller)
      const listed = made.get(snapshot) ?? listResources(snapshot)
      made.set(snapshot, listed)
      return readPage(listed, cursor)
    },
    read: async (asker, uri, life) => {
      const document = findDocument(parts, appPage, uri)
      if (document) return await document(asker)
      const [kind, id = '', ...rest] = splitUri(uri)
      const [parameter = '', value = ''] = rest
      if (kind === 'results' && rest.length === 2)
        return await readResultResource(parts, asker, { uri, id, parameter, value }, life)
      if (id === '' || rest.length > 0) throw unknownResourceError(uri)
      if (kind === 'catalog') return readEntry(parts, asker, uri, id)
      const specimen = calls.view(asker.caller).findSpecimen(id)
      if (kind === 'stories') return readStory(uri, specimen)
      if (kind === 'files' && specimen.kind === 'static' && !specimen.scene)
        return await readFileResource(asker, { uri, specimen }, life.signal)
      throw unknownResourceError(uri)
    },
  }
}

/** Returns the kind and the decoded parts of an address. @throws `route.unknown` */
function splitUri(uri: string): readonly string[] {
  const [, path] = /^specimen:\/\/([^?#]*)$/.exec(uri) ?? []
  return (path ?? '').split('/').map((part) => {
    const decoded = decodePercent(part)
    if (decoded === undefined || decoded === '') throw unknownResourceError(uri)
    return decoded
  })
}
