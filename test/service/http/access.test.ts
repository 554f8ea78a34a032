/**
 * Who may use which route: every route of the host's own table, asked for in every spelling that might be
 * taken for it.
 */
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Access, openAccess, parseToken } from '../../../core/service/access/access.ts'
import { declareRoutes, open, page } from '../../../core/service/http/routes/access.ts'
import type { ServedParts } from '../../../core/service/http/server.ts'
import { createServer, type Server } from '../../../core/service/http/server.ts'
import { Watch } from '../../../core/service/watch/watch.ts'
import { createTestNetwork } from '../../support/network.ts'
import { readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { createUnlimitedAccount } from './unlimited-ledger.ts'

const token = 'the-token-of-this-host'
/** What the handlers have asked the host for since the last look. */
const reached: string[] = []
let server: Server
let url: string

/** Parts of a host that note that they were asked for anything, and have nothing. */
function createSpies(): ServedParts {
  const spy = (name: string) => {
    const refuse = (member: string): never => {
      reached.push(name + member)
      throw new Error('a handler was reached')
    }
    const get = (_: object, member: string | symbol): never => refuse(`.${String(member)}`)
    return new Proxy(() => {}, { get, apply: () => refuse('()') })
  }
  const names = [
    'calls',
    'files',
    'gate',
    'jobs',
    'rooms',
    'cache',
    'encoder',
    'drawer',
    'reload',
    'listBundles',
  ]
  const spies: unknown = Object.fromEntries(names.map((name) => [name, spy(name)]))
  // Of which nobody gets to use a member.
  const parts = spies as ServedParts
  return {
    ...parts,
    envelopeMediaType: 'application/x-test',
    legacyClient: false,
    publicPath: createTestNetwork().publicPath,
  }
}

/** Spellings of a path: those that a router may take for it, and those that it must not. */
function respell(path: string): readonly string[] {
  const encode = (letters: RegExp, text = path) =>
    text.replace(letters, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
  const first = encode(/(?<=^\/)[a-z]/)
  return [
    path,
    first,
    encode(/[a-z]/g),
    encode(/[a-z]/g).toUpperCase(),
    first.replaceAll('%', '%25'),
    first.replaceAll('%', '%2525'),
    `/%2f${path.slice(1)}`,
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    path.replaceAll('/', '//'),
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/x/%2e%2e${path}`,
    `/docs/..${path}`,
    `/docs/../..${path}`,
    `/openapi.json/..${path}`,
    path.toUpperCase(),
    path.replace('/a', '/A'),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path};x=1`,
    path.replace(/(?<=\w)\//, ';x=1/'),
    path.replace(/(?<=\w)\//g, '\\'),
    path.replaceAll('/', '\\'),
    path.replace(/(?<=\w)\//g, '%5c'),
    `${path}?docs`,
    `${path}?/docs`,
    `${path}#/docs`,
    `/docs?${path}`,
    `${path}%00`,
    `${path}%`,
    `${path}%zz`,
    `http://localhost${path}`,
    `HTTP://LOCALHOST${path}`,
    `https://localhost${path}`,
    `http://user@localhost:1${path}`,
    `http://localhost/.${path}`,
    `http://localhost${first}`,
    `http://docs.localhost${path}`,
    `http:${path}`,
    `//host${path}`,
    `ws://host${path}`,
    `x${path}`,
  ]
}

const readToken = (scheme: string, value = token) => ({ authorization: `${scheme} ${value}` })

beforeAll(async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const envelopeDocument = new URL('../../../ENVELOPE.md', import.meta.url)
  const viewerFiles = new URL('../../../dist/viewer/', import.meta.url)
  const files = { envelopeDocument, viewerFiles }
  const opened = await openAccess({ token, host: '127.0.0.1', allowAnonymous: false }, { log, now: Date.now })
  const access: Access = {
    ...opened,
    issueTicket: (wish) => {
      reached.push('access.issueTicket')
      return opened.issueTicket(wish)
    },
  }
  const options = { version: '0', ...files, bodyBytes: 1024, access, network: createTestNetwork() }
  const watch = new Watch({ log, now: Date.now, idPrefix: 't' })
  server = await createServer({
    parts: { ...createSpies(), account: createUnlimitedAccount(), log, watch, readiness: [] },
    ...options,
  })
  url = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.drain({ drainDelay: 0, drainTimeout: 0 }, () => false)
  await server.close()
})

describe('a host with a token', () => {
  const open = [
    '/',
    '/docs',
    '/docs/envelope',
    '/favicon.ico',
    '/livez',
    '/openapi.json',
    '/readyz',
    '/s/:specimen_id',
    '/viewer/:file',
  ]

  it('has routes that are open and routes that are not, each declared', () => {
    const urls = (isOpen: boolean) =>
      server.routes.filter(({ scope }) => (scope === 'open') === isOpen).map((route) => route.url)
    expect([...new Set(urls(true))].sort()).toEqual(open)
    expect(new Set(urls(false)).size).toBeGreaterThan(12)
    const others = urls(false).filter((path) => !path.startsWith('/api/'))
    expect([...new Set(others)].sort()).toEqual(['/metrics', '/oembed'])
  })

  it('lets nobody without it reach a handler, however the address of a route is spelt', async () => {
    for (const { method, url: pattern, scope } of server.routes) {
      if (scope === 'open') continue
      for (const target of respell(pattern.replace(/:\w+/g, 'docs'))) {
        const answer = await sendRaw(url, toRequest(method, target))
        const line = `${method} ${target} ${answer.slice(0, 40)}`
        expect(reached.splice(0), line).toEqual([])
        // A target that is no HTTP is refused before anybody looks at it.
        const isOpen = /^(http:\/\/localhost)?\/docs\?/.test(target)
        if (isOpen) continue
        expect(readStatus(answer) === 401 || answer.includes('The request must be HTTP/1.1'), line).toBe(true)
      }
    }
  })

  it('lets nobody without it reach a handler by any run of the pieces that paths are made of', async () => {
    const pieces = [
      '/',
      '//',
      '/.',
      '/..',
      '%2f',
      '%2e',
      '%61',
      '\\',
      ';',
      '?',
      '#',
      '%',
      'http://localhost',
      'api',
      'specimens',
      'jobs',
      'docs',
      'x',
    ]
    const target = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 })
      .map((parts) => `/${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(target, fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD'), async (path, method) => {
        const answer = await sendRaw(url, toRequest(method, path))
        expect(reached.splice(0)).toEqual([])
        expect(answer).toMatch(/^HTTP\/1\.1 (200|302|400|401) /)
      }),
      { numRuns: 500 },
    )
  })

  it('lets whoever has it reach the handler of every route', async () => {
    for (const { method, url: pattern, scope } of server.routes) {
      if (scope === 'open' || ['/metrics', '/oembed'].includes(pattern)) continue // which use no part of the host
      const target = pattern.replace(/:\w+/g, 'x')
      const body = pattern.endsWith('/invoke') ? '{"function_name":"x"}' : '{}'
      const posted = { 'content-type': 'application/json', 'content-length': String(body.length) }
      const headers = { ...readToken('Bearer'), ...(method === 'POST' && posted) }
      await sendRaw(url, toRequest(method, target, headers) + (method === 'POST' ? body : ''))
      expect(reached.splice(0), `${method} ${target}`).not.toEqual([])
    }
  })

  it('says 401 about addresses and methods that it does not have', async () => {
    for (const [method, target] of [
      ['GET', '/nowhere'],
      ['PATCH', '/nowhere'],
      ['OPTIONS', '*'],
      ['POST', '/docs'],
      ['GET', '/%zz'],
    ] as const) {
      const answer = await sendRaw(url, toRequest(method, target))
      expect(readStatus(answer), `${method} ${target}`).toBe(401)
      expect(answer.toLowerCase()).toContain('www-authenticate: bearer')
    }
  })

  it.each([
    ['Bearer', token, true],
    ['bearer', token, true],
    ['BEARER', token, true],
    ['Bearer ', token, true],
    ['Bearer', `${token}x`, false],
    ['Bearer', token.slice(0, -1), false],
    ['Bearer', token.toUpperCase(), false],
    ['Bearer', '', false],
    ['Basic', token, false],
    ['', token, false],
    ['Bearer', `${token}, Bearer ${token}`, false],
    ['Bearer', 't\xf6ken', false],
  ])('judges "%s %s": %s', async (scheme, value, isGood) => {
    const answer = await sendRaw(url, toRequest('GET', '/nowhere', readToken(scheme, value)))
    expect(readStatus(answer)).toBe(isGood ? 404 : 401)
  })

  it('looks at the first of repeated headers only', async () => {
    const ask = async (first: string, second: string) => {
      const twice = `GET /nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: ${first}\r\nauthorization: ${second}\r\n\r\n`
      return readStatus(await sendRaw(url, twice))
    }
    expect(await ask(`Bearer ${token}`, 'Bearer wrong')).toBe(404)
    expect(await ask('Bearer wrong', `Bearer ${token}`)).toBe(401)
  })
})

describe('a token that no client could send', () => {
  it.each(['', ' ', ' token', 'token ', 'tok\u00e9n', 'to\nken', '\u6771', 'a\u007f'])(
    'is refused when it is %j',
    (given) => {
      expect(() => parseToken(given)).toThrow('printable ASCII')
    },
  )

  it('is not one with spaces or signs in it, or none', () => {
    for (const given of [undefined, 'x', 'two words', '!"#$%&/()=?']) expect(parseToken(given)).toBe(given)
  })
})

describe('a route that does not say who may use it', () => {
  it('ends the start', () => {
    const app = Fastify()
    declareRoutes(app)
    // @ts-expect-error the type asks for the declaration too
    expect(() => app.get('/new', { config: {} }, async () => 'x')).toThrow(/GET.* \/new .*a scope/)
    expect(() => app.get('/newer', async () => 'x')).toThrow(/\/newer .*a scope/)
  })
})

describe('a route that does not say what it does', () => {
  it('ends the start, unless it is a page: so that every other is in the OpenAPI document', () => {
    const app = Fastify()
    declareRoutes(app)
    expect(() => app.get('/new', { config: open }, async () => 'x')).toThrow(/GET.* \/new .*an operation/)
    expect(() => app.get('/page', { config: page }, async () => 'x')).not.toThrow()
  })
})
