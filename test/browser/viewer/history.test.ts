/** The way back: presets, undo and redo, what was tried, and the gallery as it was left. */
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const size = { type: 'number', default: 1, minimum: 1, maximum: 9 } as const
const depth = { type: 'number', default: 1, minimum: 1, maximum: 9 } as const
const note = { type: 'string', default: '' } as const
const schema = { type: 'object', properties: { size, depth, note } } as const
let calls = 0

function register(host: Host): void {
  const box = (width: number, height: number) => {
    calls++
    return {
      vertices: Float32Array.of(0, 0, 0, width, 0, 0, 0, height, 0, 0, 0, 2),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    }
  }
  host.registerSpecimen(
    {
      id: 'box',
      presets: [
        { name: 'Broad', params: { size: 9 } },
        { name: 'Plain', params: {} },
      ],
    },
    box,
    { returns: 'mesh', schema },
  )
}

const open = useViewer({ prepare: register, context: { viewport: { width: 1000, height: 700 } } })

describe('the way back', () => {
  it('undo restores the very pixels, and asks for nothing', async () => {
    const { page, expectClean } = await open({ path: '/#/box' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name, exact: true }))
    const preset = (name: string) => page.getByRole('button', { name, exact: true })
    await expect.poll(() => undo?.getAttribute('aria-disabled')).toBe('true')
    for (const name of ['Plain', 'Broad']) await preset(name).locator('img[src^="blob:"]').waitFor()
    const plain = await lookWhenStill(page)
    await preset('Broad').click()
    expect(await preset('Broad').getAttribute('aria-pressed')).toBe('true')
    const broad = await lookWhenStill(page)
    expect(broad.equals(plain)).toBe(false)
    const made = calls
    await page.keyboard.press('Control+z')
    await expect.poll(() => preset('Plain').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => (await lookWhenStill(page)).equals(plain)).toBe(true)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await lookWhenStill(page)).equals(broad)).toBe(true)
    await undo?.click()
    await redo?.click()
    await expect.poll(() => page.url()).toMatch(/#\/box\?size=9$/)
    // A field of text has an undo of its own.
    await page.getByRole('textbox', { name: 'Note' }).fill('some words')
    await page.keyboard.press('Control+z')
    expect(await preset('Broad').getAttribute('aria-pressed')).toBe('true')
    expect(calls).toBe(made)
    expectClean()
  })

  it('presets have pictures before they are picked, drawn once for all who come', async () => {
    const drawn = calls
    const { page, expectClean } = await open({ path: '/#/box' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    const [broad, plain] = ['Broad', 'Plain'].map((name) =>
      page.getByRole('button', { name, exact: true }).locator('img[src^="blob:"]'),
    )
    await broad?.waitFor()
    await plain?.waitFor()
    const made = calls
    expect(made - drawn).toBeLessThanOrEqual(3) // shown, and two pictures
    await page.reload()
    await plain?.waitFor()
    expect(calls).toBe(made)
    expectClean()
  })

  it('undoes settings of the picture among the parameters, and leaves the camera', async () => {
    const { page, expectClean } = await open({ path: '/#/box' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    await page.getByRole('application').press('ArrowLeft')
    await expect.poll(() => page.url()).toContain('~')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.focus() // the picture has no outline then
    const turned = await lookWhenStill(page)
    const edges = page.getByRole('switch', { name: 'Edges', exact: true })
    await edges.click()
    await expect.poll(() => page.url()).toContain('~edges')
    await page.getByRole('button', { name: 'Broad', exact: true }).click()
    await expect.poll(() => page.url()).toContain('size=9')
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.click()
    await expect.poll(() => page.url()).not.toContain('size=9')
    expect(page.url()).toContain('~edges')
    await undo.click()
    await expect.poll(() => edges.isChecked()).toBe(false)
    await heading.focus()
    await expect.poll(async () => (await lookWhenStill(page)).equals(turned)).toBe(true)
    expect(await undo.getAttribute('aria-disabled')).toBe('true')
    expectClean()
  })

  it('shows what was tried, in this tab only, until it is emptied', async () => {
    const { page, expectClean } = await open({ path: '/#/box' })
    const [plain, broad] = ['Plain', 'Broad'].map((name) => page.getByRole('button', { name, exact: true }))
    await plain?.locator('img').waitFor()
    await broad?.click()
    await broad?.locator('img').waitFor()
    await page.getByText('Tried', { exact: true }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: '2: defaults' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/box$/)
    await page.reload()
    await page.getByText('Tried', { exact: true }).click()
    await page.getByRole('button', { name: /Size 9$/ }).waitFor()
    await page.locator('.is-drawn').waitFor() // what is drawn later is tried again
    await page.getByRole('button', { name: 'Empty' }).click()
    await expect.poll(() => page.getByText('Tried', { exact: true }).count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    expectClean()
  })

  it('a slider is dragged on while the list of what was tried appears', async () => {
    const { page, expectClean } = await open({ path: '/#/box' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    // The list shows itself with the second result.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('specimen-tried box'))).toBeTruthy()
    const box = await page.getByRole('slider', { name: 'Size' }).boundingBox()
    if (!box) throw new Error('The slider is not on the page.')
    const drag = async (part: number) =>
      await page.mouse.move(box.x + 8 + part * (box.width - 16), box.y + box.height / 2)
    await drag(0)
    await page.mouse.down()
    await drag(0.5)
    await page.getByText('Tried', { exact: true }).waitFor()
    await drag(1)
    await page.mouse.up()
    await expect.poll(() => page.url()).toMatch(/size=9/)
    expectClean()
  })

  it('copies the parameters as a tag, and leads to the gallery as it was left', async () => {
    const { page, expectClean } = await open({ path: '/#/?q=box' })
    await page.getByRole('link', { name: /box/ }).first().click()
    await showsPicture(page, 'A mesh of 4 triangles.')
    await page.getByRole('button', { name: 'Broad', exact: true }).click()
    await page.getByRole('button', { name: 'Copy the link to this view' }).click()
    await page.getByRole('button', { name: 'Copy as @preset' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Parameters as a tag' }).inputValue())
      .toBe('@preset Name {"size":9}')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'All specimens' }).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('box')
    expectClean()
  })
})
