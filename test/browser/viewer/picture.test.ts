/** The picture of a specimen that somebody looks at closely: pixels and their values, and how faces are lit. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { countColors, follow, look, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const [columns, rows] = [8, 6]
const depth = Uint16Array.from({ length: columns * rows }, (_, i) => 40_000 + 7 * i)
const paint = Uint8Array.from({ length: 3 * columns * rows }, (_, i) => (i * 5) % 251)

function register(host: Host): void {
  const image = { type: 'image', width: columns, height: rows } as const
  const noParameters = { type: 'object', properties: {} } as const
  const add = (id: string, returns: 'image' | 'mesh', run: Parameters<Host['registerSpecimen']>[1]) =>
    host.registerSpecimen({ id, displayName: id }, run, { returns, schema: noParameters })
  add('depth', 'image', () => ({ ...image, channels: 1, dtype: 'uint16', data: depth }))
  add('paint', 'image', () => ({ ...image, channels: 3, data: paint }))
  const corners = Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1)
  add('crystal', 'mesh', () => ({
    vertices: corners,
    normals: corners, // otherwise its edges would be hard
    indices: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
  }))
}

/** One function with nothing to see until its parameter is set. */
function registerNothing(host: Host): void {
  const properties = { corners: { type: 'integer', default: 0, minimum: 0, maximum: 3 } } as const
  host.registerSpecimen(
    { id: 'nothing', displayName: 'Nothing' },
    (corners: number) => ({
      vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0).subarray(0, 3 * corners),
      indices: Uint32Array.from(corners === 3 ? [0, 1, 2] : []),
    }),
    { returns: 'mesh', schema: { type: 'object', properties } },
  )
}

const open = useViewer({ prepare: register, context: { viewport: { width: 860, height: 480 } } })

/** Returns where the picture's pixels are: an image fills its box in one direction, and is in the middle. */
async function findPixels(page: Page): Promise<(column: number, row: number) => [number, number]> {
  const readAt = async (x: number, y: number) => {
    await page.mouse.move(x, y)
    return (await page.locator('.read-out').count()) > 0
  }
  const box = await page.locator('.stage canvas').boundingBox()
  if (!box) throw new Error('There is no picture.')
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  expect(await readAt(middleX, middleY)).toBe(true)
  const find = async (at: (offset: number) => [number, number], most: number): Promise<number> => {
    let [inside, outside] = [0, most]
    while (outside - inside > 0.5) {
      const between = (inside + outside) / 2
      if (await readAt(...at(between))) inside = between
      else outside = between
    }
    return inside
  }
  const right = await find((offset) => [middleX + offset, middleY], box.width / 2)
  const down = await find((offset) => [middleX, middleY + offset], box.height / 2)
  return (column, row) => [
    middleX + ((2 * (column + 0.5)) / columns - 1) * right,
    middleY + ((2 * (row + 0.5)) / rows - 1) * down,
  ]
}

describe('an image', () => {
  it.each([
    ['depth', (i: number) => String(depth[i])],
    ['paint', (i: number) => [...paint.subarray(3 * i, 3 * i + 3)].join(', ')],
  ])(
    'says of %s the values of the pixel under the pointer, and of the same one when it is zoomed there',
    async (id, toText) => {
      const { page, expectClean } = await open({ path: `/#/${id}` })
      await showsPicture(page, `An image of ${columns} × ${rows} pixels.`)
      const readOut = page.locator('.read-out')
      const toPlace = await findPixels(page)
      for (const [column, row] of [
        [0, 0],
        [7, 0],
        [3, 4],
        [7, 5],
      ] as const) {
        await page.mouse.move(...toPlace(column, row))
        await expect
          .poll(() => readOut.textContent())
          .toBe(`${column}, ${row}: ${toText(row * columns + column)}`)
      }
      const before = await look(page)
      const [x, y] = toPlace(5, 2)
      const [nextX] = toPlace(6, 2)
      await page.mouse.move(x, y)
      for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -300)
      await expect.poll(() => page.url()).toMatch(/~camera=/)
      // What was the next pixel is this one now: the place under the pointer stays, and the pixels are larger.
      await page.mouse.move(nextX, y)
      await expect.poll(() => readOut.textContent()).toBe(`5, 2: ${toText(2 * columns + 5)}`)
      expect((await look(page)).equals(before)).toBe(false)
      expectClean()
    },
  )
})

describe('a picture', () => {
  it('with nothing in it says so, until there is something', async () => {
    const { page, expectClean } = await open({ prepare: registerNothing, path: '/#/nothing' })
    await page.getByText('The mesh has no triangles.').waitFor()
    await follow(page, 'nothing?corners=1')
    await page.getByText('The mesh is a single vertex.').waitFor()
    await follow(page, 'nothing?corners=3')
    await showsPicture(page, 'A mesh of 1 triangle.')
    expect(await page.locator('.stage-note').count()).toBe(0)
    expectClean()
  })
})

describe('a mesh', () => {
  it('has faces of one colour each when it is shaded flat, and gradual ones when it is shaded smoothly', async () => {
    const { page, expectClean } = await open({ path: '/#/crystal?~axes=0' })
    await showsPicture(page, 'A mesh of 8 triangles.')
    await expect.poll(async () => countColors(await look(page))).toBeGreaterThan(200)
    const smooth = await look(page)
    await page.getByText('Light and camera').click()
    await page.getByLabel('Shading', { exact: true }).selectOption({ label: 'Flat' })
    await expect.poll(async () => countColors(await look(page))).toBeLessThan(countColors(smooth) / 3)
    await expect.poll(() => page.url()).toMatch(/~shading=flat/)
    await page.getByLabel('Shading', { exact: true }).selectOption({ label: 'Smooth' })
    await expect.poll(async () => (await look(page)).equals(smooth)).toBe(true)
    expectClean()
  })
})
