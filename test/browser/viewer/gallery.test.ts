/** The gallery in a real browser: what it shows in each state, and that everybody can use it. */
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CatalogEntry } from '../../../core/client/client.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { pixelPng } from '../../support/probe-bundle.ts'
import { findBarriers } from '../find-barriers.ts'
import { startProxyBelowLab } from '../start-proxy.ts'
import type { OpenViewer, ViewerOptions } from './open-viewer.ts'
import { useViewer } from './use-viewer.ts'

const specimens = join(import.meta.dirname, '../../../specimens')
const picture = `data:image/png;base64,${pixelPng.toString('base64')}`
const types = ['mesh', 'volume', 'point_cloud', 'image'] as const
const openViewer = useViewer()
let viewer: OpenViewer

async function open(options: ViewerOptions): Promise<Page> {
  viewer = await openViewer(options)
  return viewer.page
}

/** Registers specimens of every type with pictures, `name 0` to `name n-1`. */
function registerMany(host: Host, { count, name = 'Shell' }: { count: number; name?: string }): void {
  const make = () => ({ vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) })
  for (let i = 0; i < count; i++) {
    const tags = [i % 2 === 0 ? 'even' : 'odd', ...(i % 10 === 0 ? ['round'] : [])]
    const texts = {
      displayName: `${name} ${i}`,
      description: `Number ${i} of its kind, described at some length.`,
    }
    host.registerSpecimen({ id: `s${i}`, ...texts, tags, thumbnail: picture }, make, {
      returns: types[i % 4] ?? 'mesh',
    })
  }
}

const listNames = async (page: Page): Promise<string[]> => await page.locator('.card h2').allTextContents()
/** Returns the width of the first of some pictures, 0 until it has come. */
const readWidth = async (pictures: Locator): Promise<number> =>
  await pictures.first().evaluate((img) => (img as HTMLImageElement).naturalWidth) // an `<img>`
const readTotal = (page: Page) => expect.poll(() => page.locator('.total').textContent())

/** Returns what axe finds serious, in light and dark. */
async function findAllBarriers(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await findBarriers(page)))
  }
  return found
}

