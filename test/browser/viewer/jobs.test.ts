/** Jobs on the page of a specimen: progress, cancelling, refusals, and what is shown meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { fan, registerFan, showsTriangles } from './fan.ts'
import type { OpenViewer } from './open-viewer.ts'
import { dragToEnd, follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const source = `
function fan(triangles) {
  const rim = Array.from({ length: triangles + 1 }, (_, i) => [Math.cos(i / triangles * 6.28), Math.sin(i / triangles * 6.28), 0])
  return {
    vertices: Float32Array.from([[0, 0, 1], ...rim].flat()),
    indices: Uint32Array.from(Array.from({ length: triangles }, (_, i) => [0, i + 1, i + 2]).flat()),
  }
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
/** Coarse at once, fine after a while, and never with seven. */
export async function slow(size, detail, report) {
  report.report('preparing')
  if (size === 2) await new Promise(() => report.report('3/4 of it'))
  if (detail > 10) {
    for (let i = 1; i <= 4; i++) {
      report.report('slice ' + i + '/4')
      await pause(300)
    }
  }
  return fan(size * detail)
}
export async function stuck(size, report) {
  if (size === 1) return fan(3)
  report.report('a quarter is done', 0.25)
  report.report('now 50 % done')
  for (;;) {}
}
export function needy(wanted, other) { return fan(wanted) }
export function strict(cells) {
  if (cells > 5) throw new Error('more than five cells do not fit')
  return fan(cells)
}
`
const folder = mkdtempSync(join(tmpdir(), 'specimen-jobs-'))
const plugins = join(folder, 'bundles')
const openOne = useViewer({ options: { plugins }, context: { viewport: { width: 760, height: 420 } } })
let viewer: OpenViewer

beforeAll(() => {
  makeBundle(plugins, {
    name: 'jobs',
    source,
    functions: [
      {
        name: 'slow',
        returns: 'mesh',
        properties: {
          size: { type: 'integer', default: 1, minimum: 1, maximum: 20 },
          detail: { type: 'integer', default: 100, minimum: 1, maximum: 100, preview: 3 },
        },
        progressAt: 2,
      },
      {
        name: 'stuck',
        returns: 'mesh',
        properties: { size: { type: 'integer', default: 1, minimum: 1, maximum: 9 } },
        progressAt: 1,
      },
      {
        name: 'needy',
        returns: 'mesh',
        properties: { wanted: { type: 'integer', minimum: 1 }, other: { type: 'number' } },
        required: ['wanted'],
      },
      {
        name: 'strict',
        returns: 'mesh',
        properties: { cells: { type: 'integer', default: 2, minimum: 1, maximum: 9 } },
      },
    ],
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(path: string): Promise<Page> {
  viewer = await openOne({ path })
  return viewer.page
}

const strip = (page: Page): Locator => page.getByRole('region', { name: 'Computation' })

describe('a job', () => {
  it('says how far it is, by number and text, with its messages and the time since it began', async () => {
    const page = await open('/#/slow?size=2')
    const bar = strip(page).getByRole('progressbar')
    await expect.poll(() => bar.getAttribute('value')).toBe('0.75')
    expect(await strip(page).textContent()).toContain('3/4 of it')
    await strip(page)
      .getByText(/^[1-9]\.\d s$/)
      .waitFor()
    await strip(page).getByText('2 messages').click()
    expect(await strip(page).getByRole('listitem').first().textContent()).toBe('0.0 s preparing')
    await follow(page, 'slow')
    await showsTriangles(page, 100)
    expect(await strip(page).count()).toBe(0)
    viewer.expectClean()
  })

  it('that is cancelled has no process any more, leaves the picture before, and can be run after all', async () => {
    const page = await open('/#/stuck')
    await showsTriangles(page, 3)
    await page.getByRole('textbox', { name: 'Size' }).fill('4')
    await page.keyboard.press('Enter')
    await page.getByText('now 50 % done').first().waitFor()
    await expect.poll(() => strip(page).getByRole('progressbar').getAttribute('value')).toBe('0.5')
    await page.getByText('Picture shows 1').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/Cancelled/).waitFor()
    await showsTriangles(page, 3)
    // The bundle's one process is free: nothing of it would be computed otherwise.
    const answer = await viewer.host.inject({ url: '/api/specimens/strict/data' })
    expect(answer.statusCode).toBe(200)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('now 50 % done').first().waitFor()
    await page.getByRole('textbox', { name: 'Size' }).fill('1')
    await page.keyboard.press('Enter')
    await strip(page).waitFor({ state: 'detached' })
    await showsTriangles(page, 3)
  })

  it('of a preview ends when the value is let go, and the last value’s own result comes', async () => {
    const page = await open('/#/slow')
    await showsTriangles(page, 100)
    const slider = page.getByRole('slider', { name: 'Size' })
    const box = await slider.boundingBox()
    if (!box) throw new Error('The slider is not on the page.')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 8, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, y, { steps: 4 })
    await expect.poll(() => readTriangles(page)).toBeLessThan(61)
    await page.mouse.move(box.x + box.width - 2, y, { steps: 4 })
    await page.mouse.up()
    await showsTriangles(page, 2000)
    expect(await page.getByText(/Picture shows/).count()).toBe(0)
    viewer.expectClean()
  })

  it('of a drag is ended by the one of the last value, at the host and without being cancelled', async () => {
    const ran: number[] = []
    const run = async (triangles: number) => {
      ran.push(triangles)
      if (triangles !== 5 && triangles !== 100) await new Promise(() => {})
      return fan(triangles)
    }
    viewer = await openOne({ options: {}, prepare: (host) => registerFan(host, run), path: '/#/fan' })
    const { page, host } = viewer
    await showsTriangles(page, 5)
    const started: Promise<{ job_id: string }>[] = []
    page.context().on('response', (response) => {
      if (response.url().endsWith('/fan/start')) started.push(response.json())
    })
    await page
      .context()
      .route('**/api/jobs/*', (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      )
    await dragToEnd(page, /Triangles/, async () => {
      await expect.poll(() => ran.length).toBe(2)
    })
    await showsTriangles(page, 100)
    expect(ran).toEqual([5, expect.any(Number), 100])
    const jobs = await Promise.all(started)
    const views = jobs.map(async ({ job_id }) => (await host.inject(`/api/jobs/${job_id}/progress`)).json())
    expect(await Promise.all(views)).toMatchObject([
      { status: 'error', error: 'superseded' },
      { status: 'done', error: null },
    ])
  })

  it('is one for a key that is held down: nothing between the first value and the last is computed or shown', async () => {
    const computed: number[] = []
    const { page, expectClean } = await openOne({
      path: '/#/fan',
      prepare: (host) =>
        registerFan(host, async (triangles) => {
          computed.push(triangles)
          if (triangles === 6) await new Promise(() => {})
          return fan(triangles)
        }),
      arrange: (opened) => opened.clock.install(), // so that the key is held in the test's own time
    })
    await showsTriangles(page, 5)
    await page.clock.pauseAt(Date.now() + 60_000)
    const slider = page.getByRole('slider', { name: 'Triangles' })
    await slider.focus()
    for (let i = 0; i < 30; i++) {
      await page.keyboard.down('ArrowRight')
      await page.clock.runFor(33)
    }
    await page.keyboard.up('ArrowRight')
    expect(await page.getByRole('textbox', { name: 'Triangles' }).inputValue()).toBe('35')
    await expect.poll(() => computed).toEqual([5, 6])
    await showsTriangles(page, 5)
    await page.clock.runFor(200)
    await showsTriangles(page, 35)
    expect(computed).toEqual([5, 6, 35])
    expectClean()
  })

  it('never leaves a frame blank while the next result comes', async () => {
    const page = await open('/#/strict')
    await showsTriangles(page, 2)
    const box = await page.locator('.stage canvas').boundingBox()
    if (!box) throw new Error('There is no picture.')
    const clip = { x: box.x + box.width / 2 - 30, y: box.y + box.height / 2 - 30, width: 60, height: 60 }
    /** The brightest value of a channel around the middle: the ground there is dark. */
    const look = async (): Promise<number> =>
      Math.max(...Array.from(decode(await page.screenshot({ clip })).data).filter((_, i) => i % 4 < 3))
    await expect.poll(look).toBeGreaterThan(120)
    const seen: number[] = []
    const field = page.getByRole('textbox', { name: 'Cells' })
    for (const value of [3, 4, 5]) {
      await field.fill(String(value))
      await field.press('Enter')
      while ((await readTriangles(page)) !== value) seen.push(await look())
      seen.push(await look())
    }
    expect(Math.min(...seen)).toBeGreaterThan(120)
  })
})

describe('what a function refuses', () => {
  it('stands at the field, in words, and goes with the next value', async () => {
    const page = await open('/')
    // The page has the schema of before: the function was built again since.
    await page.route('**/api/specimens/strict', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('"maximum":9', '"maximum":40') })
    })
    await follow(page, 'strict?cells=30')
    const panel = page.getByRole('region', { name: 'Parameters' })
    const field = panel.getByRole('textbox', { name: 'Cells' })
    await panel.getByText(/at most 9|from 1 to/).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('4')
    await field.press('Enter')
    await showsTriangles(page, 4)
    expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('by its own words stands over the picture, which stays', async () => {
    const page = await open('/#/strict')
    await showsTriangles(page, 2)
    await page.getByRole('textbox', { name: 'Cells' }).fill('8')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('more than five cells do not fit').waitFor()
    await showsTriangles(page, 2)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('more than five cells do not fit').waitFor()
  })

  it('is not asked for: a missing value is named first, and set', async () => {
    const asked: string[] = []
    const page = await open('/#/')
    page.context().on('request', (request) => asked.push(request.url()))
    await follow(page, 'needy')
    await page.getByText('Set Wanted to compute.').waitFor()
    expect(asked.filter((url) => url.endsWith('/start'))).toEqual([])
    await page.getByRole('button', { name: /Wanted/ }).click()
    await page.getByRole('textbox', { name: 'Wanted' }).fill('6')
    await page.keyboard.press('Enter')
    await showsTriangles(page, 6)
    viewer.expectClean()
  })
})

async function readTriangles(page: Page): Promise<number> {
  const label = (await page.getByRole('application').getAttribute('aria-label')) ?? ''
  return Number(/of ([\d,]+) triangle/.exec(label)?.[1]?.replaceAll(',', ''))
}
