/** Files of every known format on the page of a specimen: real ones, from a folder that a host serves. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeEnvelope, encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'
import { download, follow, showsPicture } from './specimen-page.ts'

const files = fileURLToPath(new URL('../../data/formats/files/', import.meta.url))
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

const browser = useBrowser()
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
  viewer = await openViewer(browser(), {
    options: { specimens },
    context: { viewport: { width: 640, height: 480 } },
  })
})
afterAll(async () => {
  await viewer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (id: string): Promise<void> => follow(viewer.page, id)

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

  it('that is an image is saved as the file that it is, and in other forms', async () => {
    const path = `${files}l16.png`
    await open(`case-${cases.findIndex(([other]) => other === path)}`)
    await showsPicture(viewer.page, 'An image of 9 × 5 pixels.')
    const menu = viewer.page.getByRole('button', { name: /^The file itself/, includeHidden: true })
    expect(await menu.textContent()).toBe('The file itself .png, unchanged, 1 KB')
    const file = await download(viewer.page, 'The file itself')
    expect(file.name).toBe('l16.png')
    expect(file.bytes.equals(readFileSync(path))).toBe(true)
    const envelope = await download(viewer.page, 'Binary envelope')
    expect(decodeEnvelope(envelope.bytes)).toMatchObject({ type: 'image', width: 9, dtype: 'uint16' })
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
