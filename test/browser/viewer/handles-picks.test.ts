/** Places that the specimen gives: normals of its surface, points of a list, steps of a grid, boxes of data. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import { places } from '../../../core/contract/domain/places.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'
import { drag, field, grip, makeBox, readParam, registerBox, spotOf } from './box-with-places.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const schemaOf = (properties: { readonly [name: string]: JsonObject }) =>
  ({ type: 'object', properties }) as const

function register(host: Host): void {
  registerBox(host)
  const seeds = { type: 'array', items: places.point3.schema, maxItems: 4, default: [[40, 0, 20]] }
  const steps = { ...places.point3.schema, on: 'grid', step: 5, default: [20, 15, 10] }
  host.registerSpecimen({ id: 'seeds' }, makeBox, { returns: 'mesh', schema: schemaOf({ seeds }) })
  host.registerSpecimen({ id: 'steps' }, makeBox, { returns: 'mesh', schema: schemaOf({ steps }) })
  host.registerSpecimen({ id: 'small' }, (size: number) => triangle(size), {
    returns: 'mesh',
    schema: schemaOf({ size: { type: 'number', default: 25 } }),
  })
  const held = {
    scan: { ...toDataSchema(['mesh']), default: { specimen: 'small' } },
    held: { ...places.point3.schema, within: 'scan', default: [20, 15, 0] },
  }
  host.registerSpecimen({ id: 'held' }, makeBox, { returns: 'mesh', schema: schemaOf(held) })
}

const triangle = (size: number) => ({
  vertices: Float32Array.of(0, 0, 0, size, 0, 0, size, size, 5),
  indices: Uint32Array.of(0, 1, 2),
})

const open = useViewer({ prepare: register, context: { viewport: { width: 1000, height: 700 } } })

async function show(name: string) {
  const viewer = await open({ path: `/#/${name}` })
  await showsPicture(viewer.page, 'A mesh of 12 triangles.')
  await viewer.page.locator('.panel-row').first().waitFor()
  return viewer
}

async function readList(page: Page, name: string): Promise<number[][] | null> {
  const text = new URL(page.url().replace('#/', '')).searchParams.get(name)
  return text === null ? null : (JSON.parse(text) as number[][]) // points
}

const pick = (page: Page, name: string) =>
  page.getByRole('button', { name: `Pick ${name} on the specimen`, exact: true })

describe('a click on the specimen', () => {
  it('gives a plane its point and the normal of the surface, and a direction that alone', async () => {
    const { page, expectClean } = await show('cut')
    const [x, y] = await spotOf(page, 'Cut')
    await pick(page, 'Cut').click()
    await page.getByText('Click the place of Cut.').waitFor()
    await page.mouse.click(x, y)
    await expect.poll(() => readParam(page, 'cut')).not.toMatchObject({ point: [20, 15, 10] })
    const { point, normal } = (await readParam(page, 'cut')) as { point: number[]; normal: number[] } // a plane
    const axis = normal.findIndex((part) => Math.abs(part) === 1)
    expect(normal.filter((part) => part === 0)).toHaveLength(2)
    const face = normal[axis] === 1 ? [40, 30, 20][axis] : 0 // away from the box
    expect(point[axis]).toBeCloseTo(face ?? Number.NaN, 1)
    await pick(page, 'Normal').click()
    await page.getByText('Click the surface that Normal points away from.').waitFor()
    await page.mouse.click(5, 690) // beside the specimen, and beside its picture
    expect(await pick(page, 'Normal').getAttribute('aria-pressed')).toBe('true')
    await page.mouse.click(x, y + 60)
    await expect.poll(() => pick(page, 'Normal').getAttribute('aria-pressed')).toBe('false')
    expect(await readParam(page, 'cut')).toMatchObject({ point })
    expectClean()
  })
})

describe('a list of points', () => {
  it('takes one by a double click on the specimen, and loses the focused one by a key', async () => {
    const { page, expectClean } = await show('seeds')
    const [x, y] = await spotOf(page, 'Seeds 1')
    const spots = [
      [x - 60, y + 40],
      [x - 90, y + 60],
    ] as const
    for (const [i, [right, down]] of spots.entries()) {
      await page.mouse.dblclick(right, down)
      await expect.poll(async () => (await readList(page, 'seeds'))?.length).toBe(i + 2)
      const spot = await spotOf(page, `Seeds ${i + 2}`)
      expect(Math.hypot(spot[0] - right, spot[1] - down)).toBeLessThan(1)
    }
    await page.mouse.dblclick(900, 690) // beside the specimen
    const all = (await readList(page, 'seeds')) ?? []
    expect(all).toHaveLength(3)
    await grip(page, 'Seeds 2').focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => readList(page, 'seeds')).toEqual([all[0], all[2]])
    const isFocused = (name: string) => grip(page, name).evaluate((each) => each === document.activeElement)
    expect(await isFocused('Seeds 2')).toBe(true) // the one that has come in its place
    await page.keyboard.press('Backspace')
    await expect.poll(() => grip(page, 'Seeds 2').count()).toBe(0)
    expect(await isFocused('Seeds 1')).toBe(true)
    await pick(page, 'Seeds').click()
    await page.mouse.click(x - 90, y + 60)
    await expect.poll(async () => (await readList(page, 'seeds'))?.length).toBe(2)
    expectClean()
  })
})

describe('a place', () => {
  const read = async (page: Page, name: string): Promise<number[]> =>
    JSON.parse(new URL(page.url().replace('#/', '')).searchParams.get(name) ?? '[]') as Json as number[] // a point

  it('on a grid snaps to its steps, by pointer and by key', async () => {
    const { page, expectClean } = await show('steps')
    await drag(page, 'Steps', [60, -40])
    await expect.poll(() => read(page, 'steps')).toHaveLength(3)
    expect((await read(page, 'steps')).filter((part) => part % 5 !== 0)).toEqual([])
    const before = await read(page, 'steps')
    await grip(page, 'Steps').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => (await read(page, 'steps'))[2]).toBe((before[2] ?? 0) + 5)
    expectClean()
  })

  it('stays in the bounds of the data that its annotation names, and is not refused beyond', async () => {
    const { page, expectClean } = await show('held')
    await expect
      .poll(async () => {
        // The box of the data may come after the first drag, which leads out of the picture then.
        await field(page, 'Held, x').fill('5')
        await page.keyboard.press('Enter')
        await drag(page, 'Held', [300, 0])
        return Math.max(...(await read(page, 'held')))
      })
      .toBeLessThanOrEqual(25)
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = await read(page, 'held')
    expect([x, y].every((part) => part >= 0 && part <= 25)).toBe(true)
    expect(z >= 0 && z <= 5).toBe(true)
    await field(page, 'Held, x').fill('33') // it guides a hand, and refuses no value
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await read(page, 'held'))[0]).toBe(33)
    expectClean()
  })
})
