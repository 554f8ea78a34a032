/**
 * The OpenAPI document: nothing that a linter minds (which holds its examples to its schemas, too), and
 * complete.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { createHost } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { describeOperations } from '../../../core/service/http/openapi/document.ts'
import type { Body } from '../../support/api.ts'

async function readDocument(options: Parameters<typeof createHost>[0] = {}): Promise<Body> {
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent', ...options })
  const { body } = await host.inject('/openapi.json')
  await host.close()
  return JSON.parse(body)
}

const methods = ['get', 'post', 'put', 'delete']
const operationsOf = (document: Body): Body[] =>
  Object.values<Body>(document.paths).flatMap((path) => methods.flatMap((method) => path[method] ?? []))

/** Rules of the linter that the service's interface breaks by its own addresses. */
const rules = {
  // `/api/specimens/` is the interface's address.
  'no-path-trailing-slash': 'off',
  // `/api/specimens/reload` is, too; OpenAPI prefers the concrete address to `/api/specimens/{specimen_id}`.
  'no-ambiguous-paths': 'off',
} as const

describe('the OpenAPI document', () => {
  it.each([
    ['a host', {}],
    ['a host with a token', { token: 'secret' }],
    ['a relay', { relay: true }],
  ])('of %s has nothing that a linter minds', async (_, options) => {
    const config = await createConfig({ extends: ['recommended'], rules })
    const source = JSON.stringify(await readDocument(options))
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
    ).toEqual([])
  })

  it('has each operation once, at one address', async () => {
    const ids = operationsOf(await readDocument()).map(({ operationId }) => operationId)
    expect(ids.sort()).toEqual(Object.keys(describeOperations('application/x')).sort())
  })

  it('asks for a bearer token when the host does, and takes one otherwise', async () => {
    const { security, paths } = await readDocument({ token: 'secret' })
    expect(security).toEqual([{ bearer: [] }])
    expect(Object.keys(paths['/livez'].get.responses)).not.toContain('401')
    expect((await readDocument()).security).toEqual([{}, { bearer: [] }])
  })

  it('requires something of every object that is sent, and names every body', async () => {
    const { paths, components } = await readDocument()
    for (const [name, schema] of Object.entries<Body>(components.schemas)) {
      if (schema.type === 'object' && !['CallBody', 'DataBody', 'TicketWish'].includes(name))
        expect(schema.required?.length, name).toBeGreaterThan(0)
    }
    const inline =
      JSON.stringify(paths).match(/"application\/(problem\+)?json":\{"schema":\{"(?!\$ref)[^}]*/g) ?? []
    expect(inline.filter((text) => !text.includes('"type":"array","items":{"$ref"'))).toEqual([])
  })

  it('gives the envelope the name that the host gives it', async () => {
    const document = await readDocument({ envelopeMediaType: 'application/x-other' })
    const { content } = document.paths['/api/specimens/{specimen_id}/data'].get.responses[200]
    expect(Object.keys(content)).toContain('application/x-other')
    expect(JSON.stringify(document)).not.toContain('application/x-service-envelope-v1')
  })
})
