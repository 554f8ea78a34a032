/**
 * Anatomy under the hands: surfaces that know their sides, measurements in slices, clipping in the patient's
 * coordinates. Places and lengths follow by hand from how the files are made.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeHead, makeNifti } from '../../support/head-phantom.ts'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'
import { readColors } from './picture-colors.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'

const browser = useBrowser()
let viewer: OpenViewer
let page: Page

beforeAll(async () => {
  viewer = await openViewer(browser())
  page = viewer.page
  await page.getByRole('link', { name: 'Open a file' }).click()
})
afterAll(async () => await viewer?.close())

async function open(name: string, bytes: Uint8Array, says: string): Promise<void> {
  const again = page.getByRole('button', { name: 'Open another' })
  if ((await again.count()) > 0) await again.click()
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await page.getByLabel('Choose files').setInputFiles(file)
  await showsPicture(page, says)
}

/**
 * Returns a head as a surface in PLY, as 3D Slicer writes it: a block of 60 × 80 × 100 mm around the middle,
 * grey, with a red pyramid for the nose.
 */
function makeSurface(space: 'LPS' | 'RAS'): Uint8Array {
  const front = space === 'LPS' ? -1 : 1
  const block = [-30, 30].flatMap((x) => [-40, 40].flatMap((y) => [-50, 50].map((z) => [x, y, z])))
  const nose = [
    [-15, 41 * front, -15],
    [15, 41 * front, -15],
    [0, 41 * front, 15],
    [0, 60 * front, 0],
  ]
  const sides = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ].map((corners) => [4, ...corners])
  const faces = [
    ...sides,
    ...[
      [8, 9, 11],
      [9, 10, 11],
      [10, 8, 11],
    ].map((corners) => [3, ...corners]),
  ]
  const lines = [
    'ply',
    'format ascii 1.0',
    `comment SPACE=${space}`,
    `element vertex ${block.length + nose.length}`,
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...['red', 'green', 'blue'].map((color) => `property uchar ${color}`),
    `element face ${faces.length}`,
    'property list uchar int vertex_indices',
    'end_header',
    ...block.map((place) => [...place, 128, 128, 128].join(' ')),
    ...nose.map((place) => [...place, 255, 0, 0].join(' ')),
    ...faces.map((face) => face.join(' ')),
  ]
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/** Returns whether the picture is red beside the middle, where the letter stands. */
async function isNoseInFront(): Promise<boolean> {
  const { width, height, rgb } = readColors(await lookWhenStill(page))
  const at = 3 * (Math.floor(0.47 * height) * width + Math.floor(0.475 * width))
  return (rgb[at] ?? 0) > 2 * (rgb[at + 1] ?? 0)
}

const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('a surface', () => {
  it.each(['LPS', 'RAS'] as const)('of the space %s knows its sides', async (space) => {
    await open('head.ply', makeSurface(space), 'A mesh of')
    const sides = page.locator('.view-cube-turned button')
    expect(await sides.allTextContents()).toEqual(['L', 'R', 'A', 'P', 'S', 'I'])
    await page.locator('.stage').focus()
    await page.keyboard.press('3')
    expect(await isNoseInFront()).toBe(true)
    const [right, left] = await Promise.all(
      ['R', 'L'].map(async (letter) => await middleOf(page.locator('.is-name', { hasText: letter }))),
    )
    expect(right?.x).toBeLessThan(left?.x ?? 0)
    await page.keyboard.press('4')
    expect(await isNoseInFront()).toBe(false)
    viewer.expectClean()
  })
})

