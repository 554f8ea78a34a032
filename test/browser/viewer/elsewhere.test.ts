/** The page of a specimen behind a token and below a path. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openBrowser } from '../open-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'

let browser: Browser
let viewer: OpenViewer | undefined

beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(async () => {
  await viewer?.close()
  viewer = undefined
})
afterAll(async () => await browser?.close())

const schema = {
  type: 'object',
  properties: { size: { type: 'integer', default: 1, minimum: 1, maximum: 9 } },
} as const

function register(host: Host): void {
  const run = (size: number) => ({
    vertices: new Float32Array(9 * size).map((_, i) => (i * 7) % 5),
    indices: new Uint32Array(3 * size).map((_, i) => i),
  })
  host.registerSpecimen({ id: 'shell', displayName: 'A shell' }, run, { returns: 'mesh', schema })
}

const shows = async (page: Page, triangles: number): Promise<void> =>
  await page.getByRole('application', { name: new RegExp(`^A mesh of ${triangles} triangle`) }).waitFor()
const choose = async (page: Page, size: number): Promise<void> =>
  await page.evaluate((chosen) => {
    location.hash = `#/shell?size=${chosen}`
  }, size)

async function download(page: Page): Promise<string> {
  await page.getByLabel('Download').click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'glTF (GLB)' }).click()
  return (await saved).suggestedFilename()
}

const size = { viewport: { width: 640, height: 480 } }

describe('the page of a specimen behind a token', () => {
  it('asks for it once, and again when another holds, and keeps it for the session only', async () => {
    const options = { token: 'the-right-one' }
    viewer = await openViewer(browser, { options, prepare: register, path: '/#/shell', context: size })
    const { page } = viewer
    page.setDefaultTimeout(60_000)
    const dialog = page.getByRole('dialog', { name: 'This host asks for a token' })
    await dialog.getByLabel('Token').fill('the-right-one')
    await page.keyboard.press('Enter')
    await shows(page, 1)
    expect(await dialog.count()).toBe(0)
    expect(await download(page)).toBe('shell.glb')
    await page.reload()
    await shows(page, 1)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await viewer.host.close()
    const { port } = new URL(viewer.url)
    const next = await createHost({
      plugins: '',
      specimens: '',
      port: Number(port),
      token: 'a-new-one',
      logLevel: 'silent',
    })
    onTestFinished(() => next.close())
    register(next)
    await next.listen()
    await choose(page, 3)
    await dialog.getByLabel('Token').fill('a-new-one')
    await page.keyboard.press('Enter')
    await shows(page, 3)
    expect(await dialog.count()).toBe(0)
  })
})

/** A proxy that shows a host below `/lab`, and hands on what `toTarget` makes of an address. */
async function startProxy(hostUrl: string, toTarget: (path: string) => string): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (!/^\/lab(\/|$)/.test(url)) return void outgoing.writeHead(404).end()
    const inner = request(hostUrl + toTarget(url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(inner)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close().closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` // it listens on TCP
}

describe('the page of a specimen below a path', () => {
  it.each<[string, HostOptions, (path: string) => string, string]>([
    ['is cut off and not named', {}, (path) => path.slice('/lab'.length), '/lab/'],
    ['is passed on', { basePath: '/lab', corsOrigin: 'https://elsewhere.example' }, (path) => path, '/lab'],
    [
      'is cut off, and a slash put in its place',
      { basePath: '/lab' },
      (path) => path.slice(4) || '/',
      '/lab',
    ],
  ])('works when the path %s', async (_, options, toTarget, entry) => {
    viewer = await openViewer(browser, { options, prepare: register, path: '/docs', context: size })
    const { page } = viewer
    page.setDefaultTimeout(60_000)
    const url = await startProxy(viewer.url, toTarget)
    const missed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missed.push(response.url())
    })
    await page.goto(`${url}${entry}#/shell`)
    await shows(page, 1)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('result drawn').length)).toBe(1)
    await choose(page, 4)
    await shows(page, 4)
    expect(await download(page)).toBe('shell.glb')
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: 'A shell' }).click()
    await page.waitForURL(`${url}/lab/#/shell`)
    await shows(page, 1)
    expect(missed).toEqual([])
    expect(viewer.faults.filter((fault) => !fault.startsWith(`foreign: ${url}`))).toEqual([])
  })
})
