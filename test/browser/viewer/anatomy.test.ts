/**
 * Phantoms on the page: a head in an oblique box, and labels. Sides and places follow by hand from how the
 * files are made; `page-and-picture.test.ts` has the head in files of other axes.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeNifti, makeObliqueHead } from '../../support/head-phantom.ts'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { setTextSize } from './main-pages.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'

const browser = useBrowser()
let viewer: OpenViewer
let page: Page

beforeAll(async () => {
  viewer = await openViewer(browser())
  page = viewer.page
  await page.setViewportSize({ width: 1100, height: 720 })
  await page.getByRole('link', { name: 'Open a file' }).click()
})
afterAll(async () => await viewer?.close())

/** Returns where a caption, a picture or a slider of a slice reaches into the next one, or below the slice. */
async function findOverlaps(): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('.slice')].flatMap((slice) => {
      if (!slice.checkVisibility()) return []
      const parts = ['figcaption', '.slice-picture', 'input']
      const boxes = parts.map((part) => slice.querySelector(part)?.getBoundingClientRect())
      const ends = [...boxes.slice(1).map((box) => box?.top), slice.getBoundingClientRect().bottom]
      return parts.flatMap((part, i) => {
        const below = (boxes[i]?.bottom ?? 0) - (ends[i] ?? 0)
        return below > 0.5 ? [`${part} of ${slice.textContent} by ${below} px`] : []
      })
    }),
  )
}

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const again = page.getByRole('button', { name: 'Open another' })
  if ((await again.count()) > 0) await again.click()
  const file = { name: 'head.nii', mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await page.getByLabel('Choose files').setInputFiles(file)
  await showsPicture(page, 'A volume of')
}

describe('a head', () => {
  it('opens with its slices and letters, which say where they are', async () => {
    await open(makeObliqueHead(25))
    const toggle = page.getByRole('button', { name: 'Slices', exact: true })
    if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click()
    await page.getByText('neurological, oblique by 25°').first().waitFor()
    const names = await page.locator('.stage-labels .is-name').allTextContents()
    expect(names).toEqual(['L', 'R', 'P', 'A', 'I', 'S'])
    const spots = await Promise.all(
      ['R', 'L'].map(async (letter) => await page.locator('.is-name', { hasText: letter }).boundingBox()),
    )
    expect(spots[0]?.x).toBeLessThan(spots[1]?.x ?? 0) // it faces the camera
    expect(await page.locator('.view-cube-turned button').allTextContents()).toEqual([
      'L',
      'R',
      'A',
      'P',
      'S',
      'I',
    ])
    expect(await findBarriers(page)).toEqual([])
  })

  it.each([
    ['small', 100],
    ['small', 200],
    ['large', 100],
    ['large', 200],
  ])('has captions and sliders beside its %s slices with text of %i percent', async (size, percent) => {
    await page.setViewportSize({ width: 1100, height: 720 })
    if (size === 'large') await page.getByRole('button', { name: 'Enlarge Axial' }).click()
    await setTextSize(page, percent)
    for (const height of [800, 420])
      for (const width of [360, 600, 868, 1280, 1600, 1920]) {
        await page.setViewportSize({ width, height })
        const tab = page.getByRole('tab', { name: 'Axial' })
        if (await tab.isVisible()) await tab.click()
        await expect.poll(async () => await page.locator('.slice:visible').count()).toBeGreaterThan(0)
        expect(await findOverlaps(), `${width} × ${height}`).toEqual([])
        const picture = await page.locator('.slice:visible .slice-picture').first().boundingBox()
        expect(picture?.height, `${width} × ${height}`).toBeGreaterThan(90)
      }
    await setTextSize(page, 100)
    await page.setViewportSize({ width: 1100, height: 720 })
    if (size === 'large') await page.getByRole('button', { name: 'Shrink Axial' }).click()
  })

  it('turns to its sides by the keys in the order of the letters', async () => {
    await page.locator('.stage').focus()
    await page.keyboard.press('2') // the eye on the right of the patient, who looks to the right of the picture
    await lookWhenStill(page)
    const [anterior, posterior] = await Promise.all(
      ['A', 'P'].map(async (letter) => await page.locator('.is-name', { hasText: letter }).boundingBox()),
    )
    expect(anterior?.x).toBeGreaterThan(posterior?.x ?? 0)
  })

  it('has one slice at a time on a telephone, chosen by tabs', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('tab', { name: '3D' }).click()
    await page.getByRole('application').waitFor()
    expect(await page.locator('.slice:visible').count()).toBe(0)
    const tab = page.getByRole('tab', { name: 'Coronal' })
    await tab.click()
    await expect.poll(async () => await page.locator('.slice:visible').count()).toBe(1)
    expect(await page.locator('.slice:visible .slice-name').textContent()).toBe('Coronal')
    // It stays while the panel scrolls, and leaves that more than half of the screen.
    await page.mouse.wheel(0, 600)
    await expect.poll(async () => (await page.locator('.specimen-picture').boundingBox())?.y).toBe(0)
    const sticky = await page.locator('.specimen-picture').boundingBox()
    expect(sticky?.height).toBeLessThan(0.55 * 844)
    expect((await page.locator('.slice:visible .slice-picture').boundingBox())?.height).toBeGreaterThan(100)
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 1100, height: 720 })
    await expect.poll(async () => await page.locator('.slice:visible').count()).toBe(3)
  })

  it.each([
    [760, 420],
    [390, 500],
    [320, 320],
  ])('leaves room for the picture above its slices in a window of %d x %d', async (width, height) => {
    await page.setViewportSize({ width, height })
    await page.getByRole('tab', { name: '3D' }).click()
    await expect
      .poll(async () => (await page.locator('.stage').boundingBox())?.height ?? 0)
      .toBeGreaterThan(190)
    await page.setViewportSize({ width: 1100, height: 720 })
  })
})

it('labels have a list of their values and numbers of samples in place of a bar', async () => {
  const shells = [0, 1, 3, 7]
  const rows = [0, 1, 2].map((row) =>
    [0, 1, 2, 3].map((column) => (row === column ? 5 : column === 3 ? -40 : 0)),
  )
  const bytes = makeNifti([16, 16, 16], rows, (x) => shells[Math.floor((x + 40) / 20)] ?? 0)
  await open(bytes)
  const list = page.getByRole('list', { name: 'Labels' })
  await list.waitFor()
  expect(await list.locator('li').allTextContents()).toEqual(['1 1,024', '3 1,024', '7 1,024'])
  expect(await page.locator('.color-bar').count()).toBe(0)
  viewer.expectClean()
})
