import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { toContentPolicy } from '../docs/style.ts'
import type { ApiDocument, DocumentOptions } from '../openapi/document.ts'
import { type DeclaredRoute, page } from './access.ts'

const forAll = { config: page }

/** The routes to describe, and files of the description. */
interface DocsOptions extends DocumentOptions {
  readonly routes: readonly DeclaredRoute[]
  readonly envelopeDocument: URL
  /** The script of `/docs`, built from `core/viewer/docs`. */
  readonly tryScript: URL
}

/** The page at `/docs`. */
interface DocsPage {
  readonly html: Buffer
  readonly policy: string
}

/** Adds the description of the API: `/openapi.json` (3.1), `/docs`, and the envelope's `/docs/envelope`. */
export function addDocsRoutes(app: FastifyInstance, options: DocsOptions): void {
  // Made once, at the first request: the start of a host waits for none of this.
  let json: Promise<Buffer> | undefined
  let docs: Promise<DocsPage> | undefined
  app.get('/openapi.json', forAll, async (_request, reply) => {
    json ??= describe(options).then((document) => Buffer.from(JSON.stringify(document)))
    return await reply.type(jsonType).send(await json)
  })
  app.get('/docs', forAll, async (request, reply) => {
    // The page's links are relative to its address without a slash at the end.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return await reply.redirect('../docs')
    docs ??= writePage(options)
    const { html, policy } = await docs
    reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': policy, ...pageHeaders })
    return html
  })
  app.get('/docs/envelope', forAll, async (_request, reply) => {
    return await reply
      .type('text/plain; charset=utf-8')
      .send(await readFile(options.envelopeDocument, 'utf8'))
  })
}

async function describe(options: DocsOptions): Promise<ApiDocument> {
  const { toDocument } = await import('../openapi/document.ts')
  return toDocument(options.routes, options)
}

async function writePage(options: DocsOptions): Promise<DocsPage> {
  const [document, { toDocsPage }, script] = await Promise.all([
    describe(options),
    import('../docs/page.ts'),
    readFile(options.tryScript, 'utf8'),
  ])
  return { html: Buffer.from(toDocsPage(document, options, script)), policy: toContentPolicy(script) }
}
