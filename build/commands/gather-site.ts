import { type Client, ProblemError } from '../../core/client/client.ts'
import { takesData } from '../../core/contract/domain/data-ref.ts'
import { mergeDefaults, type Params } from '../../core/contract/domain/schema.ts'
import type { SpecimenBody } from '../../core/contract/wire/bodies.ts'
import { type Site, type SiteContent, type SiteSpecimen, svgType } from '../../core/viewer/site/site.ts'
import { mapLimited } from '../files/map-limited.ts'
import { type PageBundle, toFileName } from './page-bundles.ts'

/** A host that answers without a socket. */
export interface ExportHost {
  readonly client: Client
  readonly close: () => Promise<void>
}

/** The fate of a function: `refused` functions are left out of the site. */
export interface FunctionReport {
  readonly id: string
  readonly state: 'live' | 'stored' | 'refused'
  readonly text: string
}

/** The specimens of a site with their files by path, but for those of the viewer. */
export interface GatheredSite extends Pick<Site, 'bundles' | 'specimens'> {
  readonly files: ReadonlyMap<string, Blob>
  readonly reports: readonly FunctionReport[]
  /** Sentences on what the host could not use. */
  readonly problems: readonly string[]
  /** True unless a folder or a file could not be read; what shows a function elsewhere is left out. */
  readonly isRead: boolean
}

/** The hosts that are asked, and the bundles for pages. */
export interface SiteSources {
  readonly client: Client
  /** A host whose functions run as in a page. */
  readonly trial: Client
  readonly bundles: readonly PageBundle[]
}

/**
 * Codes of problems that are no part of a folder that could not be read: what shows or takes what is
 * elsewhere.
 */
const shownElsewhere: ReadonlySet<string> = new Set([
  'function.unknown',
  'specimen.unknown',
  'params.invalid',
  'part.unknown',
])
/** Specimens that are gathered at once. */
const mostAtOnce = 4

/** Receives the id of the specimen that is waited for, with what is made of it. */
type SiteListener = (id: string, text?: string) => void

/** Gathers all that a host's page shows, with functions in place of results where they can run in a page. */
export async function gatherSite(sources: SiteSources, onWait: SiteListener): Promise<GatheredSite> {
  const { client, bundles } = sources
  const entries = await client.catalog()
  const tell = tellOldest(onWait)
  const gathered = await mapLimited(entries, mostAtOnce, ({ id }) =>
    gatherSpecimen(id, sources, (text) => tell.say(id, text)).finally(() => tell.end(id)),
  )
  const files = new Map(gathered.flatMap((each) => each.files))
  const reports = gathered.flatMap(({ report }) => report ?? [])
  const specimens = gathered.flatMap(({ specimen }) => specimen ?? [])
  const live = new Set(specimens.map(({ content }) => (content.kind === 'live' ? content.bundle : null)))
  const shown = bundles.filter(({ name }) => live.has(name))
  for (const [path, file] of shown.flatMap((bundle) => [...bundle.files])) files.set(path, file)
  const { errors } = await client.reload()
  const problems = errors.map(({ source, detail }) => `${source}: ${detail}`)
  const isRead = errors.every(({ code }) => shownElsewhere.has(code))
  const listed = Object.fromEntries(shown.map(({ name, site }) => [name, site]))
  return { bundles: listed, specimens, files, reports, problems, isRead }
}

/** Says for which of several specimens the command has waited longest. */
function tellOldest(onWait: SiteListener) {
  const open = new Map<string, string | undefined>()
  const tell = (): void => {
    const [oldest] = open
    if (oldest) onWait(...oldest)
  }
  const say = (id: string, text?: string): void => {
    open.set(id, text)
    tell()
  }
  const end = (id: string): void => {
    open.delete(id)
    tell()
  }
  return { say, end }
}

/** A specimen as gathered for the site: none where it is left out. A file has no report. */
interface GatheredSpecimen extends Pick<Gathered, 'report' | 'files'> {
  readonly specimen?: SiteSpecimen
}

