/** The page of a specimen with data and texts that nobody would make on purpose. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProbe } from '../../support/probe-bundle.ts'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer as openViewerIn } from './open-viewer.ts'
import { follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const openViewer = useViewer({ context: { viewport: { width: 640, height: 480 } } })
let viewer: OpenViewer

async function open(prepare: (host: Host) => void, path: string): Promise<Page> {
  viewer = await openViewer({ prepare, path })
  return viewer.page
}

const countDrawn = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('result drawn').length)

const triangle = (size: number, at = 0) => ({
  vertices: Float32Array.of(at, at, at, at + size, at, at, at, at + size, at),
  indices: Uint32Array.of(0, 1, 2),
})
const cube = (data: Float32Array, spacing?: readonly number[]) => ({ shape: [4, 4, 4], data, spacing })
const ramp = Float32Array.from({ length: 64 }, (_, i) => i)

const results = {
  'an empty mesh': ['mesh', { vertices: new Float32Array(), indices: new Uint32Array() }],
  'a mesh without triangles': ['mesh', { vertices: new Float32Array(9), indices: new Uint32Array() }],
  'a mesh of no size': ['mesh', triangle(0)],
  'a flat mesh far away': ['mesh', triangle(1, 1e7)],
  'a huge mesh': ['mesh', triangle(1e30)],
  'a mesh as large as numbers are': ['mesh', triangle(3e38)],
  'a tiny mesh': ['mesh', triangle(1e-30)],
  'a mesh of the smallest numbers': ['mesh', triangle(1e-44)],
  'no points': ['point_cloud', { points: new Float32Array() }],
  'one point': ['point_cloud', { points: Float32Array.of(1, 2, 3) }],
  'one point with a scalar': ['point_cloud', { points: new Float32Array(3), scalars: Float32Array.of(5) }],
  'points far apart': ['point_cloud', { points: Float32Array.of(-1e30, 0, 0, 1e30, 0, 0) }],
  'points close together': ['point_cloud', { points: Float32Array.of(0, 0, 0, 1e-30, 0, 0) }],
  'one sample': ['volume', { shape: [1, 1, 1], data: Float32Array.of(7) }],
  'a constant volume': ['volume', cube(new Float32Array(64).fill(3))],
  'a volume of NaN': ['volume', cube(new Float32Array(64).fill(Number.NaN))],
  'a volume of infinities': ['volume', cube(ramp.map((value) => (value % 2 ? Infinity : -Infinity)))],
  'a volume of the largest numbers': ['volume', cube(ramp.map((value) => (value % 2 ? 3e38 : -3e38)))],
  'a volume of the smallest numbers': ['volume', cube(ramp.map((value) => value * 1e-44))],
  'a huge volume': ['volume', cube(ramp, [1e30, 1e30, 1e30])],
  'a tiny volume': ['volume', cube(ramp, [1e-30, 1e-30, 1e-30])],
  'one pixel': ['image', { width: 1, height: 1, channels: 1, data: Uint8Array.of(9) }],
  'a line of pixels': ['image', { width: 4000, height: 1, channels: 3, data: new Uint8Array(12000) }],
} as const

/** All of them on one host and, one after another, in one page: each also takes the place of another. */
describe('the picture of', () => {
  const browser = useBrowser()
  let shown: OpenViewer
  beforeAll(async () => {
    const prepare = (host: Host): void => {
      for (const [i, [returns, result]] of Object.values(results).entries()) {
        // The type of a result fits its kind, which the table above does not say to the compiler.
        const run = (() => result) as Parameters<Host['registerSpecimen']>[1]
        host.registerSpecimen({ id: `odd-${i}`, displayName: 'Odd' }, run, { returns })
      }
    }
    shown = await openViewerIn(browser(), { prepare, context: { viewport: { width: 640, height: 480 } } })
  })
  afterAll(async () => await shown?.close())

  it.each(Object.keys(results).map((name, i) => [name, `odd-${i}`]))(
    '%s is drawn, with every tool, without an error',
    async (_, id) => {
      const { page } = shown
      await page.evaluate(() => performance.clearMarks())
      await follow(page, id)
      await expect.poll(() => countDrawn(page)).toBe(1)
      for (const query of [
        '~box=1&~wireframe=1',
        '~slices=0.5,0.5,0.5&~rendering=maximum',
        '~rendering=isosurface',
      ]) {
        await follow(page, `${id}?${query}`)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      }
      expect(await countDrawn(page)).toBe(1)
      const canvas = page.locator('.stage canvas')
      await canvas.hover({ position: { x: 200, y: 100 } })
      await canvas.click({ position: { x: 200, y: 100 } })
      await page.getByRole('application').focus()
      for (const key of ['ArrowLeft', '+', '0']) await page.keyboard.press(key)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      expect(await page.getByRole('alert').allTextContents()).toEqual([])
      expect(await page.locator('body').textContent()).not.toMatch(/undefined|\[object/)
      shown.expectClean()
    },
  )
})

const shell = () => triangle(1)

describe('the page of a specimen with', () => {
  it('HTML, bidi and control characters in its name shows them as text', async () => {
    const name = '<img src=x onerror=alert(1)> \u202egnol'
    const page = await open(
      (host) => host.registerSpecimen({ id: 'shell', displayName: name }, shell, { returns: 'mesh' }),
      '/',
    )
    await page.locator('.card a').click()
    await page.locator('h1', { hasText: '<img src=x' }).waitFor()
    await page.getByRole('application', { name: /^A mesh of 1 triangle\./ }).waitFor()
    expect(await page.locator('h1 img').count()).toBe(0)
    viewer.expectClean()
  })

  it.each(['lab:a b', '%', '..', 'reload', '<i>\u{1f41a}', '__proto__'])(
    'an id that no specimen has, %s, says so',
    async (id) => {
      const page = await open(() => {}, `/#/${encodeURIComponent(id)}`)
      const alert = page.getByRole('alert')
      await expect.poll(() => alert.textContent()).not.toContain('/api/')
      await alert.getByRole('link', { name: 'All specimens' }).click()
      await page.getByRole('heading', { name: 'No specimens yet' }).waitFor()
    },
  )

  it('500 parameters, or with 30 levels of them, has a panel', async () => {
    const number = { type: 'number', default: 1, minimum: 0, maximum: 2 }
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`p${i}`, number]))
    let nested: object = number
    for (let i = 0; i < 30; i++) nested = { type: 'object', properties: { inner: nested }, required: [] }
    const page = await open((host) => {
      const add = (id: string, properties: object) =>
        host.registerSpecimen({ id, displayName: id }, shell, {
          returns: 'mesh',
          // A schema made by a loop has no literal type.
          schema: { type: 'object', properties } as { type: 'object'; properties: Record<string, never> },
        })
      add('many', many)
      add('deep', { outer: nested })
    }, '/#/many')
    await expect.poll(() => page.getByRole('slider').count()).toBeGreaterThanOrEqual(500)
    await follow(page, 'deep')
    await page.locator('h1', { hasText: 'deep' }).waitFor()
    await page.getByRole('application', { name: /^A mesh/ }).waitFor()
    viewer.expectClean()
  })

  it('a story of 1 MB and words without a space keeps its width', async () => {
    const page = await open((host) => {
      const description = 'x'.repeat(1_000_000)
      host.registerSpecimen({ id: 'long', displayName: 'y'.repeat(200), description }, shell, {
        returns: 'mesh',
      })
    }, '/#/long')
    await page.getByRole('application', { name: /^A mesh/ }).waitFor()
    await page.getByText('About', { exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    viewer.expectClean()
  })

  it('1,000 messages of 2,000 characters leaves room for the picture', async () => {
    const { plugins, specimens } = makeProbe()
    const { page } = await openViewer({
      options: { plugins, specimens },
      path: '/#/endless',
      arrange: (opened) =>
        opened.context().route('**/progress*', async (route) => {
          const response = await route.fetch()
          const body = await response.json()
          const message = body.messages[0]
          const make = (_: unknown, seq: number) => ({ ...message, seq, text: `${seq} ${'z'.repeat(1995)}` })
          if (message) body.messages = Array.from({ length: 1000 }, make)
          await route.fulfill({ response, json: body })
        }),
    })
    await page.getByText('1000 messages').click()
    await page
      .getByText(/^0\.0 s 7 z/)
      .first()
      .waitFor()
    const box = await page.getByRole('region', { name: 'Computation' }).boundingBox()
    expect(box?.height).toBeLessThan(360)
    expect(box?.width).toBeLessThan(640)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/^Cancelled/).waitFor()
  })

  it('a broken entry in its catalog leaves that out, says why, and shows the others', async () => {
    const { page, expectClean } = await openViewer({
      prepare: (host) => host.registerSpecimen({ id: 'a', displayName: 'A' }, shell, { returns: 'mesh' }),
      arrange: (opened) =>
        opened.route('**/api/specimens/', async (route) => {
          const response = await route.fetch()
          const broken = { id: 7, tags: null, type: 'song' }
          await route.fulfill({ response, json: [...(await response.json()), broken] })
        }),
    })
    await page.getByText(/^A specimen is left out/).click()
    await page.getByText('Entry 2: id must be a text (got 7).').waitFor()
    await page.getByRole('link', { name: 'A', exact: true }).waitFor()
    expectClean()
  })
})
