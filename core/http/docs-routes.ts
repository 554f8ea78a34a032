/** The API's description: OpenAPI 3.1 at `/openapi.json`, made from the routes' own schemas, and a page to read at `/docs`. */
import type { FastifyInstance } from 'fastify'
import { toDocsPage } from './docs-page.ts'

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'"

/** Adds both; they describe every route that is added after this. */
export async function addDocsRoutes(app: FastifyInstance, version: string): Promise<void> {
  const { default: swagger } = await import('@fastify/swagger')
  await app.register(swagger, {
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
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy)
    return toDocsPage(app.swagger())
  })
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'))
}
