/** A host below a path of a proxy: whatever the proxy does with that path, no link leaves it. */
import { createHost, createWorker, type HostOptions } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createProxies } from '../../../core/service/http/request/proxies.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'
import type { Body } from '../../support/api.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { readHeaders, readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { useProbeHost } from '../../support/use-host.ts'

const { start } = useProbeHost()

/** Every link that the host gives, as it is. */
async function readLinks(ask: (path: string) => Promise<Response>) {
  const [entry]: Body = (await (await ask('/api/specimens/')).json()).filter(({ id }: Body) => id === 'rock')
  const rock: Body = await (await ask('/api/specimens/rock')).json()
  const problem: Body = await (await ask('/api/specimens/nobody')).json()
  const missing: Body = await (await ask('/nowhere')).json()
  return {
    entry: entry.thumbnail_url,
    specimen: rock.thumbnail_url,
    problem: problem.type,
    missing: missing.type,
  }
}

describe('a host at the root of its name', () => {
  it('gives links from the root', async () => {
    const api = await start({})
    expect(await readLinks(api.get)).toEqual({
      entry: '/api/specimens/rock/thumbnail',
      specimen: '/api/specimens/rock/thumbnail',
      problem: '/docs#specimen.unknown',
      missing: '/docs#route.unknown',
    })
  })

  it('believes nobody who names a path', async () => {
    const api = await start({})
    const headers = { 'x-forwarded-prefix': '/lab' }
    expect(await (await api.get('/', headers)).text()).not.toMatch(/\/lab\b/)
    const links = await readLinks((path) => api.get(path, headers))
    expect(links.entry).toBe('/api/specimens/rock/thumbnail')
    expect((await api.get('/lab/docs')).status).toBe(404)
  })

  it.each(['/', '/docs'])(
    'gives a page at %s whose links are relative, for proxies that say nothing',
    async (path) => {
      const api = await start({})
      const links = [...(await (await api.get(path)).text()).matchAll(/(?:href|src|content)="([^"]*)"/g)]
      expect(links.length).toBeGreaterThan(5)
      expect(links.map(([, link]) => link).filter((link) => /^(\/|https?:)/.test(link ?? ''))).toEqual([])
    },
  )
})

describe('a host with --base-path', () => {
  const below = {
    entry: '/lab/api/specimens/rock/thumbnail',
    specimen: '/lab/api/specimens/rock/thumbnail',
    problem: '/lab/docs#specimen.unknown',
    missing: '/lab/docs#route.unknown',
  }

  it.each([
    ['passes the path on', '/lab'],
    ['cuts the path off', ''],
    ['passes it on, and a client joins its base address and a link', '/lab/lab'],
  ])('gives links below the path when its proxy %s', async (_, sent) => {
    const api = await start({ basePath: '/lab/' })
    expect(await readLinks((path) => api.get(sent + path))).toEqual(below)
    expect((await api.get(`${sent}/api/specimens/rock/thumbnail`)).status).toBe(200)
    const page = await (await api.get(`${sent}/`)).text()
    expect(page).toContain('<base href="/lab/">')
    const [, script] = /src="(viewer\/[^"]+)"/.exec(page) ?? []
    expect((await api.get(`${sent}/${script}`)).status).toBe(200)
  })

  it.each([
    ['/lab', '/lab/'],
    ['/lab?x', '/lab/'],
    ['/lab/lab', '/lab/'],
    ['http://localhost/lab', '/lab/'],
  ])('leads from %s to the page, whose links are relative', async (target, place) => {
    const api = await start({ basePath: '/lab' })
    const answer = await sendRaw(api.url, toRequest('GET', target))
    expect([readStatus(answer), readHeaders(answer).location]).toEqual([302, place])
  })

  it('takes the path in whole URLs, and as a whole word only', async () => {
    const api = await start({ basePath: '/lab' })
    const ask = async (target: string) => readStatus(await sendRaw(api.url, toRequest('GET', target)))
    expect(await ask('/lab/')).toBe(200)
    expect(await ask('/lab/?x')).toBe(200)
    expect(await ask('http://localhost/lab/')).toBe(200)
    expect(await ask('http://localhost/lab/docs')).toBe(200)
    expect(await ask('/labor/docs')).toBe(404)
    expect(await ask('/labdocs')).toBe(404)
    expect(await ask('/lab/lab/lab/docs')).toBe(404)
  })

  it('asks for the token below the path as well', async () => {
    const api = await start({ basePath: '/lab', token: 'a-token' })
    for (const path of [
      '/lab/api/specimens/',
      '/lab/lab/api/specimens/',
      '/lab/%61pi/specimens/',
      '/l%61b/api/specimens/',
      '/lab/docs/../api/specimens/',
    ]) {
      expect(readStatus(await sendRaw(api.url, toRequest('GET', path))), path).toBe(401)
    }
    expect((await api.get('/lab/docs')).status).toBe(200)
    expect((await api.get('/lab/api/specimens/', { authorization: 'Bearer a-token' })).status).toBe(200)
  })

  it('names the path in answers to what is no request', async () => {
    const api = await start({ basePath: '/lab' })
    expect(await sendRaw(api.url, 'GARBAGE\r\n\r\n')).toContain('"type":"/lab/docs#request.invalid"')
  })

  it.each(['', '/lab'])('takes workers whose address ends in %j', async (path) => {
    const api = await start({ basePath: '/lab', relay: true, plugins: '', specimens: '' })
    const { plugins, specimens } = makeProbe()
    const served = { plugins, specimens, logLevel: 'silent' } as const
    const worker = await createWorker({ relay: api.url + path, id: 'w1', ...served })
    onTestFinished(() => worker.close())
    await worker.connected
    expect((await api.json(`${path}/api/specimens/w1:rock`)).thumbnail_url).toBe(
      '/lab/api/specimens/w1%3Arock/thumbnail',
    )
  })

  it.each([
    'lab',
    'http://localhost/lab',
    '/a//b',
    '/..',
    '/a/./b',
    '/a b',
    '/a?b',
    '/api',
    '/docs/x',
    '/ws',
  ])('refuses %j', async (basePath) => {
    await expect(
      createHost({ basePath, plugins: '', specimens: '', logLevel: 'silent' }),
    ).rejects.toMatchObject({
      code: 'config.invalid',
      message: expect.stringContaining('--base-path'),
    })
  })
})

