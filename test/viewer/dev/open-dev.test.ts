/** The page's side of `specimen dev`: what is shown, and when results are asked for again. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'
import { createDevFeed, type DevFeed } from '../../../core/service/http/dev-feed.ts'
import { openDev } from '../../../core/viewer/dev/open-dev.ts'
import { findPort } from '../../support/find-port.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function startHost(devFeed: DevFeed, given?: number): Promise<{ host: Host; url: string }> {
  const port = given ?? (await findPort())
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent', devFeed, port })
  closing.push(() => host.close())
  return { host, url: await host.listen() }
}

/** Opens the page that a host sends. */
async function open(url: string): Promise<{ dev: ReturnType<typeof openDev>; served: unknown[] }> {
  const html = await (await fetch(url)).text()
  const content = /<meta name="specimen-dev" content="([^"]*)">/.exec(html)?.[1]
  const element = content === undefined ? null : { getAttribute: () => content }
  const document = { hidden: false, baseURI: `${url}/#/disc`, querySelector: () => element }
  const page = Object.assign(new EventTarget(), document) as unknown as Parameters<typeof openDev>[0] // what is used of one
  const served: unknown[] = []
  const dev = openDev(page, { token: undefined, onServed: (functions) => served.push(functions) })
  if (dev) closing.push(() => dev.close())
  return { dev, served }
}

const createFeed = (id: string): DevFeed => createDevFeed({ id, now: Date.now })
const serve = (feed: DevFeed, ...functions: string[]): void =>
  feed.add({ kind: 'served', functions, milliseconds: 1 })

describe('the page’s side of specimen dev', () => {
  it('shows what was before the page, and asks again only for what was built after it', async () => {
    const feed = createFeed('one')
    feed.add({ kind: 'faults', faults: ['a'] })
    serve(feed, 'disc')
    const { url } = await startHost(feed)
    const { dev, served } = await open(url)
    await expect.poll(() => dev?.state.value.faults).toEqual(['a'])
    expect(served).toEqual([])
    serve(feed, 'wave')
    await expect.poll(() => served).toEqual([['wave']])
    expect(dev?.state.value.served?.functions).toEqual(['wave'])
  })

  it('begins again after another start of the command', async () => {
    const [first, second] = [createFeed('one'), createFeed('two')]
    first.add({ kind: 'faults', faults: ['a'] })
    const { host, url } = await startHost(first)
    const { dev, served } = await open(url)
    await expect.poll(() => dev?.state.value.faults).toEqual(['a'])
    await host.close()
    await expect.poll(() => dev?.state.value.isConnected).toBe(false)
    await startHost(second, Number(new URL(url).port))
    await expect.poll(() => served).toEqual(['any'])
    expect(dev?.state.value).toMatchObject({ isConnected: true, faults: [] })
    serve(second, 'wave')
    await expect.poll(() => served).toEqual(['any', ['wave']])
  })

  it('is not there on the page of another host', async () => {
    const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent', port: 0 })
    closing.push(() => host.close())
    expect((await open(await host.listen())).dev).toBeNull()
  })
})
