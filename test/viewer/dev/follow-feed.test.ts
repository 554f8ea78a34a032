/** The page's side of the feed against a real host: what it asks, and when it does not. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHost, type Host } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'
import type { DevAnswer } from '../../../core/contract/domain/dev-event.ts'
import { createDevFeed, type DevFeed } from '../../../core/service/http/dev-feed.ts'
import { type FeedOptions, followFeed } from '../../../core/viewer/dev/follow-feed.ts'
import { findPort } from '../../support/find-port.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startHost(
  devFeed: DevFeed,
  given?: number,
  token?: string,
): Promise<{ host: Host; url: string }> {
  const port = given ?? (await findPort())
  const options = { plugins: '', specimens: '', logLevel: 'silent', devFeed, port, token } as const
  const host = await createHost(options)
  closing.push(() => host.close())
  return { host, url: await host.listen() }
}

/** A page that is seen, until it is hidden. */
class FakePage extends EventTarget {
  hidden = false
  show(isSeen: boolean): void {
    this.hidden = !isSeen
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

function follow(url: string, options: Partial<FeedOptions> = {}) {
  const answers: DevAnswer[] = []
  const page = new FakePage()
  const seen = {
    answers,
    page,
    lost: 0,
    texts: () => answers.flatMap((answer) => answer.entries.map(toText)),
  }
  const follower = followFeed({
    url: new URL('/dev/feed', url),
    token: undefined,
    feed: 'one',
    visibility: page,
    onAnswer: (answer) => answers.push(answer),
    onLost: () => {
      seen.lost++
    },
    ...options,
  })
  closing.push(() => follower.close())
  return Object.assign(seen, follower)
}

const toText = (entry: DevAnswer['entries'][number]): string =>
  entry.kind === 'output' ? entry.text : entry.kind
const print = (feed: DevFeed, text: string): void => feed.add({ kind: 'output', function: 'wave', text })
const createFeed = (id = 'one'): DevFeed => createDevFeed({ id, now: Date.now })

describe('a page that follows', () => {
  it('gets what there is, then each entry once, as it comes', async () => {
    const feed = createFeed()
    print(feed, 'a')
    print(feed, 'b')
    const { url } = await startHost(feed)
    const seen = follow(url)
    await expect.poll(seen.texts).toEqual(['a', 'b'])
    print(feed, 'c')
    await expect.poll(seen.texts).toEqual(['a', 'b', 'c'])
    print(feed, 'd')
    print(feed, 'e')
    await expect.poll(seen.texts).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(seen.lost).toBe(0)
  })

  it('waits for a host that is away, and begins again with another feed', async () => {
    const [first, second] = [createFeed(), createFeed('two')]
    print(first, 'a')
    const { host, url } = await startHost(first)
    const seen = follow(url)
    await expect.poll(seen.texts).toEqual(['a'])
    await host.close()
    await expect.poll(() => seen.lost).toBeGreaterThan(0)
    print(second, 'b')
    await startHost(second, Number(new URL(url).port))
    await expect.poll(seen.texts).toEqual(['a', 'b'])
    expect(seen.answers.at(-1)?.feed).toBe('two')
  })

  it('asks nothing while nobody sees it, and then for all that has come', async () => {
    const feed = createFeed()
    print(feed, 'a')
    const requests: string[] = []
    const url = await startCounting(feed, requests)
    const seen = follow(url)
    await expect.poll(() => requests.length).toBe(2) // the second waits
    seen.page.show(false)
    await expect.poll(() => requests.at(-1)).toBe('left')
    print(feed, 'b')
    print(feed, 'c')
    seen.page.show(true)
    await expect.poll(seen.texts).toEqual(['a', 'b', 'c'])
    expect(requests.filter((request) => request !== 'left').slice(0, 3)).toEqual(['0', '1', '1'])
    expect(seen.lost).toBe(0)
  })

  it('asks no more where it is refused, and when it is closed', async () => {
    const feed = createFeed()
    const { url } = await startHost(feed, undefined, 'secret')
    const refused = follow(url)
    await expect.poll(() => refused.lost).toBe(1)
    const admitted = follow(url, { token: 'secret' })
    print(feed, 'a')
    await expect.poll(admitted.texts).toEqual(['a'])
    admitted.close()
    print(feed, 'b')
    const other = follow(url, { token: 'secret' })
    await expect.poll(other.texts).toEqual(['a', 'b'])
    expect([admitted.texts(), refused.lost]).toEqual([['a'], 1])
  })
})

/** Answers from a feed and notes each `since`, and when a client leaves without an answer. */
async function startCounting(feed: DevFeed, requests: string[]): Promise<string> {
  const server: Server = createServer(async ({ url = '' }, response) => {
    const since = new URL(url, 'http://host').searchParams.get('since') ?? ''
    requests.push(since)
    const leaving = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) requests.push('left')
      leaving.abort()
    })
    await feed.wait(Number(since), leaving.signal)
    response.end(JSON.stringify(feed.read(Number(since))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}
