/** The user's own file: dropped or chosen, read in the page alone. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { dropFiles, sampleFiles } from './drop-files.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'
import { look, lookWhenStill, showsPicture } from './specimen-page.ts'

const browser = useBrowser()
let viewer: OpenViewer
let page: Page
const asked: string[] = []

beforeAll(async () => {
  viewer = await openViewer(browser())
  page = viewer.page
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
})
afterAll(async () => await viewer?.close())

/** Returns what the page has asked of the host, but for its own scripts. */
function listAsked(): readonly string[] {
  return asked.filter((line) => !line.startsWith('GET /viewer/')).sort()
}

/** Drops files on the page, as a person does from a folder, and opens them where it is asked. */
async function drop(...names: readonly string[]): Promise<void> {
  const isOpen = (await page.getByRole('application', { name: /^An? / }).count()) > 0
  await dropOnly(...names)
  if (isOpen) await page.getByRole('button', { name: 'Open', exact: true }).click()
}

async function dropOnly(...names: readonly string[]): Promise<void> {
  await dropFiles(page.locator('body'), ...names)
}

describe("a user's own file", () => {
  it('is shown with the tools when it is dropped on the gallery, and never sent', async () => {
    await page.getByRole('heading', { name: 'Specimens', exact: true }).waitFor()
    asked.length = 0
    await drop('scan-int16.nii')
    await showsPicture(page, 'A volume of 4 × 3 × 2 samples.')
    await page.getByRole('heading', { name: 'scan-int16.nii' }).waitFor()
    expect(await page.getByText('Only in this page').count()).toBe(1)
    expect(await page.getByText('nothing of it is sent').count()).toBe(1)
    await page.getByRole('toolbar', { name: 'Picture' }).getByRole('button', { name: 'Slices' }).click()
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0)
    await expect.poll(listAsked).toEqual(['GET /api/processing/functions', 'GET /api/specimens/'])
    expect(await findBarriers(page)).toEqual([])
  })

  it('is measured in the page', async () => {
    asked.length = 0
    const list = page.locator('.fact-list')
    await list.locator('summary').click() // About is open where there are no parameters
    await expect.poll(() => list.textContent()).toMatch(/Samples\s*4 × 3 × 2/)
    expect(listAsked()).toEqual([])
  })

  it('takes the place of the one before when it is dropped on it', async () => {
    await drop('pyramid.obj')
    await showsPicture(page, 'A mesh of 6 triangles.')
    await page.getByRole('heading', { name: 'pyramid.obj' }).waitFor()
  })

  it('of several volumes shows the one that the slider chooses, and the link names', async () => {
    await drop('series.nii.gz')
    await showsPicture(page, 'A volume of 4 × 3 × 2 samples.')
    const slider = page.getByRole('slider', { name: 'Volume' })
    const first = await look(page)
    await slider.focus()
    await slider.press('End')
    await expect.poll(async () => (await look(page)).equals(first)).toBe(false)
    await expect.poll(() => page.url()).toContain('frame=4')
    await slider.press('Home')
    await expect.poll(async () => (await look(page)).equals(first)).toBe(true)
  })

  it('may be a DICOM series of many files', async () => {
    await drop('../dicom/ct-7.dcm', '../dicom/ct-8.dcm', '../dicom/ct-9.dcm')
    await showsPicture(page, 'A volume of 4 × 3 × 3 samples.')
    await page.getByRole('heading', { name: '3 files' }).waitFor()
  })

  it('is named with what can be done when it cannot be shown', async () => {
    await drop('make-files.py')
    await page.getByText('has none of the formats that can be shown').waitFor()
    await drop('pyramid.obj', 'scan-int16.nii')
    await page.getByText('do not belong together; open one of them').waitFor()
  })

  it('has to be opened again after a reload, and can be chosen by a button', async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Drop a file or a folder here' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Choose files').setInputFiles(`${sampleFiles}rgba.png`)
    await showsPicture(page, 'An image of 9 × 5 pixels.')
    await page.getByRole('button', { name: 'Open another' }).click()
    await page.getByRole('heading', { name: 'Open a file' }).waitFor()
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: 'Open a file' }).click()
    await page.getByRole('heading', { name: 'Drop a file or a folder here' }).waitFor()
    viewer.expectClean()
  })

  it('may lie over a volume, or stand beside what is shown, until it is taken away', async () => {
    await drop('scan-int16.nii')
    await showsPicture(page, 'A volume of 4 × 3 × 2 samples.')
    const alone = await lookWhenStill(page)
    await dropOnly('scan-float32.nii')
    const dialog = page.getByRole('dialog', { name: 'scan-float32.nii' })
    await dialog.getByText('sent nowhere').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    expect((await lookWhenStill(page)).equals(alone)).toBe(true)
    await dropOnly('scan-float32.nii')
    await page.getByRole('button', { name: 'Overlay on this volume' }).click()
    await page.getByText('scan-float32.nii lies over it, where the origins and axes of both say.').waitFor()
    const over = await lookWhenStill(page)
    expect(over.equals(alone)).toBe(false)
    await page.getByLabel('Overlay colours', { exact: true }).selectOption({ label: 'Viridis' })
    await expect.poll(async () => (await lookWhenStill(page)).equals(over)).toBe(false)
    const slider = page.getByRole('slider', { name: 'Overlay' })
    await slider.focus()
    await slider.press('Home')
    await expect.poll(async () => (await lookWhenStill(page)).equals(alone)).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Take scan-float32.nii away' }).click()
    await expect.poll(() => page.getByRole('slider', { name: 'Overlay' }).count()).toBe(0)
    await dropOnly('pyramid.obj')
    await page.getByRole('button', { name: 'Show beside' }).waitFor()
    expect(await page.getByRole('button', { name: 'Overlay on this volume' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show beside' }).click()
    await page.getByText('pyramid.obj stands beside it, in the same space.').waitFor()
    await expect.poll(async () => (await lookWhenStill(page)).equals(alone)).toBe(false)
    await page.getByRole('button', { name: 'Take pyramid.obj away' }).click()
    await expect.poll(async () => (await lookWhenStill(page)).equals(alone)).toBe(true)
    await dropOnly('make-files.py')
    await page.getByRole('dialog').getByText('none of the formats that can be shown').waitFor()
    expect(await page.getByRole('button', { name: 'Show beside' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('may be a folder of OME-Zarr, as an archive', async () => {
    await drop('zarr2-blosc-lz4.tar')
    await showsPicture(page, 'A volume of 24 × 20 × 12 samples.')
    viewer.expectClean()
  })
})

describe('the choice of a file', () => {
  it.each([
    ['A mesh, OBJ', 'A mesh of 11,520 triangles.'],
    ['A table of points, CSV', 'A point cloud of 800 points.'],
    ['A volume, NRRD', 'A volume of 40 × 40 × 40 samples.'],
  ])('has a framed target and an example: %s', async (label, says) => {
    await page.goto(`${viewer.url}/#/~file`)
    await page.reload() // the file before is forgotten
    expect(await page.locator('.drop-target').evaluate((one) => getComputedStyle(one).borderStyle)).toBe(
      'dashed',
    )
    await page.getByRole('button', { name: label }).click()
    await showsPicture(page, says)
    viewer.expectClean()
  })
})
