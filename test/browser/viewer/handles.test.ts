/** Places among the parameters: fields in the panel, handles in the picture, and one JSON by each way. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { places } from '../../../core/contract/domain/places.ts'
import { settlePlaces } from '../../../core/contract/schema/place-values.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { findBarriers } from '../find-barriers.ts'
import { defaults, drag, field, grip, readParam, registerBox, sent, spotOf } from './box-with-places.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ prepare: registerBox, context: { viewport: { width: 1000, height: 700 } } })

async function show(name: string) {
  const viewer = await open({ path: `/#/${name}` })
  await showsPicture(viewer.page, 'A mesh of 12 triangles.')
  await viewer.page.locator('.panel-row').first().waitFor()
  sent.length = 0
  return viewer
}

const isSame = (one: Json, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

describe('a point', () => {
  it('is the same JSON by mouse, by its numbers and after undo', async () => {
    const { page, expectClean } = await show('source')
    const before = await spotOf(page, 'Heat source')
    await drag(page, 'Heat source', [60, -40])
    // The address may have had a value of the drag before: the step to undo is there once it has ended.
    await expect.poll(() => undo(page).getAttribute('aria-disabled')).not.toBe('true')
    await expect.poll(async () => isSame(await readParam(page, 'source'), sent.at(-1))).toBe(true)
    const dragged = (await readParam(page, 'source')) as number[] // a point has numbers
    expect(dragged).not.toEqual(defaults.source)
    expect(dragged.every((part) => part === Number(part.toFixed(2)))).toBe(true)
    const after = await spotOf(page, 'Heat source')
    expect(after[0] - before[0]).toBeCloseTo(60, 0)
    expect(after[1] - before[1]).toBeCloseTo(-40, 0)
    await expect.poll(() => sent.at(-1)).toEqual(dragged)
    for (const [i, axis] of ['x', 'y', 'z'].entries())
      expect(await field(page, `Heat source, ${axis}`).inputValue()).toBe(String(dragged[i]))
    await undo(page).click() // one step
    await expect.poll(() => readParam(page, 'source')).toEqual(defaults.source)
    expect(await undo(page).getAttribute('aria-disabled')).toBe('true')
    expect(await spotOf(page, 'Heat source')).toEqual(before)

    for (const [i, axis] of ['x', 'y', 'z'].entries()) {
      await field(page, `Heat source, ${axis}`).fill(String(dragged[i]))
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => readParam(page, 'source')).toEqual(dragged)
    expect(await spotOf(page, 'Heat source')).toEqual(after)
    expectClean()
  })

  it('is copied and pasted as a whole in one of its fields', async () => {
    const { page, expectClean } = await open({
      path: '/#/source',
      context: { viewport: { width: 1000, height: 700 }, permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await showsPicture(page, 'A mesh of 12 triangles.')
    await field(page, 'Heat source, y').focus()
    await page.evaluate(() => navigator.clipboard.writeText('1, 2.5, -3'))
    await page.keyboard.press('Control+v')
    await expect.poll(() => readParam(page, 'source')).toEqual([1, 2.5, -3])
    await field(page, 'Heat source, z').press('End')
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('[1,2.5,-3]')
    expectClean()
  })

  it('is moved by arrow keys, a hundredth of the specimen each, and ten of them with Shift', async () => {
    const { page, expectClean } = await show('source')
    await field(page, 'Heat source, x').focus()
    await grip(page, 'Heat source').focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => readParam(page, 'source')).toEqual([20, 15, 10.5])
    await expect.poll(() => sent.at(-1)).toEqual([20, 15, 10.5])
    await page.keyboard.press('Control+z')
    await expect.poll(() => readParam(page, 'source')).toEqual(defaults.source)
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => readParam(page, 'source')).toEqual([20, 15, 5])
    expect(page.url()).not.toContain('~camera')
    expectClean()
  })

  it('is picked by a click on the specimen, and dragged over its surface with Shift', async () => {
    const { page, expectClean } = await show('source')
    const pick = page.getByRole('button', { name: 'Pick Heat source on the specimen' })
    const [x, y] = await spotOf(page, 'Heat source')
    await pick.click()
    await page.getByText('Click the place of Heat source.').waitFor()
    expect(await pick.getAttribute('aria-pressed')).toBe('true')
    await page.mouse.click(x + 30, y + 30)
    await expect.poll(() => readParam(page, 'source')).not.toEqual(defaults.source)
    expect(await pick.getAttribute('aria-pressed')).toBe('false')
    const isOnFace = (place: Json): boolean =>
      [0, 30, 40, 20].some((side) => (place as number[]).includes(side)) // a side of the box
    const picked = await readParam(page, 'source')
    expect(isOnFace(picked)).toBe(true)
    const spot = await spotOf(page, 'Heat source')
    expect(Math.hypot(spot[0] - x - 30, spot[1] - y - 30)).toBeLessThan(1)
    await page.keyboard.down('Shift')
    await drag(page, 'Heat source', [-45, -60])
    await page.keyboard.up('Shift')
    await expect.poll(() => readParam(page, 'source')).not.toEqual(picked)
    expect(isOnFace(await readParam(page, 'source'))).toBe(true)
    expectClean()
  })

  it('stands where it is also in a world of other directions', async () => {
    const { page, expectClean } = await show('turned')
    await page.getByRole('button', { name: 'Pick Heat source on the specimen' }).click()
    const [x, y] = await spotOf(page, 'Heat source')
    await page.mouse.click(x - 20, y + 40)
    await expect.poll(() => readParam(page, 'source')).not.toEqual(defaults.source)
    const spot = await spotOf(page, 'Heat source')
    expect(Math.hypot(spot[0] - x + 20, spot[1] - y - 40)).toBeLessThan(1)
    await drag(page, 'Heat source', [30, 20])
    const dragged = await spotOf(page, 'Heat source')
    expect(Math.hypot(dragged[0] - spot[0] - 30, dragged[1] - spot[1] - 20)).toBeLessThan(1)
    expectClean()
  })
})

describe('the other places', () => {
  it('a direction is dragged round a ball', async () => {
    const { page, expectClean } = await show('lamp')
    await drag(page, 'Lamp', [80, 60])
    await expect.poll(() => readParam(page, 'lamp')).not.toEqual(defaults.lamp)
    const [x = 0, y = 0, z = 0] = (await readParam(page, 'lamp')) as number[] // a direction has numbers
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 2)
    expect(z).toBeLessThan(1)
    expectClean()
  })

  it('a plane is moved by its point and turned by its normal', async () => {
    const { page, expectClean } = await show('cut')
    await field(page, 'Point, x').focus()
    await drag(page, 'Cut, normal', [40, 20])
    await expect.poll(() => readParam(page, 'cut')).toMatchObject({ point: [20, 15, 10] })
    await drag(page, 'Cut', [0, -30])
    await expect.poll(async () => JSON.stringify(await readParam(page, 'cut'))).not.toContain('[20,15,10]')
    // The function gets a normal of length 1, and the address has its rounded numbers.
    const readCut = async () => settlePlaces(places.plane.schema, await readParam(page, 'cut'))
    await expect.poll(async () => isSame(await readCut(), sent.at(-1))).toBe(true)
    expectClean()
  })

  it('a box is moved by its faces and corners', async () => {
    const { page, expectClean } = await show('region')
    await field(page, 'Min, x').focus()
    await drag(page, 'Region, max z', [0, -60])
    await expect
      .poll(() => readParam(page, 'region'))
      .toMatchObject({ min: [5, 5, 5], max: [30, 25, expect.any(Number)] })
    expect(JSON.stringify(await readParam(page, 'region'))).not.toContain('30,25,15]')
    await grip(page, 'Region, max x').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => readParam(page, 'region')).toMatchObject({ max: [30.5, 25, expect.any(Number)] })
    expectClean()
  })

  it('a curve takes a point by a double click, and loses one by a key', async () => {
    const { page, expectClean } = await show('path')
    await field(page, 'Path 1, x').focus()
    const [from, to] = [await spotOf(page, 'Path, 1'), await spotOf(page, 'Path, 2')]
    await page.mouse.dblclick((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
    await expect.poll(async () => ((await readParam(page, 'path')) as Json[]).length).toBe(4)
    const [, added] = (await readParam(page, 'path')) as number[][] // points have numbers
    expect(added?.[0]).toBeGreaterThan(5)
    expect(added?.[0]).toBeLessThan(15)
    await field(page, 'Path 1, x').focus()
    await grip(page, 'Path, 2').focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => readParam(page, 'path')).toEqual(defaults.path)
    await page.getByRole('button', { name: 'Add to Path' }).click() // goes on as the last two points
    await expect.poll(() => readParam(page, 'path')).toEqual([...defaults.path, [60, 60, 20]])
    expectClean()
  })

  it('a pose is turned by its axes', async () => {
    const { page, expectClean } = await show('frame')
    await field(page, 'Position, x').focus()
    await drag(page, 'Frame, z axis', [40, 10])
    await expect.poll(() => readParam(page, 'frame')).not.toEqual(defaults.frame)
    const { position, rotation } = (await readParam(page, 'frame')) as typeof defaults.frame // as the schema says
    expect(position).toEqual([10, 20, 10])
    expect(Math.hypot(...rotation)).toBeCloseTo(1, 3)
    expect(rotation[3]).toBeGreaterThanOrEqual(0)
    expectClean()
  })

  it('a colour is picked or typed', async () => {
    const { page, expectClean } = await show('tint')
    await page.getByLabel('Tint, picker').fill('#ff8800')
    await expect.poll(() => readColor(page)).toBe('#ff8800')
    await field(page, 'Tint').fill('ABC')
    await page.keyboard.press('Enter')
    await expect.poll(() => readColor(page)).toBe('#aabbcc')
    await expect.poll(() => sent.at(-1)).toBe('#aabbcc')
    await field(page, 'Tint').fill('red')
    await page.keyboard.press('Enter')
    await page.getByText('This must be a colour, such as #1f77b4.').waitFor()
    expectClean()
  })

  it('have no barriers, and targets that a finger meets', async () => {
    const { page, expectClean } = await show('all')
    await grip(page, 'Heat source').waitFor()
    expect(await findBarriers(page)).toEqual([])
    for (const each of await page.locator('.place-grip:visible').all()) {
      const box = await each.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
    }
    expectClean()
  })
})

async function readColor(page: Page): Promise<string | null> {
  return new URL(page.url().replace('#/', '')).searchParams.get('tint')
}
