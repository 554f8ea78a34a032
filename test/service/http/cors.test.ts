/** Pages of other origins: who may use the API, and what they are shown of an answer. */
import { describe, expect, it } from 'vitest'
import { parseOrigins } from '../../../core/service/http/request/cors.ts'
import { readHeaders, readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { useProbeHost } from '../../support/use-host.ts'

const page = 'https://page.example'
const used = useProbeHost()
const { start } = used
/** Resolves with the status and the headers that CORS knows, `vary` included. */
const ask = async (method: string, target: string, headers: { readonly [name: string]: string } = {}) => {
  const answer = await sendRaw(used.url, toRequest(method, target, { origin: page, ...headers }))
  const known = Object.entries(readHeaders(answer)).filter(([name]) => /^(access-control-|vary$)/.test(name))
  return { status: readStatus(answer), ...Object.fromEntries(known) } as {
    status: number
    [header: string]: unknown
  }
}

describe('a host without --cors-origin', () => {
  it('says nothing of origins, and refuses preflights', async () => {
    await start({})
    expect(await ask('GET', '/api/specimens/')).toEqual({ status: 200, vary: 'accept-encoding' })
    expect(await ask('OPTIONS', '/api/specimens/', { 'access-control-request-method': 'GET' })).toEqual({
      status: 405,
    })
  })
})

describe('a host with a list of origins', () => {
  const token = 'the-token'
  const authorization = `Bearer ${token}`
  const open = { 'access-control-allow-origin': page, vary: expect.stringMatching(/\bOrigin\b/i) }

  it('marks every kind of answer: JSON, results, files, errors, 304, and what is no address', async () => {
    await start({ corsOrigin: `http://localhost:5173, ${page}`, token })
    const etag =
      readHeaders(
        await sendRaw(
          used.url,
          toRequest('GET', '/api/specimens/labels/data?room_id=kept', { authorization }),
        ),
      ).etag ?? ''
    for (const [status, method, target, headers] of [
      [200, 'GET', '/api/specimens/', { authorization }],
      [200, 'GET', '/api/specimens/labels/data', { authorization }],
      [200, 'GET', '/api/specimens/big/data?params={"mebibytes":20}', { authorization }],
      [200, 'GET', '/api/specimens/cloud/data', { authorization }],
      [304, 'GET', '/api/specimens/labels/data?room_id=kept', { authorization, 'if-none-match': etag }],
      [200, 'GET', '/api/specimens/rock/data', { authorization }],
      [206, 'GET', '/api/specimens/rock/data', { authorization, range: 'bytes=0-3' }],
      [416, 'GET', '/api/specimens/rock/data', { authorization, range: 'bytes=900-' }],
      [200, 'GET', '/api/specimens/rock/thumbnail', { authorization }],
      [401, 'GET', '/api/specimens/', {}],
      [404, 'GET', '/api/specimens/nobody', { authorization }],
      [404, 'GET', '/nowhere', { authorization }],
      [405, 'PUT', '/api/specimens/', { authorization }],
      [400, 'GET', '/%zz', { authorization }],
      [422, 'GET', '/api/specimens/tetra/data?params={"size":"x"}', { authorization }],
      [500, 'GET', '/api/specimens/failing/data', { authorization }],
    ] as const) {
      const line = `${status} ${method} ${target}`
      const answer = await ask(method, target, headers)
      expect(answer, line).toMatchObject({ status, ...open })
      expect(String(answer['access-control-expose-headers']).toLowerCase(), line).toMatch(
        /^(?=.*\betag\b)(?=.*\bcontent-disposition\b)(?=.*\bretry-after\b)/,
      )
    }
    expect((await ask('GET', '/api/specimens/labels/data', { authorization })).vary).toMatch(/\baccept\b/i)
  })

  it('answers preflights without the token, for every method and header that the API takes', async () => {
    await start({ corsOrigin: page, token })
    for (const [target, method] of [
      ['/api/specimens/x/data', 'POST'],
      ['/api/jobs/x', 'DELETE'],
      ['/api/specimens/x/data', 'GET'],
      ['/nowhere', 'GET'],
    ] as const) {
      const wanted = 'authorization, content-type, range, if-none-match'
      const answer = await ask('OPTIONS', target, {
        'access-control-request-method': method,
        'access-control-request-headers': wanted,
      })
      expect(answer).toMatchObject({ status: 204, ...open, 'access-control-allow-credentials': 'true' })
      expect(String(answer['access-control-allow-methods']).split(', ')).toContain(method)
      const allowed = String(answer['access-control-allow-headers']).toLowerCase().split(', ')
      for (const header of wanted.split(', ')) expect(allowed).toContain(header)
    }
  })

  it('lets no page of another origin read anything, and tells caches that this depends on the origin', async () => {
    await start({ corsOrigin: page })
    for (const origin of [
      'https://other.example',
      'null',
      'https://page.example.evil.org',
      `${page}:444`,
      page.toUpperCase(),
    ]) {
      for (const target of ['/api/specimens/', '/api/specimens/labels/data', '/%zz']) {
        const answer = await ask('GET', target, { origin })
        expect([answer['access-control-allow-origin'], answer.vary], `${origin} ${target}`).toEqual([
          undefined,
          open.vary,
        ])
      }
      const preflight = await ask('OPTIONS', '/api/specimens/', {
        origin,
        'access-control-request-method': 'POST',
      })
      expect(preflight['access-control-allow-origin']).toBeUndefined()
    }
  })
})

describe('a host for all origins', () => {
  it('sends no word of credentials', async () => {
    await start({ corsOrigin: '*' })
    for (const target of ['/api/specimens/', '/api/specimens/labels/data', '/%zz']) {
      const answer = await ask('GET', target)
      expect(answer).toMatchObject({ 'access-control-allow-origin': '*' })
      expect(answer).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})

describe('--cors-origin', () => {
  it.each([
    ['*', undefined, 1],
    ['*', 'the-token', 0],
    [page, undefined, 0],
    [undefined, undefined, 0],
  ])('warns of everybody\u2019s pages when it is %s and the token %s', async (corsOrigin, token, count) => {
    const lines: string[] = []
    const logDestination = { write: (line: string) => void lines.push(line) }
    await start({ logLevel: 'warn', logDestination, corsOrigin, token })
    expect(lines.filter((line) => line.includes('every origin'))).toHaveLength(count)
  })

  it.each([
    ['https://page.example/', 'https://page.example?'],
    ['https://Page.example', 'https://page.example?'],
    ['https://page.example:443', 'https://page.example?'],
    ['https://page.example/app', 'https://page.example?'],
    ['page.example', 'https://example.org'],
    ['https://*.example', 'https://example.org'],
    ['*,https://page.example', '* alone'],
    ['null', 'https://example.org'],
    ['', 'https://example.org'],
    ['https://a.example,', 'https://example.org'],
  ])('refuses %j', (text, wanted) => {
    expect(() => parseOrigins(text, '--cors-origin')).toThrow(wanted)
  })

  it('takes pages with ports, of this machine, and of apps', () => {
    const list = ['http://localhost:5173', 'https://[::1]:8443', 'capacitor://localhost', 'app://viewer']
    expect(parseOrigins(list.join(' , '), '--cors-origin')).toEqual(list)
  })
})

it.each([[{ token: 'the-token' }], [{}]])(
  'every answer forbids sniffing, whatever made it, of a host with %j',
  async (options) => {
    await start(options)
    const authorization = 'Bearer the-token'
    const started = await fetch(`${used.url}/api/specimens/labels/start`, {
      method: 'POST',
      headers: { authorization },
    })
    const { job_id } = await started.json()
    const etag =
      readHeaders(
        await sendRaw(
          used.url,
          toRequest('GET', '/api/specimens/labels/data?room_id=kept', { authorization }),
        ),
      ).etag ?? ''
    const requests = [
      toRequest('GET', '/api/specimens/'),
      toRequest('GET', '/api/specimens/', { authorization }),
      toRequest('GET', '/api/specimens/labels/data', { authorization }),
      toRequest('GET', '/api/specimens/labels/data?room_id=kept', { authorization, 'if-none-match': etag }),
      toRequest('GET', '/api/specimens/big/data?params={"mebibytes":20}', { authorization }),
      toRequest('GET', '/api/specimens/rock/data', { authorization }),
      toRequest('GET', '/api/specimens/rock/thumbnail', { authorization }),
      toRequest('GET', '/api/processing/functions', { authorization }),
      toRequest('GET', `/api/jobs/${job_id}/progress`, { authorization }),
      toRequest('HEAD', `/api/jobs/${job_id}/progress`, { authorization }),
      toRequest('GET', '/api/jobs/nobody/progress', { authorization }),
      toRequest('DELETE', '/api/jobs/nobody', { authorization }),
      toRequest('GET', '/nowhere', { authorization }),
      toRequest('PUT', '/docs', { authorization }),
      toRequest('GET', '/%zz', { authorization }),
      toRequest('GET', '/%zz'),
      toRequest('GET', '/docs'),
      toRequest('GET', '/openapi.json'),
      toRequest('GET', '/'),
      'GARBAGE\r\n\r\n',
      `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    ]
    for (const request of requests) {
      expect(
        readHeaders(await sendRaw(used.url, request))['x-content-type-options'],
        request.slice(0, 60),
      ).toBe('nosniff')
    }
  },
)
