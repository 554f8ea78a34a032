import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DevAnswer } from '../../../contract/domain/dev-event.ts'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { chooseCoding } from '../answer/coding.ts'
import { addVary } from '../answer/compress-bodies.ts'
import { pageHeaders } from '../answer/safe-headers.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import { createViewerReader, type ViewerFile } from '../answer/viewer-files.ts'
import type { DevFeed } from '../dev-feed.ts'
import type { Origins } from '../request/cors.ts'
import { parseSince, readPath, readQuery, watchClient } from '../request/parse-request.ts'
import { page as pageRules, reading } from './access.ts'
import { addCardRoutes, type CardOptions } from './card-routes.ts'

/**
 * Scripts, style, workers and requests of this origin only; pictures also as data or blobs. It may stand in
 * frames of its own pages and of the listed ones. A worker has the policy of its own file, so all files have
 * it.
 */
const toHeaders = (embedders: Origins = []) => ({
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${embedders === '*' ? '*' : ["'self'", ...embedders].join(' ')}`,
  ].join('; '),
  ...pageHeaders,
})
const forAll = { config: pageRules }
/** Below the time after which proxies drop a silent answer. */
const waitMilliseconds = 25_000

/**
 * Adds the viewer: its page at `/`, its icon, and its files below `/viewer/`. The names of those files have
 * hashes, so browsers keep them for good and revalidate only the page, and `module.js` for pages of others. A
 * host of `specimen dev` has a feed: the page is marked, and polls it.
 */
export function addViewerRoutes(
  app: FastifyInstance,
  folder: URL,
  {
    embedders,
    devFeed,
    ...options
  }: Pick<CardOptions, 'parts' | 'asksToken'> & {
    readonly embedders: Origins | undefined
    readonly devFeed: DevFeed | undefined
  },
): void {
  const readViewer = createViewerReader(folder)
  const { publicPath } = options.parts
  const headers = toHeaders(embedders)
  addCardRoutes(app, { ...options, readViewer, headers })

  app.get('/', forAll, async (request, reply) => {
    const prefix = publicPath.prefixOf(request.raw)
    // The page has one address, /lab/, so that a link to a part of it, `#/id`, leads to /lab/#/id at once.
    const isCut = request.originalUrl.split('?', 1)[0]?.endsWith('/') === false
    if (prefix !== '' && isCut) return await reply.redirect(`${prefix}/`)
    const page = (await readViewer()).page(prefix)
    if (!devFeed) return await sendTagged(page, 'text/html; charset=utf-8', reply.headers(headers))
    // Earlier entries are no news to a page that is about to load everything.
    const mark = `<meta name="specimen-dev" content="${devFeed.id} ${devFeed.seq}">`
    reply.headers({ ...headers, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8')
    return page.body.toString().replace('<head>', `<head>\n${mark}`)
  })
  if (devFeed) addDevRoutes(app, devFeed)

  app.get('/viewer/:file', forAll, async (request, reply) => {
    const name = readPath(request.params, 'file')
    const file = (await readViewer()).files.get(name)
    if (!file) throw new SpecimenError('route.unknown', `The viewer has no file ${JSON.stringify(name)}.`)
    const isLasting = name !== 'module.js'
    const keeping = isLasting ? 'public, max-age=31536000, immutable' : 'no-cache'
    return await sendFile(file, reply.headers({ ...headers, 'cache-control': keeping }))
  })

  // Browsers request it with an answer that names no icon, such as the catalog.
  app.get('/favicon.ico', forAll, async (_request, reply) => {
    const kept = { ...headers, 'cache-control': 'public, max-age=86400' }
    return await sendFile((await readViewer()).icon, reply.headers(kept))
  })
}

async function sendFile(
  { mediaType, plain, compress }: ViewerFile,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const coding = chooseCoding(reply.request.headers['accept-encoding'], true)
  addVary(reply, 'accept-encoding') // also where none was chosen: a cache may keep the file for good
  if (coding) reply.header('content-encoding', coding)
  return await reply.type(mediaType).send(coding ? await compress(coding) : plain)
}

/**
 * Adds `/dev/feed`: long polling for the page of `specimen dev`, which names the feed and its last entry.
 * Polling works through proxies, carries the token in its header, and in a background page holds none of the
 * six connections that a browser has for a host, unlike an endless stream.
 */
function addDevRoutes(app: FastifyInstance, feed: DevFeed): void {
  app.get(
    '/dev/feed',
    { config: { ...reading, isPage: true } },
    async ({ query }, reply): Promise<DevAnswer> => {
      const seen = parseSince(readQuery(query, 'since'))
      const since = readQuery(query, 'feed') === feed.id ? seen : -1
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), waitMilliseconds)
      watchClient(reply).addEventListener('abort', () => patience.abort())
      await feed.wait(since, patience.signal)
      clearTimeout(timer)
      reply.header('cache-control', 'no-store')
      return feed.read(since)
    },
  )
}
