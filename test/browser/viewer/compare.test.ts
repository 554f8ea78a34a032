/** Views beside each other: their parameters, cameras and rooms, the wipe, and the link that has them all. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { fan, registerFan } from './fan.ts'
import { useViewer } from './use-viewer.ts'

const made: number[] = []

function prepare(host: Host): void {
  registerFan(host, (triangles) => {
    made.push(triangles)
    return fan(triangles)
  })
  host.registerSpecimen({ id: 'dots', displayName: 'Dots' }, () => ({ points: new Float32Array(9) }), {
    returns: 'point_cloud',
    schema: { type: 'object', properties: {} },
  })
}

const open = useViewer({ prepare })

const viewOf = (page: Page, number: number) => page.getByRole('region', { name: `View ${number}` })
const shows = async (page: Page, number: number, says: string): Promise<void> =>
  await viewOf(page, number).locator(`.is-drawn[role=application][aria-label^="${says}"]`).waitFor()
const field = (page: Page) => page.getByRole('textbox', { name: 'Triangles' })
const setTriangles = async (page: Page, count: number): Promise<void> => {
  await field(page).fill(`${count}`)
  await field(page).press('Enter')
}
/** The camera of the link, and those of the views in it. */
const cameras = (page: Page): readonly string[] =>
  decodeURIComponent(new URL(page.url()).hash).match(/~camera=[^&]*/g) ?? []

describe('views beside each other', () => {
  it('have parameters of their own, and say the differences', async () => {
    made.length = 0
    const { page, expectClean } = await open({ path: '/#/fan' })
    await page.locator('.is-drawn').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    await shows(page, 2, 'A mesh of 5 triangles.')
    expect(made).toEqual([5]) // the page had it
    await setTriangles(page, 8)
    await shows(page, 2, 'A mesh of 8 triangles.')
    await shows(page, 1, 'A mesh of 5 triangles.')
    await viewOf(page, 2).getByText('Triangles 5 to 8').waitFor()
    // The names of both are the same: their heads, and their names for screen readers, say what is not.
    await viewOf(page, 1).locator('.view-head').getByText('Triangles 5', { exact: true }).waitFor()
    await viewOf(page, 2).locator('.view-head').getByText('Triangles 8', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'View 2: Triangles 8', exact: true }).waitFor()
    await page.getByText('Beside 5').waitFor()
    expect(await findBarriers(page)).toEqual([])
    // A tap chooses the view of the panel, and focus does.
    await viewOf(page, 1).getByRole('application').click()
    await expect.poll(() => field(page).inputValue()).toBe('5')
    await page.getByText('Beside 8').waitFor()
    await page.getByText('Tried', { exact: true }).click()
    await page.getByRole('button', { name: '1: triangles 8' }).waitFor()
    await page.getByRole('button', { name: '2: defaults' }).waitFor()
    await viewOf(page, 2).getByRole('application').focus()
    await expect.poll(() => field(page).inputValue()).toBe('8')
    await expect.poll(() => page.url()).toMatch(/#\/fan\?~view=fan%3Ftriangles%3D8&~active=2$/)
    await page.getByRole('button', { name: 'Remove view 1' }).click()
    await expect.poll(() => page.url()).toMatch(/#\/fan\?triangles=8$/)
    expect(await page.getByRole('region', { name: /^View/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Compare' }).waitFor()
    expect(made).toEqual([5, 8])
    expectClean()
  })

  it('have one camera, or each its own', async () => {
    const { page, expectClean } = await open({ path: '/#/fan?~view=fan%3Ftriangles%3D8' })
    await shows(page, 1, 'A mesh of 5')
    await shows(page, 2, 'A mesh of 8')
    await viewOf(page, 2).getByRole('application').press('ArrowLeft')
    await expect.poll(() => cameras(page).length).toBe(1)
    const link = page.getByRole('button', { name: 'Link cameras' })
    await link.click()
    await expect.poll(() => cameras(page).length).toBe(2)
    expect(new Set(cameras(page)).size).toBe(1)
    await viewOf(page, 2).getByRole('application').press('ArrowLeft')
    await expect.poll(() => new Set(cameras(page)).size).toBe(2)
    await link.click()
    await expect.poll(() => cameras(page).length).toBe(1)
    expectClean()
  })

  it('of two alike lie over each other, with a divider that keys move', async () => {
    const { page, expectClean } = await open({ path: '/#/fan?~view=fan%3Ftriangles%3D8' })
    await shows(page, 2, 'A mesh of 8')
    await page.getByRole('button', { name: 'Wipe' }).click()
    const divider = page.getByRole('separator', { name: 'Wipe' })
    await divider.press('ArrowRight')
    expect(await divider.getAttribute('aria-valuenow')).toBe('52')
    const places = await page
      .locator('.stage canvas')
      .evaluateAll((all) => all.map((canvas) => JSON.stringify(canvas.getBoundingClientRect())))
    expect(new Set(places).size).toBe(1)
    const box = await divider.boundingBox()
    if (!box) throw new Error('The divider is not on the page.')
    await page.mouse.move(box.x + box.width / 2, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x - 100, box.y + 80)
    await page.mouse.up()
    await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeLessThan(45)
    expect(await findBarriers(page)).toEqual([])
    await expect.poll(() => page.url()).toMatch(/~wipe=0\.\d+$/)
    await page.reload()
    await divider.waitFor()
    expectClean()
  })
})

it('four views come from a link, one of another specimen, and go one by one', async () => {
  const others = ['fan%3Ftriangles%3D6', 'dots', 'fan%3Ftriangles%3D7'].map((view) => `~view=${view}`)
  const { page, expectClean } = await open({ path: `/#/fan?${others.join('&')}&~active=3` })
  await shows(page, 1, 'A mesh of 5')
  await shows(page, 2, 'A mesh of 6')
  await shows(page, 3, 'A point cloud of 3')
  await shows(page, 4, 'A mesh of 7')
  await page.getByRole('heading', { name: 'Dots' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add a view' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Specimen of view 3' }).selectOption('A fan')
  await shows(page, 3, 'A mesh of 5')
  await page.getByRole('button', { name: 'Remove view 2' }).click()
  await shows(page, 3, 'A mesh of 7') // the fourth before, which keeps its result
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove view 1' }).click()
  await page.getByRole('button', { name: 'Remove view 1' }).click()
  await expect.poll(() => page.url()).toMatch(/#\/fan\?triangles=7$/)
  await page.locator('.is-drawn[aria-label^="A mesh of 7"]').waitFor()
  expectClean()
})
