import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { toDocsPage } from '../docs/page.ts'
import { contentPolicy } from '../docs/style.ts'
import { type DocumentOptions, toDocument } from '../openapi/document.ts'
import { type DeclaredRoute, page } from './access.ts'

/** The sources of the API's description. */
export interface DocsOptions extends DocumentOptions {
  readonly routes: readonly DeclaredRoute[]
  readonly envelopeDocument: URL
}

const forAll = { config: page }

/** Adds the description of the API: `/openapi.json` (3.1), `/docs`, and the envelope's `/docs/envelope`. */
export function addDocsRoutes(app: FastifyInstance, options: DocsOptions): void {
  const { routes, envelopeDocument } = options
  const describe = createOnce(() => {
    const document = toDocument(routes, options)
    return { json: Buffer.from(JSON.stringify(document)), page: Buffer.from(toDocsPage(document, options)) }
  })
  app.get('/openapi.json', forAll, async (_request, reply) => reply.type(jsonType).send(describe().json))
  app.get('/docs', forAll, async (request, reply) => {
    // The page's links are relative to its address without a slash at the end.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return await reply.redirect('../docs')
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': contentPolicy, ...pageHeaders })
    return describe().page
  })
  app.get('/docs/envelope', forAll, async (_request, reply) => {
    return await reply.type('text/plain; charset=utf-8').send(await readFile(envelopeDocument, 'utf8'))
  })
}

/** Both take some milliseconds to make, and the routes are public. */
function createOnce<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
