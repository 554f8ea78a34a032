/** The API's description: OpenAPI 3.1 at `/openapi.json`, made from the routes' own schemas, and a page to read at `/docs`. */
import Fastify, { type FastifyInstance } from 'fastify'
import { toDocsPage } from './docs-page.ts'
import type { PublicPath } from './public-path.ts'
import { jsonType } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route's description is made of; see `route-schemas.ts`. */
    readonly docs?: FastifySchema
  }
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"

export interface DocsOptions {
  readonly version: string
  readonly publicPath: PublicPath
  /** Adds the routes that are described. */
  readonly addRoutes: (scope: FastifyInstance) => void
}

/** Adds both, and `/` that leads there. The description is made when it is first asked for. */
export function addDocsRoutes(app: FastifyInstance, { version, publicPath, addRoutes }: DocsOptions): void {
  let made: ReturnType<typeof describeRoutes> | undefined
  let text: Buffer | undefined
  const describe = () => {
    made ??= describeRoutes(version, addRoutes)
    return made
  }
  app.get('/openapi.json', { config: { access: 'open' } }, async (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(await describe()))
    return reply.type(jsonType).send(text)
  })
  app.get('/docs', { config: { access: 'open' } }, async (request, reply) => {
    // The page's links are relative to `/docs`.
    if (request.url.split('?', 1)[0]?.endsWith('/')) return reply.redirect('../docs')
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    return toDocsPage(await describe())
  })
  app.get('/', { config: { access: 'open' } }, async (request, reply) => {
    const prefix = publicPath.prefixOf(request.raw)
    // Relative where no path is known: a proxy may have cut one off and not said so.
    return reply.redirect(prefix === '' ? 'docs' : `${prefix}/docs`)
  })
}

/** Returns the OpenAPI document of the routes, read off a second instance that has them and never listens. */
async function describeRoutes(version: string, addRoutes: (scope: FastifyInstance) => void) {
  const { default: swagger } = await import('@fastify/swagger')
  const app = Fastify()
  await app.register(swagger, {
    transform: ({ url, route }) => ({ url, schema: route.config?.docs ?? { hide: true } }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Specimen host',
        version,
        description:
          '3D and imaging specimens whose contents are functions: catalog, parameters, data, jobs and one result per room.',
      },
      tags: [
        { name: 'specimens', description: 'The catalog and its data' },
        { name: 'processing', description: 'Functions and the room cache' },
        { name: 'jobs', description: 'Slow loads that can be watched and cancelled' },
      ],
    },
  })
  addRoutes(app)
  await app.ready()
  const document = app.swagger()
  await app.close()
  return document
}
