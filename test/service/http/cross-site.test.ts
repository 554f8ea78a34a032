/** What pages of other sites can have sent to a host: by its name or by another that leads to it. */
import { describe, expect, it } from 'vitest'
import { readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { useProbeHost } from '../../support/use-host.ts'

const page = 'https://page.example'
const follow = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const picture = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }
const used = useProbeHost()
const { start } = used
type Headers = { readonly [name: string]: string }
/** Returns the status of the answer, and its code when it is a problem. */
const ask = async (method: string, target: string, headers: Headers = {}) => {
  const answer = await sendRaw(used.url, toRequest(method, target, headers))
  return [readStatus(answer), /"code":"([a-z.]+)"/.exec(answer)?.[1]]
}
const refused = [403, 'site.refused']
const misdirected = [421, 'host.unknown']
const ok = [200, undefined]
const changing = [
  ['POST', '/api/processing/cache/clear'],
  ['POST', '/api/specimens/reload'],
  ['GET', '/api/specimens/reload'],
] as const

describe('a page of another site', () => {
  it('changes nothing, whether its browser says where it is from or only names it', async () => {
    await start()
    for (const [method, target] of changing) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: page },
        { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1234' },
        { 'sec-fetch-site': 'cross-site', ...picture },
        { 'sec-fetch-site': 'cross-site', ...follow },
        { origin: page },
        { origin: 'null' },
        { origin: used.url.replace(/\d+$/, '1') },
        { origin: used.url.replace('http:', 'https:').replace('127.0.0.1', '127.0.0.2') },
      ] satisfies Headers[])
        expect(await ask(method, target, headers), `${method} ${target} ${JSON.stringify(headers)}`).toEqual(
          refused,
        )
    }
    expect(await ask('POST', '/api/processing/invoke', { origin: page })).toEqual(refused)
    expect(await ask('POST', '/api/specimens/labels/start', { origin: page })).toEqual(refused)
    expect(await ask('DELETE', '/api/jobs/x', { origin: page })).toEqual(refused)
  })

  it('is found out by every spelling of an address that the router takes', async () => {
    await start({ basePath: '/lab' })
    for (const target of [
      '/%61pi/specimens/reload',
      '/api/specimens/reloa%64',
      '/api/specimens/reload/',
      '/api/specimens/reload?x',
      'http://localhost/api/specimens/reload',
      '/lab/api/specimens/reload',
      '/lab/lab/api/specimens/reload',
    ])
      expect(await ask('GET', target, { 'sec-fetch-site': 'cross-site' }), target).toEqual(refused)
  })

  it('has nothing computed by a picture, a frame or a form, but a person may follow its link', async () => {
    await start()
    const from = { 'sec-fetch-site': 'cross-site' }
    const target = '/api/specimens/labels/data'
    expect(await ask('GET', target, { ...from, ...picture })).toEqual(refused)
    expect(await ask('GET', target, { ...from, ...follow, 'sec-fetch-dest': 'iframe' })).toEqual(refused)
    expect(await ask('POST', target, { ...from, ...follow })).toEqual(refused)
    expect((await used.host.inject('/api/processing/cache/stats')).json()).toMatchObject({ total_entries: 0 })
    expect(await ask('GET', target, { ...from, ...follow })).toEqual(ok)
    expect(await ask('GET', '/api/specimens/rock/thumbnail', { ...from, ...picture })).toEqual(ok)
  })

  it('may do what the page of a listed origin may', async () => {
    await start({ corsOrigin: page })
    for (const [method, target] of changing) {
      expect(await ask(method, target, { 'sec-fetch-site': 'cross-site', origin: page })).toEqual(ok)
      expect(await ask(method, target, { origin: page })).toEqual(ok)
      // Pictures and links name no origin, and a list of origins allows nobody else.
      expect(await ask(method, target, { 'sec-fetch-site': 'cross-site' })).toEqual(refused)
      expect(await ask(method, target, { origin: `${page}.evil.example` })).toEqual(refused)
    }
  })
})

describe('the host’s own page, and whoever is none', () => {
  it('changes what it may', async () => {
    await start()
    for (const [method, target] of changing) {
      for (const headers of [
        {},
        { 'sec-fetch-site': 'same-origin', origin: used.url },
        { 'sec-fetch-site': 'none', ...follow },
        { origin: used.url, host: new URL(used.url).host },
      ] satisfies Headers[])
        expect(await ask(method, target, headers), `${method} ${target} ${JSON.stringify(headers)}`).toEqual(
          ok,
        )
    }
  })

  it('is known behind a proxy that passes on no name, when the host was told its own', async () => {
    await start({ publicName: 'lab.example.org' })
    const [method, target] = changing[0]
    expect(await ask(method, target, { origin: 'https://lab.example.org' })).toEqual(ok)
    expect(await ask(method, target, { origin: 'https://x.lab.example.org' })).toEqual(refused)
  })

  it('is known by the name that a trusted proxy passes on', async () => {
    await start({ trustProxy: '127.0.0.1' })
    const [method, target] = changing[0]
    const named = { origin: 'http://10.1.2.3:8080', 'x-forwarded-host': '10.1.2.3:8080' }
    expect(await ask(method, target, named)).toEqual(ok)
    expect(await ask(method, target, { ...named, origin: 'http://10.1.2.3' })).toEqual(refused)
  })
})

describe('a name that is not the host’s', () => {
  it('is answered nothing, whatever is asked for', async () => {
    await start({ corsOrigin: page })
    for (const [method, target] of [
      ...changing,
      ['GET', '/'],
      ['GET', '/docs'],
      ['GET', '/api/specimens/'],
      ['GET', '/api/specimens/rock/data'],
      ['GET', '/nowhere'],
      ['DELETE', '/api/jobs/x'],
    ] as const)
      expect(await ask(method, target, { host: 'rebound.example:8000' }), target).toEqual(misdirected)
  })

  it('opens no WebSocket of a relay, nor does a page of another site', async () => {
    await start({ relay: true })
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const dial = async (headers: Headers) => await ask('GET', '/ws/federation/w1', { ...upgrade, ...headers })
    expect(await dial({ host: 'rebound.example' })).toEqual(misdirected)
    expect(await dial({ origin: page })).toEqual(refused)
    expect(await dial({})).toEqual([426, 'protocol.unsupported'])
  })
})
