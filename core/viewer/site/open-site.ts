import { hostlessValues } from '../../client/data-values.ts'
import { createHostCalls, type HostCalls } from '../../client/host-calls.ts'
import { readView } from '../../contract/look/view-text.ts'
import type { DataSource } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import { measureContent } from '../data/measure-content.ts'
import { WorkerSource } from '../data/worker-source.ts'
import type { Connection } from '../module/connect.ts'
import { startWorker } from '../module/start-worker.ts'
import { toBaseUrl } from '../session/session.ts'
import { createStaticSession } from '../session/static-session.ts'
import { createFunctionRuns } from './function-runs.ts'
import { dataWorkerPath, type Site, type SiteSpecimen, svgType } from './site.ts'
import { createSiteReader, type ReadSiteFile, toBlob } from './site-files.ts'
import { createSiteSource } from './site-source.ts'

/** The script of the workers in which functions run; the build sets it. */
declare const builtFunctionWorker: string

/** Returns what a view has in the place of a connection to a host: the site of the page at `pageUrl`. */
export function openSite(site: Site, pageUrl: string): Connection {
  const baseUrl = toBaseUrl(pageUrl)
  const { in_page: inPage, run_timeout: longestSeconds } = site
  const page = { baseUrl, token: () => undefined, viewerId: '', page: window }
  const script = inPage[dataWorkerPath]
  const worker = new WorkerSource(() => (script ? startBlob(toBlob(script)) : startWorker()), page)
  const read = createSiteReader(site, pageUrl)
  const functionWorker = new Blob([builtFunctionWorker], { type: 'text/javascript' })
  const runFunction = createFunctionRuns(() => startBlob(functionWorker), longestSeconds)
  const source = createSiteSource(site, { read, runFunction, functionScript: functionWorker, worker })
  const client = createSiteClient(site, source, read)
  const session = createStaticSession(client, { baseUrl, linkBase: pageUrl })
  return { session, source, viewerId: '', start: () => worker.start(), close: source.close }
}

/** Starts a classic worker, which has the policy of the page: Chromium starts no module in one of `file:`. */
function startBlob(script: Blob): Worker {
  const address = URL.createObjectURL(script)
  try {
    return new Worker(address)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Returns the part of a client that the page uses. What only a host can do is refused. */
function createSiteClient({ specimens }: Site, source: DataSource, read: ReadSiteFile): HostCalls {
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
    facts: async (id, call) => await measureContent(source, find(id).body, call),
  }
}

async function refuseFetch(): Promise<never> {
  throw new LoadError('This page has no host, which alone can do this.', 'host.unknown')
}
