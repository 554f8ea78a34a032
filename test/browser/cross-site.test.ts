/** Pages of other sites in a real browser, and of a name that leads to the host: they change and read nothing. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../support/api.ts'
import { makeProbe, writeSpecimen } from '../support/probe-bundle.ts'
import { reboundName } from './open-browser.ts'
import { useBrowser } from './use-browser.ts'

const browser = useBrowser()
let pages: Server
let pageUrl: string
let host: Host
let hostUrl: string
let page: Page

async function start(options: HostOptions = {}): Promise<void> {
  const { plugins, specimens } = makeProbe()
  const script = '<script>document.title = "it ran"</script>'
  writeSpecimen(specimens, 'page', { type: 'mesh', data_file: 'a.html' }, { 'a.html': script })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`
  const picture = { type: 'mesh', data_file: 'a.svg', thumbnail_file: 'a.svg' }
  writeSpecimen(specimens, 'drawing', picture, { 'a.svg': svg })
  host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent', ...options })
  hostUrl = await host.listen()
}
const countEntries = async (): Promise<number> =>
  (await host.inject('/api/processing/cache/stats')).json().total_entries
const fill = async () => expect((await host.inject('/api/specimens/labels/data')).statusCode).toBe(200)

beforeAll(async () => {
  pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title><p>page')
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  // Another site than 127.0.0.1, and a secure context as that is.
  pageUrl = `http://localhost:${(pages.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(async () => {
  pages.close()
  pages.closeAllConnections()
})
beforeEach(async () => {
  page = await browser().newPage()
})
afterEach(async () => {
  await page.close()
  await host.close()
})

/** Resolves with the status of the answer to what `act` has the page send below `path`. */
async function watch(path: string, act: () => Promise<unknown>): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().includes(path))
  await act()
  return (await answered).status()
}

describe('a page of another site', () => {
  it('clears nothing, reloads nothing and computes nothing, by script, form, picture or frame', async () => {
    await start()
    await fill()
    await page.goto(pageUrl)
    const send = async (path: string, method: string) =>
      await watch(path, async () => {
        const options = { method, mode: 'no-cors' } as const
        await page.evaluate(([url, how]) => void fetch(url, how).catch(() => {}), [
          hostUrl + path,
          options,
        ] as const)
      })
    expect(await send('/api/processing/cache/clear', 'POST')).toBe(403)
    expect(await send('/api/specimens/reload', 'POST')).toBe(403)
    expect(await send('/api/specimens/reload', 'GET')).toBe(403)
    expect(await countEntries()).toBe(1)
    // What a picture is answered is shown to nobody, not even to the test.
    const load = async (tag: 'img' | 'iframe', path: string) =>
      await page.evaluate(
        async ([name, url]) =>
          await new Promise((resolve) => {
            const part = Object.assign(document.createElement(name), { src: url })
            part.onload = part.onerror = resolve
            document.body.append(part)
          }),
        [tag, hostUrl + path] as const,
      )
    await load('img', '/api/specimens/labels/data?room_id=picture')
    await load('iframe', '/api/specimens/labels/data?room_id=frame')
    expect(await countEntries()).toBe(1)
    const form = `<form method="post" action="${hostUrl}/api/processing/cache/clear"><button>Win</button></form>`
    await page.setContent(form)
    expect(await watch('/api/processing/cache/clear', async () => await page.click('button'))).toBe(403)
    expect(await countEntries()).toBe(1)
  })

  it('may have a person follow its link to a result', async () => {
    await start()
    await page.goto(pageUrl)
    const path = '/api/specimens/cloud/data'
    await page.setContent(`<a href="${hostUrl}${path}">the result</a>`)
    expect(await watch(path, async () => await page.click('a'))).toBe(200)
    expect(await countEntries()).toBe(1)
  })

  it('opens no WebSocket of a relay', async () => {
    await start({ relay: true })
    await page.goto(pageUrl)
    const url = `${hostUrl.replace('http', 'ws')}/ws/federation/w1`
    const end = await page.evaluate(
      async (address) =>
        await new Promise((resolve) => {
          const socket = new WebSocket(address, 'specimen-fed.v1')
          socket.onopen = () => resolve('open')
          socket.onerror = () => resolve('refused')
        }),
      url,
    )
    expect(end).toBe('refused')
  })
})

it('is not read through another name that leads to it', async () => {
  await start()
  const rebound = hostUrl.replace('127.0.0.1', reboundName)
  expect((await page.goto(`${rebound}/`))?.status()).toBe(421)
  // The page that was answered is of the same origin as what it asks for.
  const read = await page.evaluate(async () => {
    const response = await fetch('/api/specimens/')
    return [response.status, (await response.json()).code]
  })
  expect(read).toEqual([421, 'host.unknown'])
})

it('lets its own page change what it may', async () => {
  await start()
  await fill()
  await page.goto(hostUrl)
  const status = await page.evaluate(
    async () => (await fetch('/api/processing/cache/clear', { method: 'POST' })).status,
  )
  expect([status, await countEntries()]).toEqual([200, 0])
  expect((await createApi(hostUrl).get('/')).headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

it('runs no script of a file that was dropped in', async () => {
  await start()
  await page.goto(`${hostUrl}/api/specimens/drawing/thumbnail`)
  expect(await page.evaluate(() => [document.contentType, document.title, self.origin])).toEqual([
    'image/svg+xml',
    '',
    'null',
  ])
  for (const id of ['page', 'drawing']) {
    const { headers } = await host.inject(`/api/specimens/${id}/data`)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(headers['content-disposition']).toMatch(/^attachment/)
  }
})
