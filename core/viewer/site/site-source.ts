import type { Result } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import { completeParams } from '../../contract/schema/place-values.ts'
import { toCanonicalJson } from '../../contract/values/json.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { RunMessages } from '../../engine/run/run-messages.ts'
import type { DataCall, DataSource, LoadRequest, OwnFile } from '../data/data-source.ts'
import { LoadError, toLoadError } from '../data/load-error.ts'
import type { FunctionCall, WorkerParts } from './function-call.ts'
import type { OnReports, RunSiteFunction } from './function-runs.ts'
import type { Site, SiteBundle, SiteContent, SiteSpecimen } from './site.ts'
import { type CallTree, SiteData } from './site-data.ts'
import type { ReadSiteFile } from './site-files.ts'

/** The parts of a site's source: its files, its functions, and the worker that decodes. */
export interface SiteSourceParts {
  readonly read: ReadSiteFile
  readonly runFunction: RunSiteFunction
  /** The script of the workers in which functions run. */
  readonly functionScript: Blob
  readonly worker: DataSource
  /** Returns a file that the user has brought as data, which stays in the page. */
  readonly findFile?: (hash: string) => OwnFile | undefined
}

type LiveContent = Extract<SiteContent, { kind: 'live' }>

/** Returns the results of a site: `worker` prepares files, stored results, and what functions return. */
export function createSiteSource(
  { specimens, bundles }: Site,
  { read, runFunction, functionScript, worker, findFile = () => undefined }: SiteSourceParts,
): DataSource {
  const compute = async (content: LiveContent, params: Params, tree: CallTree): Promise<Result> => {
    const bundle = bundles[content.bundle]
    if (!bundle) throw new LoadError(`The site has no bundle ${content.bundle}.`, 'file.missing')
    const data = await taken.take(content.function, params, tree)
    const { module, files } = await readBundle(bundle, read)
    const parts = { script: functionScript, files }
    const run = { kind: 'call', module, parts, function: content.function, params, data } as const
    return await runFunction(content.bundle, run, tree)
  }
  /** Returns what takes the place of a host's answer. */
  const find = async (content: SiteContent, params: Params, tree: CallTree) => {
    if (content.kind === 'file')
      return { files: [{ path: content.file_name, blob: await read(content.path) }] }
    if (content.kind === 'stored') return { result: await readStored(content, params, read) }
    return { result: await compute(content, params, tree) }
  }
  /** Decodes what is a part of another call, which has the same memory as what is drawn. */
  const decode = async (
    found: Pick<LoadRequest, 'files' | 'result'>,
    { signal }: CallTree,
  ): Promise<Result> => {
    const own = { specimenId: '', isDynamic: found.result !== undefined, params: {}, roomId: '' }
    const loaded = await worker.load({ ...own, ...found }, { signal, onProgress: () => {} })
    if (loaded.type === 'file') throw new LoadError(loaded.reason, 'file.undecodable')
    return loaded.result
  }
  const taken = new SiteData({
    specimens,
    findFile,
    giveFile: async (file, tree) => await decode({ files: [file] }, tree),
    give: async ({ body, content }, params, tree) => {
      const named = { ...tree, onReports: nameReports(body.id, tree.onReports) }
      if (content.kind === 'live') return await compute(content, params, named)
      return await decode(await find(content, params, named), named)
    },
  })
  const load: DataSource['load'] = async (request, call) => {
    const shown = specimens.find(({ body }) => body.id === request.specimenId)
    if (!shown || request.files) return await worker.load(request, call) // the user's own
    const { content } = shown
    const tree = { signal: call.signal, onReports: passReports(call), depth: 1 }
    const found = await find(content, toWhole(shown, request.params), tree).catch((error: unknown) => {
      call.signal.throwIfAborted()
      throw toLoadError(error)
    })
    const loaded = await worker.load({ ...request, ...found }, call)
    return content.kind === 'stored' && loaded.type !== 'file' ? withNote(loaded, content.note) : loaded
  }
  return { load, close: () => worker.close() }
}

/** Numbers the reports of a call, and of those inside it. */
function passReports(call: DataCall): OnReports {
  const messages = new RunMessages(Date.now)
  return (skipped, reports) => {
    messages.skip(skipped)
    call.onProgress(reports.map(({ text, fraction }) => messages.report(text, fraction)))
  }
}

/** A call inside another one tells of its steps by its name; what is done of it is no part of the whole. */
function nameReports(id: string, onReports: OnReports): OnReports {
  return (skipped, reports) =>
    onReports(
      skipped,
      reports.map(({ text }) => ({ text: `${id}: ${text}` })),
    )
}

/** Adds what is said of stored results to the notes of this one. */
function withNote(loaded: Prepared, note: string): Prepared {
  const result = { ...loaded.result, notes: [...(loaded.result.notes ?? []), note] }
  return { ...loaded, result } as Prepared // of the same kind as it was
}

function toWhole({ body }: SiteSpecimen, params: Params): Params {
  return body.schema ? completeParams(body.schema, params) : params
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
