/** The page's one stage: specimens have it one after the other, and leave nothing on the card. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { fan } from './fan.ts'
import { countHeld } from './harness/count-held.ts'
import { follow, lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

/** How each is described when it is shown. */
const specimens = {
  mesh: 'A mesh of 5 triangles.',
  volume: 'A volume of 4 × 4 × 4 samples',
  cloud: 'A point cloud of 3 points.',
  photo: 'An image of 2 × 2 pixels',
} as const
type Id = keyof typeof specimens
const ids = Object.keys(specimens) as Id[] // its own keys

function prepare(host: Host): void {
  const schema = { type: 'object', properties: {} } as const
  const samples = Uint8Array.from({ length: 64 }, (_, i) => 4 * i)
  const points = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 1])
  host.registerSpecimen({ id: 'mesh' }, () => fan(5), { returns: 'mesh', schema })
  host.registerSpecimen({ id: 'volume' }, () => ({ shape: [4, 4, 4], data: samples }), {
    returns: 'volume',
    schema,
  })
  host.registerSpecimen({ id: 'cloud' }, () => ({ points }), { returns: 'point_cloud', schema })
  host.registerSpecimen(
    { id: 'photo' },
    () => ({ width: 2, height: 2, channels: 1, data: samples.slice(0, 4) }),
    { returns: 'image', schema },
  )
}

const open = useViewer({ prepare, context: { viewport: { width: 480, height: 360 } } })

const drawn = (page: Page) => page.evaluate(() => performance.getEntriesByName('result drawn').length)

async function visit(page: Page, id: Id): Promise<void> {
  const before = await drawn(page)
  await follow(page, id)
  await showsPicture(page, specimens[id])
  await expect.poll(() => drawn(page)).toBe(before + 1)
}

async function leave(page: Page): Promise<void> {
  await follow(page, '')
  await page.getByRole('heading', { name: 'Specimens' }).waitFor()
}

const visits = 50

describe('specimens one after the other', () => {
  it('are drawn by one context, which holds no more after them than after one of each kind', async () => {
    const { page, expectClean } = await open({ arrange: (opened) => opened.addInitScript(countHeld) })
    const holds = async () => {
      await leave(page)
      await expect.poll(() => page.evaluate('held.Buffer')).toBe(0) // Preact tidies up after the next picture
      return await page.evaluate('({ ...held, contexts: contexts.size })')
    }
    for (const id of ids) await visit(page, id)
    const first = await holds()
    for (let i = 0; i < visits; i++) await visit(page, ids[i % ids.length] ?? 'mesh')
    expect(await holds()).toEqual(first)
    expect(first).toMatchObject({ contexts: 1, Program: expect.any(Number) })
    expectClean()
  })

  it('leave nothing on the screen of the next, nor its camera', async () => {
    const { page } = await open({ path: '/#/cloud' })
    await showsPicture(page, specimens.cloud)
    const wanted = await lookWhenStill(page)
    await visit(page, 'mesh')
    await page.getByRole('application').focus()
    for (const key of ['ArrowRight', 'ArrowUp', '+']) await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    for (const x of [200, 260]) await page.mouse.click(x, 200)
    await visit(page, 'cloud')
    expect((await lookWhenStill(page)).equals(wanted)).toBe(true)
    expect(new URL(page.url()).hash).toBe('#/cloud')
  })
})

it('makes another context for the next specimen when the last one was lost', async () => {
  const { page } = await open({ path: '/#/cloud' })
  await showsPicture(page, specimens.cloud)
  const wanted = await lookWhenStill(page)
  await visit(page, 'mesh')
  await page.locator('.stage canvas').evaluate((canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext('webgl2') // it is a canvas
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await page.getByText('The graphics card was taken away').waitFor()
  await visit(page, 'cloud')
  expect((await lookWhenStill(page)).equals(wanted)).toBe(true)
  expect(await page.getByText('The graphics card was taken away').count()).toBe(0)
})
