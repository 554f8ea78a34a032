/** A link with everything in it, opened by somebody else. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { openViewer } from './open-viewer.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'

function register(host: Host): void {
  host.registerSpecimen(
    { id: 'block', displayName: 'A block' },
    (edge: number) => ({
      type: 'volume',
      dtype: 'float32',
      shape: [edge, edge, edge],
      spacing: [1, 1, 2],
      origin: [5, 0, 0],
      data: Float32Array.from({ length: edge ** 3 }, (_, i) => (i % 17) / 8 - 1),
    }),
    {
      returns: 'volume',
      schema: {
        type: 'object',
        properties: {
          edge: { type: 'integer', default: 4, minimum: 2, maximum: 9 },
          kind: { enum: ['full', 'hollow'], default: 'full' },
        },
      },
    },
  )
}

const context = { viewport: { width: 860, height: 480 } }
const browser = useBrowser()

/** Returns every value that the panel shows, as text. */
async function readPanel(page: Page): Promise<string[]> {
  return await page.locator('.specimen input, .specimen select').evaluateAll((fields) =>
    fields.map((field) => {
      const { value, checked = false, type } = field as HTMLInputElement // or a select, which is never checked
      return `${type} ${value} ${checked}`
    }),
  )
}

describe('a link with everything in it', () => {
  it('gives somebody else the same picture, panel and room', async () => {
    const viewer = await openViewer(browser(), {
      prepare: register,
      context,
      path: '/#/block?~room=lab&~slabs=0,0.8,0,1,0,1',
    })
    onTestFinished(viewer.close)
    const { page } = viewer
    await showsPicture(page, 'A volume of 4 × 4 × 4 samples.')
    const set = async (name: string, value: string): Promise<void> => {
      await page.getByRole('textbox', { name, exact: true }).fill(value)
      await page.keyboard.press('Enter')
    }
    await set('Edge', '6')
    await showsPicture(page, 'A volume of 6 × 6 × 6 samples.')
    await page.getByRole('radio', { name: 'Hollow' }).press('Space')
    await page.getByLabel('Rendering', { exact: true }).selectOption({ label: 'Maximum' })
    await page.getByLabel('Colour map', { exact: true }).selectOption({ label: 'Magma' })
    await page.getByRole('switch', { name: 'Invert colour map' }).press('Space')
    await set('Colour max', '0.75')
    await page.locator('summary', { hasText: 'Clipping' }).click()
    await page.getByRole('switch', { name: 'Free plane' }).press('Space')
    await set('Tilt plane', '30')
    await page.getByRole('button', { name: 'Slices' }).click()
    await page.getByRole('slider', { name: /slice/ }).first().press('ArrowRight')
    await page.getByRole('application').focus()
    for (const key of ['ArrowRight', 'ArrowUp', '+']) await page.keyboard.press(key)
    await lookWhenStill(page)
    await page.getByRole('button', { name: 'Bounding box' }).click() // the link that has it has the last camera
    await expect.poll(() => page.url()).toContain('~box=')
    await page.getByRole('heading', { level: 1 }).hover()
    for (const part of [
      'camera',
      'slices',
      'plane',
      'slabs',
      'box',
      'window',
      'inverted',
      'colormap',
      'rendering',
    ])
      expect(page.url()).toContain(`~${part}=`)
    expect(page.url()).toMatch(/#\/block\?.*edge=6.*kind=hollow.*~room=lab/)

    const shown = await lookWhenStill(page)
    const link = page.url()
    const other = await browser().newPage(context)
    // Its result comes after what draws it, as that of a slow function does.
    await other.context().route('**/block/data', async (route) => {
      await other.locator('canvas[data-engine]').waitFor() // three has it
      await route.continue()
    })
    await other.goto(link)
    await showsPicture(other, 'A volume of 6 × 6 × 6 samples.')
    await other.locator('summary', { hasText: 'Clipping' }).click()
    await expect.poll(async () => await readPanel(other)).toEqual(await readPanel(page))
    await expect.poll(async () => compare(await lookWhenStill(other), shown)).toBeLessThan(0.01)
    expect(await other.getByText('Room lab').count()).toBe(1)
    expect(other.url()).toBe(link)
    await other.close()
    viewer.expectClean()
  })
})

/** Returns how much of a picture differs in more than rounding: a link has the camera in few digits. */
function compare(one: Uint8Array, another: Uint8Array): number {
  const [a, b] = [decode(one), decode(another)]
  expect([a.width, a.height]).toEqual([b.width, b.height])
  return a.data.filter((value, i) => Math.abs(value - (b.data[i] ?? 0)) > 8).length / a.data.length
}

it('a link with a path, which others make a card of, is the page with the fragment of that', async () => {
  const viewer = await openViewer(browser(), {
    prepare: register,
    context,
    path: '/s/block?edge=3&~room=lab',
  })
  onTestFinished(viewer.close)
  await showsPicture(viewer.page, 'A volume of 3 × 3 × 3 samples.')
  const { pathname, hash, search } = new URL(viewer.page.url())
  expect([pathname, hash, search]).toEqual(['/', '#/block?edge=3&~room=lab', ''])
})