/** Answers the catalog in the host's place until it is taken back. */
async function answerCatalog(page: Page, change: (entries: CatalogEntry[]) => unknown): Promise<void> {
  await page.route('**/api/specimens/', async (route) => {
    if (route.request().method() !== 'GET') return await route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}

describe('the gallery', () => {
  it('shows the specimens of this repository with their pictures, for everybody', async () => {
    const page = await open({ options: { specimens } })
    await readTotal(page).toBe('4') // the fifth needs a plugin
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Specimens')
    const card = page.locator('.card', { hasText: 'A week of earthquakes' })
    expect(await card.locator('.kind').textContent()).toBe('Point cloud file')
    expect(await card.locator('.text').textContent()).toMatch(/^Every earthquake that/)
    expect(await card.getByRole('link').getAttribute('href')).toMatch(/#\/earthquakes$/)
    const readWidths = () =>
      page.locator('.card img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth)) // they are images
    await expect.poll(readWidths).toEqual([256, 256, 256, 256])
    expect(await page.getByRole('link', { name: 'API' }).getAttribute('href')).toBe(`${viewer.url}/docs`)
    expect(await findAllBarriers(page)).toEqual([])
    viewer.expectClean()
  })

  it('keeps its place while the catalog comes', async () => {
    const answered = createDeferred<void>()
    const page = await open({
      prepare: (host) => registerMany(host, { count: 8 }),
      arrange: (opened) =>
        opened.route('**/api/specimens/', async (route) => {
          await answered.promise
          await route.continue()
        }),
    })
    const place = async () => await page.locator('.card .thumbnail').first().boundingBox()
    await page.locator('.is-loading .card').first().waitFor()
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('true')
    const before = await place()
    answered.resolve()
    await page.getByRole('link', { name: 'Shell 0' }).waitFor()
    expect(await page.locator('.is-loading').count()).toBe(0)
    expect(await place()).toEqual(before)
  })

  it('finds by words, types and tags, and says when nothing fits', async () => {
    const page = await open({ prepare: (host) => registerMany(host, { count: 20 }) })
    await readTotal(page).toBe('20')
    await page.keyboard.press('/')
    await page.keyboard.type('shell 1')
    await readTotal(page).toBe('11 of 20')
    expect((await listNames(page))[0]).toBe('Shell 1')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Volumes 5' }).click()
    await readTotal(page).toBe('5 of 20')
    await page.getByRole('button', { name: 'odd 5' }).click()
    expect(await page.getByRole('button', { name: 'odd 5' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByRole('heading', { name: 'Nothing fits “nowhere”' }).waitFor()
    expect(await findAllBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all specimens' }).click()
    await readTotal(page).toBe('20')
    viewer.expectClean()
  })

  it('is in the order that is chosen, which the link keeps, and says what is live', async () => {
    const page = await open({
      options: { specimens },
      prepare: (host) => registerMany(host, { count: 2, name: 'Zebra' }),
    })
    await readTotal(page).toBe('6')
    const listed = await listNames(page)
    expect(listed.slice(0, 2)).toEqual(['Zebra 0', 'Zebra 1']) // what is computed comes first
    await page.getByText('live: computed, with sliders').waitFor()
    const zebra = page.locator('.card', { hasText: 'Zebra 0' })
    expect(await zebra.locator('.kind').textContent()).toBe('Mesh live')
    const order = page.getByRole('combobox', { name: 'Order' })
    await order.selectOption('By name')
    const byName = new Intl.Collator('en', { numeric: true })
    await expect.poll(() => listNames(page)).toEqual(listed.toSorted(byName.compare))
    await order.selectOption('As listed')
    await expect.poll(async () => (await listNames(page))[0]).not.toBe('Zebra 0')
    await expect.poll(() => page.url()).toMatch(/#\/\?order=host$/)
    await page.reload()
    await expect.poll(async () => (await listNames(page)).length).toBe(6)
    expect((await listNames(page))[0]).not.toBe('Zebra 0')
    await order.selectOption('Live first')
    await expect.poll(() => listNames(page)).toEqual(listed)
    viewer.expectClean()
  })

  it('has all of its filters on a telephone, none of them cut', async () => {
    const page = await open({
      prepare: (host) => registerMany(host, { count: 20 }),
      context: { viewport: { width: 360, height: 740 } },
    })
    await readTotal(page).toBe('20')
    const boxes = await page.locator('.filters button:visible').evaluateAll((all) =>
      all.map((chip) => {
        const { left, right } = chip.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      }),
    )
    expect(boxes).toHaveLength(7) // four types, three tags
    expect(boxes.every(Boolean)).toBe(true)
  })

  it('is used by keys alone: search, open, and back to the card', async () => {
    const page = await open({ prepare: (host) => registerMany(host, { count: 20 }) })
    await readTotal(page).toBe('20')
    await page.keyboard.press('/')
    await page.keyboard.type('shell 17')
    await readTotal(page).toBe('1 of 20')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (let i = 0; i < 12 && (await focused()) !== 'Shell 17'; i++) await page.keyboard.press('Tab')
    expect(await focused()).toBe('Shell 17')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/s17$/)
    await page.goBack()
    await expect.poll(focused).toBe('Shell 17')
    viewer.expectClean()
  })

  it('has cards for 1,000 specimens where somebody looks, and keeps the place', async () => {
    const page = await open({ prepare: (host) => registerMany(host, { count: 1000 }) })
    await readTotal(page).toBe('1000')
    const count = () => page.locator('.card').count()
    expect(await count()).toBeLessThan(100)
    const last = page.getByRole('link', { name: 'Shell 999', exact: true })
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        return await last.count()
      })
      .toBe(1)
    await last.click()
    await page.waitForURL(/#\/s999$/)
    await page.goBack()
    await last.waitFor()
    await expect.poll(() => last.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(10_000)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(count).toBeLessThan(200)
    await page.getByRole('searchbox').fill('shell 500')
    await expect.poll(async () => (await listNames(page))[0]).toBe('Shell 500')
    viewer.expectClean()
  })

  it('says what to do on a host without specimens', async () => {
    const page = await open({})
    await page.getByRole('heading', { name: 'No specimens yet' }).waitFor()
    expect(await page.getByText('npx --no -- specimen new disc').count()).toBe(1)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await findAllBarriers(page)).toEqual([])
    viewer.expectClean()
  })

  it('says why the catalog cannot be read, and reads it again when it is asked to', async () => {
    const page = await open({
      prepare: (host) => registerMany(host, { count: 2 }),
      arrange: (opened) =>
        opened.route('**/api/specimens/', async (route) => await route.fulfill({ json: { no: 'list' } })),
    })
    await page.getByRole('alert').getByText('must be a list').waitFor()
    expect(await findAllBarriers(page)).toEqual([])
    await page.unroute('**/api/specimens/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Shell 1' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    viewer.expectClean()
  })

  it('names workers, and offers nothing of one that is away', async () => {
    const toWorkers = (entries: CatalogEntry[]): CatalogEntry[] =>
      entries.map((entry, i) => ({ ...entry, id: `lab:${entry.id}`, worker_id: 'lab', available: i === 0 }))
    const page = await open({
      prepare: (host) => registerMany(host, { count: 2 }),
      arrange: (opened) => answerCatalog(opened, toWorkers),
    })
    await page.getByText('Worker lab is away').waitFor()
    expect(await page.locator('.card').first().locator('.kind').textContent()).toContain('on lab')
    expect(await page.locator('.card a').count()).toBe(1)
    expect(await page.locator('.card.is-away img').count()).toBe(0)
    expect(await findAllBarriers(page)).toEqual([])
  })

  it('shows the picture of the host where there is none, and a figure in place of a broken one', async () => {
    const page = await open({
      prepare: (host) => registerMany(host, { count: 5 }),
      arrange: async (opened) => {
        for (const broken of ['**/s0/picture?*', '**/s1/thumbnail'])
          await opened.route(
            broken,
            async (route) => await route.fulfill({ contentType: 'image/png', body: 'x' }),
          )
        await answerCatalog(opened, (all) =>
          all.map((entry) => (/^s[04]$/.test(String(entry.id)) ? { ...entry, thumbnail_url: null } : entry)),
        )
      },
    })
    await expect.poll(() => page.locator('.card .type-figure').count()).toBe(2)
    await expect.poll(() => page.locator('.card img').count()).toBe(3)
    await expect.poll(async () => await readWidth(page.locator('.card img').nth(2))).toBe(256)
  })
})

describe('the page of a host with a token', () => {
  it('asks for it once, says when it is wrong, and then shows everything', async () => {
    const page = await open({
      options: { token: 'the-right-one' },
      prepare: (host) => registerMany(host, { count: 30 }),
    })
    const dialog = page.getByRole('dialog', { name: 'This host asks for a token' })
    await dialog.waitFor()
    expect(await findAllBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await dialog.getByLabel('Token').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('a wrong one')
    await page.keyboard.press('Enter')
    await dialog.getByText('The host does not take this token.').waitFor()
    expect(await listNames(page)).toEqual([])
    await dialog.getByLabel('Token').fill('the-right-one')
    await page.keyboard.press('Enter')
    await readTotal(page).toBe('30')
    expect(await dialog.count()).toBe(0)
    const pictures = page.locator('.card img')
    await expect.poll(() => pictures.count()).toBeGreaterThan(5)
    expect(await pictures.first().getAttribute('src')).toMatch(/^blob:/)
    await expect.poll(() => readWidth(pictures)).toBe(1)
    await page.reload()
    await readTotal(page).toBe('30') // without asking again
    expect(await dialog.count()).toBe(0)
    // Browsers log every 401; nothing else is wrong.
    expect(viewer.faults.filter((fault) => !fault.includes('401'))).toEqual([])
  })
})

describe('the page while its host is away', () => {
  it('says so, and has the new catalog when the host is back', async () => {
    const page = await open({ prepare: (host) => registerMany(host, { count: 2 }) })
    await readTotal(page).toBe('2')
    await viewer.host.close()
    // As somebody does who comes back to the window.
    const look = () => page.evaluate(() => dispatchEvent(new Event('focus')))
    const banner = page.getByText('The host does not answer. Trying again …')
    await expect
      .poll(async () => {
        await look()
        return await banner.count()
      })
      .toBe(1)
    expect(await listNames(page)).toEqual(['Shell 0', 'Shell 1'])
    expect(await findAllBarriers(page)).toEqual([])
    const { port } = new URL(viewer.url)
    const next = await createHost({ plugins: '', specimens: '', port: Number(port), logLevel: 'silent' })
    onTestFinished(() => next.close())
    registerMany(next, { count: 3, name: 'Crystal' })
    await next.listen()
    await readTotal(page).toBe('3')
    expect(await listNames(page)).toEqual(['Crystal 0', 'Crystal 1', 'Crystal 2'])
    await expect.poll(() => banner.count()).toBe(0)
  })
})

describe('the page below a path', () => {
  const cases: readonly [string, HostOptions, (path: string) => string, string][] = [
    ['is cut off and not named', {}, (path) => path.slice('/lab'.length), '/lab/'],
    ['is passed on', { basePath: '/lab' }, (path) => path, '/lab'],
    [
      'is cut off, and a slash put in its place',
      { basePath: '/lab' },
      (path) => path.slice(4) || '/',
      '/lab',
    ],
  ]
  it.each(cases)('works when the path %s', async (_, options, toTarget, entry) => {
    const page = await open({
      options,
      prepare: (host) => registerMany(host, { count: 3 }),
      path: '/api/specimens/',
    })
    const url = await startProxyBelowLab(viewer.url, toTarget)
    const missed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missed.push(response.url())
    })
    await page.goto(url + entry)
    await readTotal(page).toBe('3')
    await expect.poll(() => readWidth(page.locator('.card img'))).toBe(1)
    expect(await page.getByRole('link', { name: 'API' }).getAttribute('href')).toBe(`${url}/lab/docs`)
    await page.getByRole('link', { name: 'Shell 2' }).click()
    await page.waitForURL(`${url}/lab/#/s2`)
    expect(missed).toEqual([])
    expect(viewer.faults.filter((fault) => !fault.startsWith(`foreign: ${url}`))).toEqual([])
  })
})
