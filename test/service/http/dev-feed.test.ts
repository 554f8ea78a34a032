/** `/dev/feed` of a host that `specimen dev` has started, over sockets. */
import { createHost, type HostOptions } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'
import { createDevFeed } from '../../../core/service/http/dev-feed.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startHost(options: HostOptions = {}) {
  const devFeed = createDevFeed({ id: 'one', now: () => 1000 })
  const folders = { plugins: '', specimens: '', port: 0, logLevel: 'silent' } as const
  const host = await createHost({ ...folders, devFeed, ...options })
  closing.push(() => host.close())
  const url = await host.listen()
  const ask = async (query: string) => (await fetch(`${url}/dev/feed${query}`)).json()
  return { host, url, devFeed, ask }
}

describe('the feed of a host of specimen dev', () => {
  it('answers at once with all there is to whoever knows another feed, or none', async () => {
    const { devFeed, ask } = await startHost()
    expect(await ask('')).toEqual({ feed: 'one', entries: [], missed: false })
    devFeed.add({ kind: 'faults', faults: ['a'] })
    const entries = [{ kind: 'faults', faults: ['a'], seq: 1, ts: 1 }]
    expect(await ask('?feed=other&since=7')).toEqual({ feed: 'one', entries, missed: false })
  })

  it('answers when there is more than was seen, to everybody who waits', async () => {
    const { devFeed, ask } = await startHost()
    devFeed.add({ kind: 'faults', faults: ['a'] })
    const waiting = [ask('?feed=one&since=1'), ask('?feed=one&since=1')]
    // Both have arrived when an answer to a later request has come.
    await ask('?feed=one&since=0')
    devFeed.add({ kind: 'faults', faults: [] })
    for (const answer of await Promise.all(waiting))
      expect(answer.entries).toMatchObject([{ seq: 2, faults: [] }])
  })

  it('lets everybody go when the host ends', async () => {
    const { host, devFeed, ask } = await startHost({ drainTimeout: 600 })
    devFeed.add({ kind: 'faults', faults: [] })
    const waiting = ask('?feed=one&since=1')
    await ask('?feed=one&since=0')
    const ended = host.close() // would wait for ten minutes
    expect(await waiting).toEqual({ feed: 'one', entries: [], missed: false })
    await ended
  })

  it('needs the token where the host has one', async () => {
    const { url } = await startHost({ token: 'secret' })
    expect((await fetch(`${url}/dev/feed`)).status).toBe(401)
    const headers = { authorization: 'Bearer secret' }
    const response = await fetch(`${url}/dev/feed`, { headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  it('is named by the page, with what came before it; another host has neither', async () => {
    const { url, devFeed } = await startHost({ basePath: '/lab' })
    devFeed.add({ kind: 'faults', faults: [] })
    const page = await (await fetch(`${url}/`)).text()
    expect(page).toContain('<meta name="specimen-dev" content="one 1">')
    const other = await startHost({ devFeed: undefined })
    expect(await (await fetch(`${other.url}/`)).text()).not.toContain('specimen-dev')
    expect((await fetch(`${other.url}/dev/feed`)).status).toBe(404)
  })

  it('is not part of the described API', async () => {
    const { url } = await startHost()
    expect(await (await fetch(`${url}/openapi.json`)).text()).not.toContain('/dev/feed')
  })
})
