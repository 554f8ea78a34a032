/** Everything but the 3D itself, by keys alone. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'

const browser = useBrowser()
let viewer: OpenViewer
let page: Page
beforeAll(async () => {
  viewer = await openViewer(browser(), {
    prepare: register,
    context: { viewport: { width: 860, height: 620 }, permissions: ['clipboard-read', 'clipboard-write'] },
  })
  page = viewer.page
})
afterAll(async () => {
  await viewer?.close()
})

function register(host: Host): void {
  host.registerSpecimen(
    { id: 'block', displayName: 'A block' },
    (edge: number) => ({
      type: 'volume',
      dtype: 'uint8',
      shape: [edge, edge, edge],
      spacing: [1, 1, 1],
      origin: [0, 0, 0],
      data: Uint8Array.from({ length: edge ** 3 }, (_, i) => 100 + i),
    }),
    {
      returns: 'volume',
      schema: {
        type: 'object',
        properties: {
          edge: { type: 'integer', default: 4, minimum: 2, maximum: 9 },
          kind: { enum: ['full', 'hollow'], default: 'full' },
          closed: { type: 'boolean', default: false },
        },
      },
    },
  )
}

/** Presses Tab until something of that role and name has the focus. */
async function tabTo(role: string, name: RegExp): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const element = document.activeElement
      const label = element?.getAttribute('aria-labelledby')
      const labelled = label ? document.getElementById(label)?.textContent : null
      const own =
        element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
      const kind = element?.getAttribute('role') ?? element?.getAttribute('type') ?? element?.localName
      return `${kind}: ${element?.getAttribute('aria-label') ?? labelled ?? own ?? ''}`
    })
    seen.push(found)
    if (found.startsWith(`${role}: `) && name.test(found.slice(role.length + 2))) return
  }
  throw new Error(`Tab does not lead to ${role} ${name}: ${seen.join(' | ')}`)
}

const shows = async (says: string): Promise<void> =>
  await page.locator(`[role=application][aria-label^="${says}"]`).waitFor()
const focused = async (): Promise<string> =>
  await page.evaluate(() => document.activeElement?.localName ?? '')

describe('by keys alone', () => {
  it('somebody opens a specimen, changes it, looks inside, measures, saves, shares and goes back', async () => {
    await page.getByRole('link', { name: /A block/ }).waitFor()
    await tabTo('a', /A block/)
    await page.keyboard.press('Enter')
    await shows('A volume of 4 × 4 × 4 samples.')
    expect(await focused()).toBe('h1')

    await tabTo('button', /Copy the link/)
    await page.keyboard.press('Enter')
    await page.getByText('The link is copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#/block')
    await page.keyboard.press('Escape')
    await page.getByText('The link is copied.').waitFor({ state: 'hidden' })
    expect(await focused()).toBe('button')

    await tabTo('button', /^Download/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'JSON' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'JSON' }).waitFor({ state: 'hidden' })
    expect(await focused()).toBe('button')
    await page.keyboard.press('Enter')
    await tabTo('button', /JSON/)
    const saved = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await saved).suggestedFilename()).toBe('block.json')

    // The tools are one stop: arrows, Home and End lead from one to the other.
    const tool = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await tabTo('button', /^Fit/)
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    expect(await tool()).toBe('Slices')
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    expect(await tool()).toBe('Save the picture')
    await page.keyboard.press('ArrowRight')
    expect(await tool()).toBe('Fit')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    expect(await tool()).toBe('Add a note')
    await page.keyboard.press('Home')
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
    expect(await tool()).toBe('Measure a distance')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('application')
    await page.keyboard.press('Shift+Tab')
    expect(await tool()).toBe('Measure a distance')
    await page.getByRole('application').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => page.url()).toContain('~camera=')
    await page.keyboard.press('Enter')
    await page.locator('.measured').waitFor()

    await tabTo('range', /slice/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('~slices=')
    await tabTo('range', /Edge/)
    await page.keyboard.press('ArrowRight')
    await shows('A volume of 5 × 5 × 5 samples.')
    expect(await focused()).toBe('input')
    await tabTo('radio', /Full/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('kind=hollow')
    await tabTo('switch', /Closed/)
    await page.keyboard.press('Space')
    await expect.poll(() => page.url()).toContain('closed=true')
    await tabTo('summary', /Clipping/)
    await page.keyboard.press('Enter')
    await tabTo('range', /x min/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.url()).toContain('~slabs=')

    await page.goBack()
    await page.getByRole('link', { name: /A block/ }).waitFor()
    await expect.poll(focused).toBe('a')
    viewer.expectClean()
  })

  it('an open menu closes when something else is pressed', async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('button', { name: 'JSON' }).waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await page.getByRole('button', { name: 'JSON' }).waitFor({ state: 'hidden' })
  })
})