describe('a measurement in slices', () => {
  const coronal = () => page.getByRole('group', { name: /^Coronal at/ })
  const marks = (name: string) => page.locator(`[data-slice="${name}"] .slice-marks`)

  /** Clicks a spot of the coronal slice, in parts of its width from the left and its height from above. */
  async function press(slice: Locator, right: number, down: number): Promise<void> {
    const { width = 0, height = 0 } = (await slice.boundingBox()) ?? {}
    await slice.click({ position: { x: right * width, y: down * height } })
  }

  it('is the length between two clicked places, which leave the crosshair where it is', async () => {
    await open('head.nii', makeHead('RAS'), 'A volume of')
    const sample = await page.locator('.slices-value').textContent()
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await press(coronal(), 0.25, 0.5)
    await press(coronal(), 0.75, 0.5)
    // The slice is 170 mm wide.
    const text = (await page.locator('[data-slice="xz"] .slice-measured').textContent()) ?? ''
    expect(Number.parseFloat(text)).toBeGreaterThan(84)
    expect(Number.parseFloat(text)).toBeLessThan(86)
    expect(text).toMatch(/ mm$/)
    expect(await page.locator('.stage-labels .measured').textContent()).toBe(text)
    expect(await page.locator('.slices-value').textContent()).toBe(sample)
    await page.getByText('Click to measure again.').waitFor()
  })

  it('can be compared by eye: all three slices have one scale', async () => {
    const widths = await page
      .locator('.slice-ruler')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().width / Number.parseFloat(each.textContent ?? '')),
      )
    expect(widths.length).toBe(3)
    for (const width of widths) expect(width / (widths[0] ?? 1)).toBeCloseTo(1, 1)
  })

  it('is drawn in its slice alone, and wherever its ends lie within half a step', async () => {
    const count = async () => await marks('xz').getAttribute('data-count')
    expect(await count()).toBe('2')
    await coronal().focus()
    await page.keyboard.press('PageUp')
    await expect.poll(count).toBe('0')
    expect(await page.locator('[data-slice="xz"] .slice-measured').count()).toBe(0)
    await page.keyboard.press('PageDown')
    await expect.poll(count).toBe('2')
    expect(await marks('yz').getAttribute('data-count')).toBe('0')
  })

  it('of three places is an angle, the last by the key at the crosshair', async () => {
    await page.getByRole('button', { name: 'Measure an angle' }).click()
    await press(coronal(), 0.5, 0.2)
    await page.keyboard.press('Enter') // the crosshair is in the middle
    await press(coronal(), 0.8, 0.5)
    await expect
      .poll(async () => await page.locator('.slice-measured').first().textContent())
      .toMatch(/^(89|90|91)\.\d°$/)
  })

  it('still has a crosshair that follows a drag, and the places of notes', async () => {
    const sample = await page.locator('.slices-value').textContent()
    const { x, y } = await middleOf(coronal())
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => await page.locator('.slices-value').textContent()).not.toBe(sample)
    await page.getByRole('button', { name: 'Add a note' }).click()
    await press(coronal(), 0.4, 0.4)
    await page.getByRole('textbox', { name: 'Note' }).fill('here')
    await page.getByRole('button', { name: 'Pin' }).click()
    await page.locator('.pinned-notes details').waitFor()
    viewer.expectClean()
  })

  it('in a sheared volume is the length in the patient, and not along the axes of the file', async () => {
    // Rows of y lean by 45° to x: a step of y is 5 mm of x and 5 mm of y.
    const rows = [
      [5, 5, 0, -120],
      [0, 5, 0, -60],
      [0, 0, 5, -60],
    ]
    await open('sheared.nii', makeNifti([24, 24, 24], rows), 'A volume of')
    await page.getByText('Slices are drawn upright, though the axes are 45° off a right angle.').waitFor()
    const axial = page.getByRole('group', { name: /^Axial at/ })
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    // Up and to the right by half of both sides: 60 and 60 of x, 60 of y.
    await press(axial, 0.25, 0.75)
    await press(axial, 0.75, 0.25)
    const text = await page.locator('.slice-measured').first().textContent()
    expect(Math.abs(Number.parseFloat(text ?? '') - Math.hypot(120, 60))).toBeLessThan(2)
  })
})

describe('clipping', () => {
  it.each(['RAS', 'LPI', 'SAR'])('is in the patient in a file of %s', async (axes) => {
    await page.goto(`${viewer.url}/#/~file`) // another file of the page before keeps what it cut
    await page.reload()
    await open('head.nii', makeHead(axes), 'A volume of')
    const clipping = page.locator('details.settings', { hasText: 'Clipping' })
    if (!(await clipping.evaluate((node) => (node as HTMLDetailsElement).open)))
      await clipping.locator('summary').click()
    const field = page.getByRole('textbox', { name: 'R–L max' })
    expect(Number(await field.inputValue())).toBe(85)
    await field.fill('10')
    await field.press('Enter')
    // The handle of the right side is at the place that was typed.
    const axis = [...axes].findIndex((end) => 'RL'.includes(end))
    const measure = async (): Promise<number> => {
      const handles = page.locator('.clip-handles i[data-color="0"]')
      const places = await handles.evaluateAll((all) => all.map((each) => each.getAttribute('data-place')))
      const [one = 0, other = 0] = places.map((place) => Number(place?.split(',')[axis]))
      return Math.abs(one - other)
    }
    await expect.poll(measure).toBeCloseTo(95, 1)
    expect(await field.inputValue()).toBe('10')
    expect(await page.getByText('R–L', { exact: true }).count()).toBe(1)
    viewer.expectClean()
  })
})
