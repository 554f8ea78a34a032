import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { DevFeed } from '../../dev/dev-feed.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { type Coding, chooseCoding } from '../answer/coding.ts'
import { addVary } from '../answer/compress-bodies.ts'
import { readPath } from '../request/parse-request.ts'
import type { PublicPath } from '../request/public-path.ts'
import { addDevRoutes } from './dev-routes.ts'

/** Where the viewer is, and below which path clients see it. */
export interface ViewerOptions {
  /** The folder with `page.html`, and the files that it names with their compressed forms. */
  readonly files: URL
  readonly publicPath: PublicPath
  /** Of a host of `specimen dev`: the page is told of it, and asks for it. */
  readonly devFeed: DevFeed | undefined
}

const mediaTypes: { readonly [extension: string]: string } = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}
const endings: { readonly [coding in Coding]: string } = { br: '.br', gzip: '.gz' }

/** Scripts, style and requests of this origin only; pictures also as data or blobs. */
export const viewerPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const open = { config: { access: 'open' } } as const

/**
 * Adds the viewer: its page at `/`, and what that loads below `/viewer/`. The names of those files have
 * hashes, so that a browser keeps them for good. They are read when they are first asked for.
 */
export function addViewerRoutes(app: FastifyInstance, { files, publicPath, devFeed }: ViewerOptions): void {
  const bodies = new Map<string, Promise<Buffer>>()
  const read = (name: string): Promise<Buffer> => {
    const body = bodies.get(name) ?? readFile(new URL(name, files))
    bodies.set(name, body)
    return body
  }
  let names: Promise<ReadonlySet<string>> | undefined
  app.get('/', open, async (request, reply) => {
    const page = (await read('page.html')).toString()
    const prefix = publicPath.prefixOf(request.raw)
    reply.type('text/html; charset=utf-8').header('content-security-policy', viewerPolicy)
    reply.header('cache-control', 'no-cache').header('referrer-policy', 'no-referrer')
    const base = prefix === '' ? '' : `\n<base href="${prefix}/">`
    // What has come until now is no news to a page that is about to ask for everything.
    const mark = devFeed ? `\n<meta name="specimen-dev" content="${devFeed.id} ${devFeed.seq}">` : ''
    return page.replace('<head>', `<head>${base}${mark}`)
  })
  if (devFeed) addDevRoutes(app, devFeed)
  app.get('/viewer/:file', open, async (request, reply) => {
    const name = readPath(request.params, 'file')
    names ??= readdir(files).then((found) => new Set(found))
    const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)]
    if (mediaType === undefined || !(await names).has(name))
      throw new SpecimenError('route.unknown', `The viewer has no file ${JSON.stringify(name)}.`)
    const coding = chooseCoding(request.headers['accept-encoding'], true)
    addVary(reply, 'accept-encoding')
    if (coding) reply.header('content-encoding', coding)
    reply.type(mediaType).header('cache-control', 'public, max-age=31536000, immutable')
    return await read(coding ? name + endings[coding] : name)
  })
}
