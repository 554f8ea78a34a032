/** The API's description: OpenAPI 3.1 at `/openapi.json`, made from the routes' own schemas, and a page to read at `/docs`. */
import Fastify, { type FastifyInstance } from 'fastify'
import { toDocsPage } from './docs-page.ts'
import { jsonType } from './send.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route's description is made of; see `route-schemas.ts`. */
    readonly docs?: FastifySchema
  }
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"

/** Adds both, and `/` that leads there. The description is made when it is first asked for. */
export function addDocsRoutes(app: FastifyInstance, version: string, addRoutes: (scope: FastifyInstance) => void): void {
  let made: ReturnType<typeof describeRoutes> | undefined
  let text: Buffer | undefined
  const describe = () => {
    made ??= describeRoutes(version, addRoutes)
    return made
  }
  app.get('/openapi.json', async (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(await describe()))
    return reply.type(jsonType).send(text)
  })
  app.get('/docs', async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    return toDocsPage(await describe())
  })
  app.get('/', async (_request, reply) => reply.redirect('/docs'))
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
