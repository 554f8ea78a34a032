/** The page of a specimen behind a token and below a path. */
import type { Page } from 'playwright-core'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProxyBelowLab } from '../start-proxy.ts'
import { showsTriangles } from './fan.ts'
import { download, follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ prepare: register, context: { viewport: { width: 640, height: 480 } } })

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

const choose = (page: Page, size: number): Promise<void> => follow(page, `shell?size=${size}`)

describe('the page of a specimen behind a token', () => {
  it('asks for it once, and again when another holds, and keeps it for the session only', async () => {
    const options = { token: 'the-right-one' }
    const { page, host, url } = await open({ options, path: '/#/shell' })
    const dialog = page.getByRole('dialog', { name: 'This host asks for a token' })
    await dialog.getByLabel('Token').fill('the-right-one')
    await page.keyboard.press('Enter')
    await showsTriangles(page, 1)
    expect(await dialog.count()).toBe(0)
    expect((await download(page, 'glTF')).name).toBe('shell.glb')
    await page.reload()
    await showsTriangles(page, 1)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await host.close()
    const { port } = new URL(url)
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
    await showsTriangles(page, 3)
    expect(await dialog.count()).toBe(0)
  })
})

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
    const { page, url: hostUrl, faults } = await open({ options, path: '/api/specimens/' })
    const url = await startProxyBelowLab(hostUrl, toTarget)
    const missed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missed.push(response.url())
    })
    await page.goto(`${url}${entry}#/shell`)
    await showsTriangles(page, 1)
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('result drawn').length)).toBe(1)
    await choose(page, 4)
    await showsTriangles(page, 4)
    expect((await download(page, 'glTF')).name).toBe('shell size=4.glb')
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: 'A shell' }).click()
    await page.waitForURL(`${url}/lab/#/shell`)
    await showsTriangles(page, 1)
    expect(missed).toEqual([])
    expect(faults.filter((fault) => !fault.startsWith(`foreign: ${url}`))).toEqual([])
  })
})