describe('a host with --trust-proxy', () => {
  const linksFor = async (options: HostOptions, prefix: string) => {
    const api = await start(options)
    const ask = async (path: string) => await api.get(path, { 'x-forwarded-prefix': prefix })
    const [, base] = /<base href="([^"]*)">/.exec(await (await ask('/')).text()) ?? []
    return { base, ...(await readLinks(ask)) }
  }

  it('gives links below the path that a trusted proxy names', async () => {
    const { base, entry, problem } = await linksFor({ trustProxy: '10.0.0.0/8, 127.0.0.1' }, '/lab/')
    expect([base, entry, problem]).toEqual([
      '/lab/',
      '/lab/api/specimens/rock/thumbnail',
      '/lab/docs#specimen.unknown',
    ])
  })

  it('puts the path of a proxy before that of the operator', async () => {
    expect((await linksFor({ trustProxy: '127.0.0.0/8', basePath: '/other' }, '/lab')).entry).toMatch(
      /^\/lab\/api/,
    )
  })

  it('believes no other address', async () => {
    expect((await linksFor({ trustProxy: '10.0.0.0/8,::1' }, '/lab')).entry).toMatch(/^\/api/)
  })

  it.each(['//evil.example', 'https://evil.example', '/a"><script>', '/..', 'lab', '/a b', '/%2e%2e'])(
    'takes %j for no path',
    async (prefix) => {
      const { base, entry } = await linksFor({ trustProxy: '127.0.0.1' }, prefix)
      expect([base, entry]).toEqual([undefined, '/api/specimens/rock/thumbnail'])
    },
  )

  it('gives the page of one path to clients of that path only', async () => {
    const api = await start({ trustProxy: '127.0.0.1' })
    const read = async (prefix: string) => await (await api.get('/', { 'x-forwarded-prefix': prefix })).text()
    for (const prefix of ['/a', '/b', '/a']) expect(await read(prefix)).toContain(`<base href="${prefix}/">`)
  })

  it.each(['', 'localhost', '127.0.0.1/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/x', '127.0.0.1,'])(
    'refuses the list %j',
    (list) => {
      expect(() => createProxies(list)).toThrow('--trust-proxy')
    },
  )

  it('adds up the paths of proxies in a row, and knows them in IPv6 form', () => {
    const { prefixOf } = createPublicPath(undefined, createProxies('10.0.0.0/8'))
    const request: unknown = {
      headers: { 'x-forwarded-prefix': '/a, /b' },
      socket: { remoteAddress: '::ffff:10.1.2.3' },
    }
    expect(prefixOf(request as Parameters<typeof prefixOf>[0])).toBe('/a/b') // all that is looked at
  })
})
