/** The tools of a specimen's page: camera, measuring, settings, screenshot, downloads, and its link. */
import { readFile } from 'node:fs/promises'
import { decode } from 'fast-png'
import type { Download, Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { decodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { findBarriers } from '../find-barriers.ts'
import type { OpenViewer } from './open-viewer.ts'
import { countColors, follow, look, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const openOne = useViewer({
  prepare: register,
  context: { viewport: { width: 860, height: 520 }, permissions: ['clipboard-read', 'clipboard-write'] },
})
let viewer: OpenViewer

const size = { type: 'integer', default: 2, minimum: 1, maximum: 9 } as const
const schema = { type: 'object', properties: { size }, additionalProperties: false } as const

/** A square that faces the first view, a block of samples, four points, and a picture. */
function register(host: Host): void {
  host.registerSpecimen(
    { id: 'square', displayName: 'A square' },
    (edge: number) => ({
      vertices: new Float32Array([0, 0, 0, edge, 0, 0, edge, edge, 0, 0, edge, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }),
    { returns: 'mesh', schema },
  )
  host.registerSpecimen(
    { id: 'block', displayName: 'A block' },
    () => ({
      type: 'volume',
      dtype: 'float32',
      shape: [8, 8, 8],
      spacing: [1, 1, 1],
      origin: [0, 0, 0],
      data: Float32Array.from({ length: 512 }, (_, i) => i / 511),
    }),
    { returns: 'volume', schema: { type: 'object', properties: {} } },
  )
  host.registerSpecimen(
    { id: 'points', displayName: 'Points' },
    () => ({
      points: Float32Array.from({ length: 3000 }, (_, i) => Math.sin(i * 12.9898) * 4),
      scalars: Float32Array.from({ length: 1000 }, (_, i) => i),
    }),
    { returns: 'point_cloud', schema: { type: 'object', properties: {} } },
  )
  host.registerSpecimen(
    { id: 'photo', displayName: 'A photo' },
    () => ({ width: 4, height: 4, channels: 1, data: Uint8Array.from({ length: 16 }, (_, i) => i * 17) }),
    { returns: 'image', schema: { type: 'object', properties: {} } },
  )
}

async function open(path: string, says: string): Promise<Page> {
  viewer = await openOne({ path })
  await showsPicture(viewer.page, says)
  return viewer.page
}

const square = 'A mesh of 2 triangles.'

async function click(page: Page, right: number, down: number): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no picture.')
  await page.mouse.click(box.x + box.width * right, box.y + box.height * down)
}

async function readCanvas(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save the picture' }).waitFor()
  return (await look(page)).toString('base64')
}

async function save(page: Page, act: () => Promise<unknown>): Promise<[Download, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return [download, await readFile(await download.path())]
}

/** Saves the picture with these radio buttons chosen and these switches turned. */
async function saveFigure(
  page: Page,
  radios: { readonly [group: string]: string },
  switches: readonly string[] = [],
): Promise<[Download, Buffer]> {
  await page.getByRole('button', { name: 'Save the picture' }).click()
  for (const [name, choice] of Object.entries(radios))
    await page.getByRole('radiogroup', { name }).getByRole('radio', { name: choice }).press('Space')
  for (const name of switches) await page.getByRole('switch', { name }).press('Space')
  return await save(page, () => page.getByRole('button', { name: 'Save as PNG' }).click())
}

describe('the tools', () => {
  it('measure a distance and an angle where the pointer says, and show the lengths of the box', async () => {
    const page = await open('/#/square?~camera=1,1,0,0,-0.01,6', square)
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await click(page, 0.45, 0.5)
    await click(page, 0.55, 0.5)
    const distance = Number(await page.locator('.measured').textContent())
    expect(distance).toBeGreaterThan(0.1)
    expect(distance).toBeLessThan(2.9)
    await page.getByRole('button', { name: 'Measure an angle' }).click()
    expect(await page.locator('.measured').count()).toBe(0)
    await click(page, 0.55, 0.5)
    await click(page, 0.5, 0.5)
    await click(page, 0.5, 0.4)
    await expect.poll(() => page.locator('.measured').textContent()).toMatch(/^(8[89]|9[012])\.\d°$/)
    await page.getByRole('button', { name: 'Bounding box' }).click()
    expect((await page.locator('.stage-labels').textContent()) ?? '').toMatch(/2.*2/)
    viewer.expectClean()
  })

  it.each([
    ['points', 'A point cloud', ['Axes', 'Bounding box with lengths']],
    ['block', 'A volume', ['Axes', 'Bounding box with lengths', 'Slices', 'Window and level by dragging']],
    ['photo', 'An image', []],
  ])('are those that do something: for %s', async (id, says, own) => {
    const page = await open(`/#/${id}`, says)
    const tools = page.getByRole('toolbar', { name: 'Picture' }).getByRole('button')
    await tools.first().waitFor()
    const labels = await tools.evaluateAll((all) => all.map((tool) => tool.getAttribute('aria-label')))
    const everywhere = ['Measure a distance', 'Measure an angle', 'Add a note', 'Save the picture']
    expect(labels).toEqual(['Fit', ...own, ...everywhere])
  })

  it('leave nothing of one specimen on the page of the next', async () => {
    const page = await open('/#/square?~camera=1,1,0,0,-0.01,6', square)
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await click(page, 0.45, 0.5)
    await click(page, 0.55, 0.5)
    await page.locator('.measured').waitFor()
    await page.locator('.read-out').waitFor()
    await follow(page, 'points')
    await showsPicture(page, 'A point cloud of 1,000 points.')
    expect(await page.locator('.measured, .read-out').count()).toBe(0)
    const button = page.getByRole('button', { name: 'Measure a distance' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    expect(page.url()).not.toContain('camera')
    viewer.expectClean()
  })

  it('fit the specimen again, and take the camera out of the link', async () => {
    const page = await open('/#/square', square)
    const before = await readCanvas(page)
    await page.getByRole('application').focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.url()).toContain('~camera=')
    expect(await readCanvas(page)).not.toBe(before)
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(() => page.url()).not.toContain('~camera=')
    viewer.expectClean()
  })

  it('save the picture as it is seen, in several sizes and on several grounds, and leave it as it is', async () => {
    const page = await open('/#/square?size=3&~box=1', square)
    const before = await readCanvas(page)
    const box = await page.getByRole('application').boundingBox()
    const [, plain] = await saveFigure(page, { Background: 'Transparent' })
    const once = decode(plain)
    expect([once.width, once.height]).toEqual([box?.width, box?.height])
    expect(once.data[3]).toBe(0)
    expect(once.data.filter((value, i) => i % 4 === 3 && value === 255).length).toBeGreaterThan(1000)
    const [download, bytes] = await saveFigure(page, { Background: 'White', Size: '2×' }, ['Title'])
    expect(download.suggestedFilename()).toBe('square size=3.png')
    const { width, height, data } = decode(bytes)
    expect([width, height]).toEqual([2 * once.width, 2 * (once.height + 44)])
    expect([...data.slice(0, 4)]).toEqual([255, 255, 255, 255])
    const dark = (top: number, bottom: number): number =>
      data.slice(top * width * 4, bottom * width * 4).filter((value, i) => i % 4 === 0 && value < 90).length
    expect(dark(0, 88)).toBeGreaterThan(100) // the title
    await page.getByRole('button', { name: 'Save the picture' }).click()
    await page.getByRole('radio', { name: 'Other' }).press('Space')
    for (const [name, value] of [
      ['Width', '700'],
      ['Height', '900'],
    ] as const) {
      await page.getByRole('textbox', { name }).fill(value)
      await page.keyboard.press('Enter')
    }
    expect(await findBarriers(page, 'dialog')).toEqual([])
    const [, own] = await save(page, () => page.getByRole('button', { name: 'Save as PNG' }).click())
    expect([decode(own).width, decode(own).height]).toEqual([700, 900])
    expect(await readCanvas(page)).toBe(before)
    viewer.expectClean()
  })

  it('save a colour bar and slices, each alone or all of them', async () => {
    const page = await open('/#/block?~slices=0.5,0.5,0.5', 'A volume of 8 × 8 × 8 samples.')
    const [, bytes] = await saveFigure(page, { Background: 'White' })
    const { width, height, data } = decode(bytes)
    const bar = data.slice((height - 50) * width * 4)
    expect(bar.filter((value, i) => i % 4 === 0 && value < 90).length).toBeGreaterThan(200)
    await page.getByRole('button', { name: 'Save the picture' }).click()
    const sizes: number[] = []
    for (const label of ['All slices', 'xy']) {
      await page.getByRole('combobox', { name: 'Content' }).selectOption({ label })
      const text = await page.getByText(/^\d+ × \d+ pixels$/).textContent()
      sizes.push(Number.parseInt(text ?? '', 10))
    }
    expect(sizes[0]).toBeGreaterThan(2.5 * (sizes[1] ?? 0))
    const [, slice] = await save(page, () => page.getByRole('button', { name: 'Save as PNG' }).click())
    expect(decode(slice).width).toBe(sizes[1])
    expect(countColors(slice)).toBeGreaterThan(50)
    viewer.expectClean()
  })

  it('copy the picture, and say so where a browser cannot', async () => {
    const page = await open('/#/square', square)
    await page.getByRole('button', { name: 'Save the picture' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('The picture is copied.').waitFor()
    const types = await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types)
    expect(types).toEqual(['image/png'])
    await page.evaluate(() => Object.assign(globalThis, { ClipboardItem: undefined }))
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText(/Save it instead/).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('refuse a picture that no browser makes, in words', async () => {
    const page = await open('/#/square', square)
    await page.getByRole('button', { name: 'Save the picture' }).click()
    await page.getByRole('radio', { name: 'Other' }).press('Space')
    for (const name of ['Width', 'Height']) {
      await page.getByRole('textbox', { name }).fill('16000')
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: 'Save as PNG' }).click()
    await page.getByRole('alert').getByText('A picture of 16,000 × 16,000 pixels is too large').waitFor()
  })

  it('save the result in each of its forms', async () => {
    const page = await open('/#/square?size=3&gone=7', square)
    const menu = page.getByRole('button', { name: 'Download', exact: true })
    const choose = async (name: string, fileName: string): Promise<Buffer> => {
      await menu.click()
      const item = page.getByRole('button', { name: new RegExp(`^${name}`) })
      const [file, bytes] = await save(page, () => item.click())
      await item.waitFor({ state: 'hidden' })
      expect(file.suggestedFilename()).toBe(fileName)
      expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true)
      return bytes
    }
    expect(decodeEnvelope(await choose('Binary envelope', 'square size=3.envelope'))).toMatchObject({
      type: 'mesh',
    })
    expect((await choose('glTF', 'square size=3.glb')).subarray(0, 4).toString()).toBe('glTF')
    const json = JSON.parse((await choose('JSON', 'square size=3.json')).toString()) as object
    expect(json).toMatchObject({ type: 'mesh' })
    await follow(page, 'photo')
    await showsPicture(page, 'An image of 4 × 4 pixels.')
    const { width, data } = decode(await choose('PNG', 'photo.png'))
    expect([width, data[1]]).toEqual([4, 17])
    viewer.expectClean()
  })

  it('cut by handles in the picture while the planes are set in the panel, which says the same', async () => {
    const page = await open('/#/block', 'A volume of 8 × 8 × 8 samples.')
    await readCanvas(page)
    const handle = page.locator('.clip-handles [data-axis="0"][data-end="1"]')
    expect(await handle.count()).toBe(0)
    await page.locator('summary', { hasText: 'Clipping' }).click()
    const [start, end] = [await handle.boundingBox(), await handle.locator('~ [data-axis="0"]').count()]
    const other = await page.locator('.clip-handles [data-axis="0"][data-end="0"]').boundingBox()
    if (!start || !other) throw new Error('There are no handles.')
    expect(end).toBe(0)
    const middle = (box: typeof start): [number, number] => [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(...middle(start))
    await page.mouse.down()
    await page.mouse.move(
      (middle(start)[0] + middle(other)[0]) / 2,
      (middle(start)[1] + middle(other)[1]) / 2,
    )
    await page.mouse.up()
    await expect.poll(() => page.url()).toMatch(/~slabs=0,0\.[3-7]\d*,0,1,0,1/)
    expect(page.url()).not.toContain('~camera=')
    const value = Number(await page.getByRole('textbox', { name: 'x max' }).inputValue())
    expect(value).toBeGreaterThan(2)
    expect(value).toBeLessThan(6)
    viewer.expectClean()
  })

  it('cut by handles that lie below the digits of what is measured', async () => {
    const page = await open('/#/block', 'A volume of 8 × 8 × 8 samples.')
    await readCanvas(page)
    await page.locator('summary', { hasText: 'Clipping' }).click()
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await click(page, 0.47, 0.5)
    await click(page, 0.53, 0.5)
    await page.locator('.measured').waitFor()
    await page.locator('.clip-handles i').first().waitFor()
    // Both lie in layers without an order of their own: the later one in the page is drawn over the other.
    const found = await page.evaluate(() => {
      const [handles, digits] = ['.clip-handles', '.stage-labels:has(.measured)'].map((one) =>
        document.querySelector(one),
      )
      if (!handles || !digits) return null
      const orders = [handles, digits].map((layer) => getComputedStyle(layer).zIndex)
      return { orders, isAfter: (handles.compareDocumentPosition(digits) & 4) !== 0 }
    })
    expect(found).toEqual({ orders: ['auto', 'auto'], isAfter: true })
    // The digits let the pointer through to the handle below.
    expect(await page.locator('.measured').evaluate((label) => getComputedStyle(label).pointerEvents)).toBe(
      'none',
    )
    viewer.expectClean()
  })

  const drawn: readonly (readonly [id: string, says: string, changes: readonly string[]])[] = [
    ['square', square, ['~wireframe=1', '~slabs=0,0.5,0,1,0,1', '~plane=1,0,0,0']],
    [
      'block',
      'A volume of 8 × 8 × 8 samples.',
      ['~rendering=maximum', '~rendering=isosurface', '~colormap=magma', '~window=0.5,1', '~plane=1,0,0,0'],
    ],
    [
      'points',
      'A point cloud of 1,000 points.',
      ['~color=scalar&~colormap=magma', '~size=9', '~slabs=0,0.5,0,1,0,1', '~plane=1,0,0,0'],
    ],
    [
      'photo',
      'An image of 4 × 4 pixels.',
      ['~colormap=magma', '~inverted=1', '~window=0,100', '~slabs=0,0.5,0,1,0,1'],
    ],
  ]
  it.each(drawn)('draw a %s otherwise by every setting that a link brings', async (id, says, changes) => {
    const page = await open(`/#/${id}`, says)
    const plain = await readCanvas(page)
    // One pixel of the screen for each that was drawn, also where a colour bar leaves 409.75 of them.
    const sizes = await page.locator('.stage canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas.getBoundingClientRect()
      return { seen: [width, height], drawn: [canvas.width, canvas.height] }
    })
    expect(sizes.seen).toEqual(sizes.drawn)
    for (const change of changes) {
      await follow(page, `${id}?${change}`)
      await expect.poll(async () => (await readCanvas(page)) !== plain).toBe(true)
      await follow(page, `${id}`)
      await expect.poll(async () => (await readCanvas(page)) === plain).toBe(true)
    }
    viewer.expectClean()
  })
})

describe('the link', () => {
  it('with a parameter that is gone and some nonsense shows the rest, and the panel still works', async () => {
    const page = await open('/#/square?gone=7&~camera=nonsense&~colormap=none&~foo=1&~box=1&%&=', square)
    const field = page.getByRole('textbox', { name: 'Size' })
    await field.fill('5')
    await field.press('Enter')
    await expect.poll(() => page.url()).toMatch(/#\/square\?size=5&~box=1&~colormap=none$/)
    viewer.expectClean()
  })

  it('of the same specimen brings camera, display and values together, and the history takes them back', async () => {
    const page = await open('/#/square', square)
    await follow(page, 'square?size=4&~camera=2,2,0,0,-0.01,9&~box=1')
    await expect.poll(() => page.getByRole('textbox', { name: 'Size' }).inputValue()).toBe('4')
    const box = page.getByRole('button', { name: 'Bounding box' })
    await expect.poll(() => box.getAttribute('aria-pressed')).toBe('true')
    expect(page.url()).toContain('~camera=2,2,0,0,-0.01,9')
    await page.goBack()
    await expect.poll(() => page.getByRole('textbox', { name: 'Size' }).inputValue()).toBe('2')
    expect(await box.getAttribute('aria-pressed')).toBe('false')
    await page.goForward()
    await expect.poll(() => box.getAttribute('aria-pressed')).toBe('true')
    viewer.expectClean()
  })

  it('is written a few times a second at most while the camera moves', async () => {
    const page = await open('/#/square', square)
    await page.evaluate(() => {
      const times: number[] = []
      const replace = history.replaceState.bind(history)
      history.replaceState = (...parts) => {
        times.push(performance.now())
        replace(...parts)
      }
      Object.assign(globalThis, { times })
    })
    await page.getByRole('application').focus()
    for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.url()).toContain('~camera=')
    const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times) // put there above
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(times.length).toBeGreaterThan(0)
    expect(Math.min(1000, ...pauses)).toBeGreaterThan(200)
  })
})
