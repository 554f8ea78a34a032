/**
 * Every way into a host comes by the same checks: names, limits and tokens are looked at alike, also where no
 * route is found, or none can be.
 */
import { describe, expect, it } from 'vitest'
import { readBody, readHeaders, readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { useProbeHost } from '../../support/use-host.ts'

type Headers = { readonly [name: string]: string }

/** It believes this machine about its clients. */
const used = useProbeHost({ trustProxy: '127.0.0.1', token: 'the-token', relay: true, bodyBytes: 1024 })
const { start } = used

const json = { 'content-type': 'application/json' }
/** The status that each gives to who has the token, and how it is asked for. */
const ways: readonly (readonly [status: number, method: string, target: string, more?: Headers])[] = [
  [200, 'GET', '/api/specimens/'],
  [200, 'HEAD', '/api/specimens/'],
  [200, 'GET', 'http://localhost/api/specimens/'],
  [200, 'GET', '/api/specimens/', { expect: 'something' }],
  [400, 'GET', '/%zz'],
  [400, 'HEAD', '/%zz'],
  [400, 'POST', '/%ff'],
  [400, 'GET', '/api/specimens/%e2%28/data'],
  [400, 'GET', 'http://localhost/%'],
  [400, 'GET', 'ftp://localhost/api/specimens/'],
  [400, 'OPTIONS', '*'],
  [404, 'GET', '/nowhere'],
  [404, 'HEAD', '/nowhere'],
  [404, 'GET', `/api/specimens/${'x'.repeat(2000)}`],
  [404, 'GET', '/api/jobs/none/progress'],
  [404, 'DELETE', `/api/jobs/${'x'.repeat(2000)}`],
  [405, 'PUT', '/api/specimens/'],
  [405, 'OPTIONS', '/api/specimens/'],
  [413, 'POST', '/api/specimens/tetra/data', { ...json, 'content-length': '2000' }],
  [415, 'POST', '/api/specimens/tetra/data', { 'content-type': 'text/plain', 'content-length': '0' }],
  [415, 'POST', '/api/specimens/tetra/data', { ...json, 'content-encoding': 'br', 'content-length': '0' }],
]

let address = 0
/** Asks as a client of its own, again and again with each of the tokens. */
const askWith = async ([, method, target, more]: (typeof ways)[number], tokens: readonly string[]) => {
  const client = `192.0.2.${++address}`
  const statuses: number[] = []
  for (const token of tokens) {
    const shown: Headers = token === '' ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'x-forwarded-for': client, ...more, ...shown }
    statuses.push(readStatus(await sendRaw(used.url, toRequest(method, target, headers))))
  }
  return statuses
}

describe('every way in', () => {
  it('judges few wrong tokens, and takes the right one no more', async () => {
    await start({ loginRate: 12 })
    for (const way of ways) {
      const tokens = ['wrong', 'another', 'a-third', 'the-token']
      expect(await askWith(way, tokens), way.join(' ')).toEqual([401, 401, 429, 429])
      expect(await askWith(way, ['the-token']), way.join(' ')).toEqual([way[0]])
    }
  })

  it('counts requests, also those that show no token or a wrong one', async () => {
    await start({ requestRate: 12, loginRate: 0 })
    for (const way of ways) {
      expect(await askWith(way, ['', '', '']), way.join(' ')).toEqual([401, 401, 429])
      expect(await askWith(way, ['wrong', 'wrong', 'other']), way.join(' ')).toEqual([401, 401, 429])
      expect(await askWith(way, ['the-token', 'the-token', 'the-token']), way.join(' ')).toEqual([
        ...[way[0], way[0], 429],
      ])
    }
  })

  it('is for a name that the host has', async () => {
    await start()
    for (const [, method, target, more] of ways) {
      const elsewhere = target.replace('//localhost', '//elsewhere.example')
      const headers = { authorization: 'Bearer the-token', host: 'elsewhere.example', ...more }
      expect(readStatus(await sendRaw(used.url, toRequest(method, elsewhere, headers))), elsewhere).toBe(421)
    }
  })

  it('is answered with a problem, an id and safe headers', async () => {
    await start()
    for (const way of ways.filter(([status]) => status >= 400)) {
      const [status, method, target, more] = way
      const headers = { authorization: 'Bearer the-token', ...more }
      const answer = await sendRaw(used.url, toRequest(method, target, headers))
      expect(readStatus(answer), way.join(' ')).toBe(status)
      expect(readHeaders(answer)).toMatchObject({
        'content-type': 'application/problem+json',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
      if (method !== 'HEAD') expect(JSON.parse(readBody(answer))).toMatchObject({ status })
    }
  })
})

it('requests for a WebSocket are counted', async () => {
  await start({ requestRate: 12 })
  const more = { connection: 'Upgrade', upgrade: 'websocket' }
  expect(await askWith([404, 'GET', '/ws/nowhere', more], ['', '', ''])).toEqual([404, 404, 429])
})

it('a whole URL names the host, and Host does not', async () => {
  await start()
  const ask = async (target: string, name: string, more: Headers = {}) => {
    const headers = { host: name, authorization: 'Bearer the-token', ...more }
    return readStatus(await sendRaw(used.url, toRequest('GET', target, headers)))
  }
  const own = '/api/specimens/'
  expect(await ask(`http://elsewhere.example${own}`, 'localhost')).toBe(421)
  expect(await ask(`http://localhost@elsewhere.example${own}`, 'localhost')).toBe(421)
  expect(await ask(`http://${own}`, 'localhost')).toBe(421)
  expect(await ask(`http://localhost${own}`, 'elsewhere.example')).toBe(200)
  expect(await ask(`HTTPS://me@LOCALHOST:1234${own}`, 'elsewhere.example')).toBe(200)
  expect(await ask('http://localhost?x', 'elsewhere.example')).toBe(200)
  const socket = { connection: 'Upgrade', upgrade: 'websocket' }
  expect(await ask('http://elsewhere.example/ws/nowhere', 'localhost', socket)).toBe(421)
  expect(await ask('http://localhost/ws/nowhere', 'elsewhere.example', socket)).toBe(404)
})

it('a request without a token takes nothing from who has one at the same address', async () => {
  await start({ requestRate: 60, loginRate: 0 })
  const ask = async (token: string) => {
    const headers = { 'x-forwarded-for': '198.51.100.7', authorization: `Bearer ${token}` }
    return readStatus(await sendRaw(used.url, toRequest('GET', '/api/specimens/', headers)))
  }
  for (let i = 0; i < 20; i++) await ask('wrong')
  expect(await ask('wrong')).toBe(429)
  expect(await ask('the-token')).toBe(200)
})
