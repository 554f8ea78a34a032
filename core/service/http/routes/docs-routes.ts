import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { pageHeaders } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { toContentPolicy } from '../docs/style.ts'
import type { DocumentOptions } from '../openapi/document.ts'
import { type DeclaredRoute, page } from './access.ts'

const forAll = { config: page }

/** The routes to describe, and files of the description. */
interface DocsOptions extends DocumentOptions {
  readonly routes: readonly DeclaredRoute[]
  readonly envelopeDocument: URL
  /** The script of `/docs`, built from `core/viewer/docs`. */
  readonly tryScript: URL
}

/** The two forms of the description. */
interface Described {
  readonly json: Buffer
  readonly page: Buffer
  readonly policy: string
}

/** Adds the description of the API: `/openapi.json` (3.1), `/docs`, and the envelope's `/docs/envelope`. */
export function addDocsRoutes(app: FastifyInstance, options: DocsOptions): void {
  let described: Promise<Described> | undefined
  /** Makes both once, at the first request: the start of a host waits for none of this. */
  const describe = () => {
    described ??= writeDescription(options)
    return described
  }
  app.get('/openapi.json', forAll, async (_request, reply) => {
    return await reply.type(jsonType).send((await describe()).json)
  })
  app.get('/docs', forAll, async (request, reply) => {
    // The page's links are relative to its address without a slash at the end.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return await reply.redirect('../docs')
    const { page, policy } = await describe()
    reply.type('text/html; charset=utf-8').headers({ 'content-security-policy': policy, ...pageHeaders })
    return page
  })
  app.get('/docs/envelope', forAll, async (_request, reply) => {
    return await reply
      .type('text/plain; charset=utf-8')
      .send(await readFile(options.envelopeDocument, 'utf8'))
  })
}

async function writeDescription(options: DocsOptions): Promise<Described> {
  const [{ toDocument }, { toDocsPage }, script] = await Promise.all([
    import('../openapi/document.ts'),
    import('../docs/page.ts'),
    readFile(options.tryScript, 'utf8'),
  ])
  const document = toDocument(options.routes, options)
  return {
    json: Buffer.from(JSON.stringify(document)),
    page: Buffer.from(toDocsPage(document, options, script)),
    policy: toContentPolicy(script),
  }
}
