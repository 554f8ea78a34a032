/** Files of every known format on the page of a specimen: real ones, from a folder that a host serves. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '../../../core/wire/envelope.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { openBrowser } from '../open-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'

const files = fileURLToPath(new URL('../../formats/files/', import.meta.url))
const shipped = fileURLToPath(new URL('../../../specimens/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'specimen-formats-'))
const specimens = join(folder, 'specimens')

/** A file, the kind that its specimen is said to be, and what the page says of it. */
const cases: readonly (readonly [path: string, type: string, says: string])[] = [
  [`${files}pyramid-binary.stl`, 'mesh', 'A mesh of 6 triangles.'],
  [`${files}pyramid.obj`, 'mesh', 'A mesh of 6 triangles.'],
  [`${files}pyramid-text.ply`, 'mesh', 'A mesh of 6 triangles.'],
  [`${files}pyramid.glb`, 'mesh', 'A mesh of 6 triangles.'],
  [`${shipped}earthquakes/earthquakes.ply`, 'point_cloud', 'A point cloud of 12,270 points.'],
  [`${files}points.npy`, 'point_cloud', 'A point cloud of 7 points.'],
  [`${shipped}brain-mri/brain.nrrd`, 'volume', 'A volume of 256 × 256 × 20 samples.'],
  [`${files}volume-float64-gzip.nrrd`, 'volume', 'A volume of 4 × 3 × 2 samples.'],
  [`${files}scan-int16.nii`, 'volume', 'A volume of 4 × 3 × 2 samples.'],
  [`${files}series.nii.gz`, 'volume', 'A volume of 4 × 3 × 2 samples.'],
  [`${files}volume-uint8.npy`, 'volume', 'A volume of 5 × 3 × 2 samples.'],
  [`${files}rgba.png`, 'image', 'An image of 9 × 5 pixels.'],
  [`${files}l16.png`, 'image', 'An image of 9 × 5 pixels.'],
  [`${files}grey.jpg`, 'image', 'An image of 56 × 40 pixels.'],
]

let browser: Browser
let viewer: OpenViewer

beforeAll(async () => {
  cases.forEach(([path, type], i) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    writeSpecimen(specimens, `case-${i}`, { type, data_file: name }, { [name]: readFileSync(path) })
  })
  const envelope = encodeEnvelope({
    type: 'image',
    width: 2,
    height: 1,
    channels: 1,
    dtype: 'uint16',
    data: new Uint16Array([1, 9]),
  })
  writeSpecimen(
    specimens,
    'kept',
    { type: 'image', data_file: 'kept.envelope' },
    { 'kept.envelope': Buffer.concat(envelope) },
  )
  writeSpecimen(
    specimens,
    'notes',
    { type: 'volume', data_file: 'notes.dat' },
    { 'notes.dat': 'no known format' },
  )
  const cut = readFileSync(`${files}pyramid-binary.stl`).subarray(0, 200)
  writeSpecimen(specimens, 'cut', { type: 'mesh', data_file: 'cut.stl' }, { 'cut.stl': cut })
  browser = await openBrowser()
  viewer = await openViewer(browser, { options: { specimens } })
})
afterAll(async () => {
  await viewer?.close()
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function open(id: string): Promise<void> {
  await viewer.page.evaluate((hash) => {
    location.hash = hash
  }, `#/${id}`)
}

/** Returns what the picture is said to show, with whatever stands over it. */
async function readPicture(): Promise<string> {
  const texts = await viewer.page.locator('.stage-note').allTextContents()
  return [await viewer.page.getByRole('application').getAttribute('aria-label'), ...texts].join(' ')
}

describe('a static specimen', () => {
  it.each(cases)('%s is drawn as a %s', async (path, _type, says) => {
    await open(`case-${cases.findIndex(([other]) => other === path)}`)
    await expect.poll(readPicture).toContain(says)
    viewer.expectClean()
  })

  it('is drawn from an envelope', async () => {
    await open('kept')
    await expect.poll(readPicture).toContain('An image of 2 × 1 pixels.')
    viewer.expectClean()
  })

  it('of no known format says so, and can be downloaded as it is', async () => {
    await open('notes')
    await viewer.page
      .getByText(/notes\.dat/)
      .first()
      .waitFor()
    const button = viewer.page.getByRole('button', { name: 'Download notes.dat' })
    const [download] = await Promise.all([viewer.page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toBe('notes.dat')
    expect(readFileSync(await download.path(), 'utf8')).toBe('no known format')
    viewer.expectClean()
  })

  it('that is damaged says what is wrong with its file, which can be downloaded', async () => {
    await open('cut')
    await viewer.page.getByText(/"cut\.stl", as STL: The file is truncated/).waitFor()
    await viewer.page.getByRole('button', { name: 'Download cut.stl' }).waitFor()
    viewer.expectClean()
  })
})