async function gatherSpecimen(
  id: string,
  sources: SiteSources,
  say: (text?: string) => void,
): Promise<GatheredSpecimen> {
  const { client } = sources
  say()
  const body = await client.specimen(id)
  const { report, content, files } = body.is_dynamic
    ? await gatherFunction(body, sources, say)
    : await gatherFile(id, client)
  const reported = report && { report }
  if (!content) return { ...reported, files: [] }
  say('its picture')
  const picture = await readPicture(client, body)
  const path = `thumbnails/${toFileName(id)}${picture?.type === svgType ? '.svg' : ''}`
  const specimen = { body: { ...body, thumbnail_url: picture && path }, content }
  return { ...reported, specimen, files: [...files, ...(picture ? [[path, picture] as const] : [])] }
}

/** A file has no report, and what is left out has no content. */
interface Gathered {
  readonly report?: FunctionReport
  readonly content?: SiteContent
  readonly files: readonly (readonly [path: string, file: Blob])[]
}

async function gatherFunction(
  body: SpecimenBody,
  { client, trial, bundles }: SiteSources,
  say: (text: string) => void,
): Promise<Gathered> {
  const { id, function_name } = body
  const bundle = bundles.find(({ functions }) => functions.some(({ name }) => name === function_name))
  const found = bundle?.functions.find(({ name }) => name === function_name)
  if (!bundle || !found)
    return { report: { id, state: 'refused', text: 'no bundle has its function' }, files: [] }
  say('a run as in a page')
  const reason = bundle.reason ?? (await tryOut(body, trial))
  if (reason !== null) return await storeResults(body, { reason, client, say })
  const { name, parameters, progress, return_type, returns, schema } = found
  const kind = { return_type, ...(returns && { returns }) }
  const called = { name, parameters, progress, ...kind, ...(takesData(schema) && { schema }) }
  const content = { kind: 'live', bundle: bundle.name, function: called } as const
  return { report: { id, state: 'live', text: 'runs in the page' }, content, files: [] }
}

/**
 * Calls a function as in a page, with its defaults, or its first preset where a parameter has none. Returns
 * the reason why it fails there; null where it runs, and where no values are known.
 */
async function tryOut({ id, schema, presets = [] }: SpecimenBody, trial: Client): Promise<string | null> {
  const { required = [] } = schema ?? {}
  const [params] = [...(required.length === 0 ? [{}] : []), ...presets.map((preset) => preset.params)]
  if (!params) return null
  try {
    await trial.data(id, { params })
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return `it fails in a page: ${error.message}`
  }
}

/** The host that computes results, with the reason why a page cannot. */
interface StoreTools {
  readonly reason: string
  readonly client: Client
  readonly say: (text: string) => void
}

/** Computes the results of the default and of each preset. */
async function storeResults(
  { id, schema, presets = [] }: SpecimenBody,
  { reason, client, say }: StoreTools,
): Promise<Gathered> {
  const files: (readonly [string, Blob])[] = []
  const results: { readonly params: Params; readonly path: string }[] = []
  let failed = ''
  for (const { name, params } of [{ name: 'the default', params: {} }, ...presets]) {
    say(`the result of ${name}`)
    try {
      const { content } = await client.save(id, 'json', { params })
      const path = `results/${toFileName(id)}-${results.length}.json`
      files.push([path, content])
      results.push({ params: schema ? mergeDefaults(schema, params) : params, path })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      failed += `; ${name}: ${error.message}`
    }
  }
  if (results.length === 0) return { report: { id, state: 'refused', text: reason + failed }, files }
  const note = `The function cannot run in a page: ${reason}. There are results of its defaults and presets.`
  const text = `${reason}; ${results.length} of ${presets.length + 1} results${failed}`
  return { report: { id, state: 'stored', text }, content: { kind: 'stored', note, results }, files }
}

async function gatherFile(id: string, client: Client): Promise<Gathered> {
  const { fileName, content } = await client.save(id, 'file')
  const path = `data/${toFileName(id)}/${toFileName(fileName)}`
  return { content: { kind: 'file', path, file_name: fileName }, files: [[path, content]] }
}

/** Returns the author's picture, or one that the host draws. */
async function readPicture(client: Client, { id, thumbnail_url: own }: SpecimenBody): Promise<Blob | null> {
  try {
    const picture = own === null ? await client.picture(id, { width: 256 }) : await client.thumbnail(id)
    return picture.size > 0 ? picture : null // of a file of an unknown format there is none
  } catch (error) {
    if (error instanceof ProblemError) return null // the card shows a figure of its type
    throw error
  }
}
