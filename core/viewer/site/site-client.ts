import { hostlessValues } from '../../client/data-values.ts'
import { createHostCalls, type HostCalls } from '../../client/host-calls.ts'
import { readView } from '../../contract/look/view-text.ts'
import type { DataSource } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import { measureContent } from '../data/measure-content.ts'
import { type Site, type SiteSpecimen, svgType } from './site.ts'
import type { ReadSiteFile } from './site-files.ts'

/** Returns the part of a client that the page uses. What only a host can do is refused. */
export function createSiteClient({ specimens }: Site, source: DataSource, read: ReadSiteFile): HostCalls {
  const find = (id: string): SiteSpecimen => {
    const specimen = specimens.find(({ body }) => body.id === id)
    if (specimen) return specimen
    throw new LoadError(`This page has no specimen ${JSON.stringify(id)}.`, 'specimen.unknown')
  }
  const save: HostCalls['save'] = async (
    id,
    form,
    { params = {}, part, signal = new AbortController().signal } = {},
  ) => {
    const { body, content } = find(id)
    if (form === 'file' && content.kind === 'file')
      return { fileName: content.file_name, content: await read(content.path) }
    const { is_dynamic: isDynamic, display_name: name, axes, view = '' } = body
    const saved = { form: form === 'file' ? 'envelope' : form, name, axes, display: readView(view) }
    const given = await hostlessValues.take(params)
    const request = { specimenId: id, isDynamic, params: given, roomId: '', saved, part }
    const loaded = await source.load(request, { signal, onProgress: () => {} })
    if (loaded.type === 'file' && loaded.content) return { ...loaded, content: loaded.content }
    throw new LoadError(loaded.type === 'file' ? loaded.reason : 'There is no file.', 'form.unavailable')
  }
  return {
    ...createHostCalls('', { fetch: refuseFetch }),
    catalog: async () => specimens.map(({ body }) => body),
    specimen: async (id) => find(id).body,
    thumbnail: async (id) => {
      const path = find(id).body.thumbnail_url ?? ''
      const picture = await read(path)
      return path.endsWith('.svg') ? new Blob([picture], { type: svgType }) : picture
    },
    save,
    zarrAddress: refuseFetch,
    facts: async (id, call) => await measureContent(source, find(id).body, call),
  }
}

async function refuseFetch(): Promise<never> {
  throw new LoadError('This page has no host, which alone can do this.', 'host.unknown')
}
