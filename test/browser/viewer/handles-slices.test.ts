/** Handles over the slices of an oblique scan: at the same places as in the picture, and dragged in each. */
import type { Locator, Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { expect, it } from 'vitest'
import { places } from '../../../core/contract/domain/places.ts'
import { applyAffine, invertAffine } from '../../../core/contract/look/affine.ts'
import { scale } from '../../../core/contract/look/vectors.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const [columns, rows, layers] = [40, 32, 24]
const [c, s] = [Math.cos(0.4), Math.sin(0.4)]
/** Axes x, y and z of the array in the world, by columns; samples are 2 apart. */
const axes = [
  [c, s, 0],
  [-s, c, 0],
  [0, 0, 1],
] as const
const start = [-30, -40, 5] as const
const affine = { columns: [scale(axes[0], 2), scale(axes[1], 2), scale(axes[2], 2)] as const, start }
/** The place of a sample, as a link has it. */
const at = (x: number, y: number, z: number): number[] =>
  applyAffine(affine, [x, y, z]).map((part) => Number(part.toFixed(3)))

function registerScan(host: Host): void {
  const data = new Uint8Array(columns * rows * layers)
  for (let i = 0; i < data.length; i++) {
    const [x, y, z] = [i % columns, Math.floor(i / columns) % rows, Math.floor(i / (columns * rows))]
    const way = Math.hypot((x - 20) / 16, (y - 16) / 13, (z - 12) / 10)
    data[i] = way < 0.35 ? 220 : way < 1 ? 120 + 5 * (x % 8) : 0
  }
  const scan = () => ({
    shape: [layers, rows, columns],
    dtype: 'uint8' as const,
    data,
    spacing: [2, 2, 2],
    origin: start.toReversed(),
    direction: [2, 1, 0].map((world) => [2, 1, 0].map((axis) => axes[axis]?.[world] ?? 0)),
    orientation: 'RAS',
    unit: 'mm',
  })
  const toSchema = (properties: { readonly [name: string]: JsonObject }) =>
    ({ type: 'object', properties }) as const
  const of = (format: keyof typeof places, fallback: Json, more: JsonObject = {}) => ({
    ...places[format].schema,
    ...more,
    default: fallback,
  })
  const all = {
    seed: of('point3', at(20, 16, 12)),
    far: of('point3', at(28, 10, 18)),
    cut: of('plane', { point: at(14, 16, 12), normal: [c, s, 0] }),
    region: of('box3', { min: [-18, -12, 20], max: [22, 14, 40] }),
  }
  host.registerSpecimen({ id: 'scan' }, scan, { returns: 'volume', schema: toSchema(all) })
  host.registerSpecimen({ id: 'seed' }, scan, { returns: 'volume', schema: toSchema({ seed: all.seed }) })
}

const open = useViewer({ prepare: registerScan, context: { viewport: { width: 1280, height: 860 } } })
const middle = '~slices=0.5125,0.5156,0.5208'

const grip = (page: Page, slice: string, name: string) =>
  page
    .locator(`[data-slice="${slice}"]`)
    .getByRole('button', { name: `${name}, in the picture`, exact: true })

type Seed = [x: number, y: number, z: number]
/** The parameter of the address, in samples. */
async function readSample(page: Page, name: string): Promise<Seed> {
  const text = new URL(page.url().replace('#/', '')).searchParams.get(name)
  const [x = 0, y = 0, z = 0] = JSON.parse(text ?? '[0,0,0]') as number[] // a point
  return [...applyAffine(invertAffine(affine), [x, y, z])]
}

/** Drags a handle by samples to the right and upwards, in steps, and returns where it was let go. */
async function drag(page: Page, handle: Locator, [right, up]: readonly [number, number]): Promise<Spot> {
  const [from, slice] = await Promise.all([findMiddle(handle), handle.locator(ownSlice).boundingBox()])
  const sample = (slice?.width ?? 0) / columns
  const to: Spot = [from[0] + right * sample, from[1] - up * sample]
  await page.mouse.move(...from)
  await page.mouse.down()
  for (const part of [0.3, 0.7, 1])
    await page.mouse.move(from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]))
  await page.mouse.up()
  return to
}

type Spot = readonly [x: number, y: number]
const ownSlice = 'xpath=ancestor::*[contains(@class, "slice-picture")]'

async function findMiddle(handle: Locator): Promise<Spot> {
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not there.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

it('a point stands at its sample in each, and is dragged in the plane of one, in one step', async () => {
  const { page, expectClean } = await open({ path: `/#/seed?${middle}` })
  await showsPicture(page, 'A volume of 40 × 32 × 24 samples.')
  const handles = ['xy', 'xz', 'yz'].map((slice) => grip(page, slice, 'Seed'))
  for (const handle of handles) {
    const [x, y] = await findMiddle(handle)
    // The slices are those of the point, so the crosshair is in its sample.
    const [column, row] = await Promise.all(
      ['.slice-column', '.slice-row'].map((line) => handle.locator(ownSlice).locator(line).boundingBox()),
    )
    expect(Math.abs((column?.x ?? 0) - x)).toBeLessThan(2)
    expect(Math.abs((row?.y ?? 0) - y)).toBeLessThan(2)
    expect(await handle.getAttribute('class')).toBe('place-grip')
  }
  const [axial, coronal, sagittal] = handles as [Locator, Locator, Locator] // there are three
  const to = await drag(page, axial, [6, 4])
  const [x, y] = await findMiddle(axial)
  expect(Math.hypot(x - to[0], y - to[1])).toBeLessThan(1)
  await expect.poll(() => undo(page).getAttribute('aria-disabled')).not.toBe('true')
  const sample = await readSample(page, 'seed')
  for (const [axis, wanted] of [26, 20, 12].entries()) expect(sample[axis]).toBeCloseTo(wanted, 0)
  expect(sample[2]).toBeCloseTo(12, 3) // exactly in the slice
  // It has left the planes of the others, which show it faintly, and move it in parallel.
  for (const other of [coronal, sagittal]) expect(await other.getAttribute('class')).toContain('is-far')
  await drag(page, coronal, [-3, 2])
  await expect.poll(async () => Math.round((await readSample(page, 'seed'))[2])).toBe(14)
  const second = await readSample(page, 'seed')
  for (const [axis, wanted] of [23, 20, 14].entries()) expect(second[axis]).toBeCloseTo(wanted, 0)
  await undo(page).click()
  await expect.poll(async () => Math.round((await readSample(page, 'seed'))[2])).toBe(12)
  await undo(page).click()
  await expect.poll(() => page.url()).not.toContain('seed=[')
  expect(await undo(page).getAttribute('aria-disabled')).toBe('true')
  expect(page.url()).toContain(middle) // no drag has moved the crosshair
  expectClean()
})

it('a box is held by the sides of its cut, and a double click on a handle keeps the slice small', async () => {
  const { page, expectClean } = await open({ path: `/#/scan?${middle}` })
  await showsPicture(page, 'A volume of 40 × 32 × 24 samples.')
  await page.getByRole('textbox', { name: 'Min, x' }).focus()
  const side = grip(page, 'xz', 'Region, max z')
  await drag(page, side, [0, 3])
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/"max":\[22,14,4[56]/)
  await page.locator('[data-slice="xz"]').getByRole('button', { name: 'Seed, in the picture' }).dblclick()
  expect(await page.locator('.slice-stage').count()).toBe(0)
  expectClean()
})
