import { mergeDefaults, type Params } from '../../contract/domain/schema.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { RunMessages } from '../../engine/run/run-messages.ts'
import type { DataCall, DataSource } from '../data/data-source.ts'
import { LoadError, toLoadError } from '../data/load-error.ts'
import type { FunctionCall, WorkerParts } from './function-call.ts'
import type { OnReports, RunSiteFunction } from './function-runs.ts'
import type { Site, SiteBundle, SiteContent, SiteSpecimen } from './site.ts'
import type { ReadSiteFile } from './site-files.ts'

/** The parts of a site's source: its files, its functions, and the worker that decodes. */
export interface SiteSourceParts {
  readonly read: ReadSiteFile
  readonly runFunction: RunSiteFunction
  /** The script of the workers in which functions run. */
  readonly functionScript: Blob
  readonly worker: DataSource
}

/** Returns the results of a site: `worker` prepares files, stored results, and what functions return. */
export function createSiteSource(
  { specimens, bundles }: Site,
  { read, runFunction, functionScript, worker }: SiteSourceParts,
): DataSource {
  /** Returns what takes the place of a host's answer. */
  const find = async (content: SiteContent, params: Params, call: DataCall) => {
    if (content.kind === 'file')
      return { files: [{ path: content.file_name, blob: await read(content.path) }] }
    if (content.kind === 'stored') return { result: await readStored(content, params, read) }
    const bundle = bundles[content.bundle]
    if (!bundle) throw new LoadError(`The site has no bundle ${content.bundle}.`, 'file.missing')
    const { module, files } = await readBundle(bundle, read)
    const parts = { script: functionScript, files }
    const run = { kind: 'call', module, parts, function: content.function, params } as const
    const messages = new RunMessages(Date.now)
    const onReports: OnReports = (skipped, reports) => {
      messages.skip(skipped)
      call.onProgress(reports.map(({ text, fraction }) => messages.report(text, fraction)))
    }
    return { result: await runFunction(content.bundle, run, { signal: call.signal, onReports }) }
  }
  const load: DataSource['load'] = async (request, call) => {
    const shown = specimens.find(({ body }) => body.id === request.specimenId)
    if (!shown || request.files) return await worker.load(request, call) // the user's own
    const { content } = shown
    const found = await find(content, toWhole(shown, request.params), call).catch((error: unknown) => {
      call.signal.throwIfAborted()
      throw toLoadError(error)
    })
    const loaded = await worker.load({ ...request, ...found }, call)
    return content.kind === 'stored' && loaded.type !== 'file' ? withNote(loaded, content.note) : loaded
  }
  return { load, close: () => worker.close() }
}

/** Adds what is said of stored results to the notes of this one. */
function withNote(loaded: Prepared, note: string): Prepared {
  const result = { ...loaded.result, notes: [...(loaded.result.notes ?? []), note] }
  return { ...loaded, result } as Prepared // of the same kind as it was
}

function toWhole({ body }: SiteSpecimen, params: Params): Params {
  return body.schema ? mergeDefaults(body.schema, params) : params
}

async function readBundle(
  { module, files }: SiteBundle,
  read: ReadSiteFile,
): Promise<Pick<FunctionCall, 'module'> & Pick<WorkerParts, 'files'>> {
  const own = Object.entries(files).map(async ([name, path]) => [name, await read(path)] as const)
  return { module: await read(module), files: new Map(await Promise.all(own)) }
}

async function readStored(
  { results, note }: SiteContent & { readonly kind: 'stored' },
  params: Params,
  read: ReadSiteFile,
): Promise<Blob> {
  const wanted = toCanonicalJson(params)
  const found = results.find((stored) => toCanonicalJson(stored.params) === wanted)
  if (!found) throw new LoadError(note, 'result.unstored')
  return await read(found.path)
}
