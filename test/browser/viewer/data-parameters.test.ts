/** Parameters that take data: chosen from a list, set level by level, and held by links, undo and presets. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { findBarriers } from '../find-barriers.ts'
import { fan } from './fan.ts'
import { findSmallTargets, measureOverflow } from './main-pages.ts'
import { useViewer } from './use-viewer.ts'

const mesh = toDataSchema(['mesh'])
const schemaOf = (properties: JsonObject & { readonly [name: string]: JsonObject }) =>
  ({ type: 'object', properties, additionalProperties: false }) as const

interface Given {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
}

function prepare(host: Host): void {
  const triangles = { type: 'integer', default: 5, minimum: 3, maximum: 40 }
  host.registerSpecimen({ id: 'fan', displayName: 'Fan' }, fan, {
    returns: 'mesh',
    schema: schemaOf({ triangles }),
  })
  host.registerSpecimen({ id: 'dots' }, () => ({ points: new Float32Array(9) }), {
    returns: 'point_cloud',
    schema: schemaOf({}),
  })
  const both = (first: Given, factor: number, second: Given | null) => {
    if (first.indices.length === 21) throw new Error('Seven is unlucky.')
    return {
      vertices: first.vertices.map((value) => value * factor),
      indices: second ? Uint32Array.of(...first.indices, ...first.indices) : first.indices,
    }
  }
  const factor = { type: 'number', default: 2, minimum: 1, maximum: 9 }
  const second = { anyOf: [mesh, { type: 'null' }], default: null }
  const properties = { first: { ...mesh, default: { specimen: 'fan' } }, factor, second }
  const presets = [{ name: 'Eight', params: { first: { process: 'fan', inputs: { triangles: 8 } } } }]
  host.registerSpecimen({ id: 'both', displayName: 'Both', presets }, both, {
    returns: 'mesh',
    schema: schemaOf(properties),
  })
  for (const [i, name] of ['Ärmel', 'Bow', 'Cup', 'Disc', 'Egg', 'Fork', 'Gate'].entries())
    host.registerSpecimen({ id: `plain-${i}`, displayName: name }, () => fan(i + 10), {
      returns: 'mesh',
      schema: schemaOf({}),
    })
}

const open = useViewer({ prepare })

const chosen = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shows = async (page: Page, count: number): Promise<void> =>
  await page.locator(`.is-drawn[role=application][aria-label^="A mesh of ${count} triangles."]`).waitFor()
const readParams = (page: Page): unknown => {
  const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '')
  return Object.fromEntries([...query].filter(([name]) => !name.startsWith('~')))
}
const option = (page: Page, name: string) =>
  page.getByRole('listbox').getByRole('option', { name, exact: true }).and(page.locator('button'))
const enter = async (page: Page, name: string): Promise<void> =>
  await page.getByRole('button', { name: `Parameters of ${name}` }).click()
const back = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Levels of parameters' }).getByRole('button', { name })
const triangles = (page: Page) => page.getByRole('textbox', { name: 'Triangles', exact: true })

describe('a parameter that takes data', () => {
  it('is chosen by keyboard from a list with a search, which says what is marked', async () => {
    const { page, expectClean } = await open({ path: '/#/both' })
    await shows(page, 5)
    await chosen(page, 'First Fan').press('Enter')
    const search = page.getByRole('combobox', { name: 'Search for First' })
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
    const options = page.getByRole('listbox', { name: 'First' }).getByRole('option')
    expect(await options.allTextContents()).not.toContain('dots')
    expect(await page.locator('[role=option][aria-selected=true]').textContent()).toBe('Fan')
    expect(await findBarriers(page, '.panel')).toEqual([])
    await search.fill('armel')
    await expect.poll(() => options.allTextContents()).toEqual(['Ärmel'])
    await search.fill('e')
    await search.press('ArrowDown')
    const marked = await search.getAttribute('aria-activedescendant')
    const name = await page.locator(`[id="${marked}"]`).textContent()
    await search.press('Enter')
    await chosen(page, `First ${name}`).waitFor()
    expect(await chosen(page, `First ${name}`).evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await search.count()).toBe(0)
    expectClean()
  })

  it('has the rows of its function a level below, and is sent and linked in short', async () => {
    const { page, expectClean } = await open({ path: '/#/both' })
    await shows(page, 5)
    await enter(page, 'Fan')
    expect(await page.getByRole('slider', { name: 'Factor' }).count()).toBe(0)
    await triangles(page).fill('9')
    await triangles(page).press('Enter')
    await shows(page, 9)
    await expect.poll(() => readParams(page)).toEqual({ first: '{"process":"fan","inputs":{"triangles":9}}' })
    expect(await findBarriers(page, '.panel')).toEqual([])
    await page.reload()
    await shows(page, 9)
    await page.getByRole('button', { name: 'Parameters of Fan Triangles 9' }).press('Enter')
    expect(await triangles(page).inputValue()).toBe('9')
    await page.getByRole('button', { name: 'Reset Triangles to its default' }).click()
    await shows(page, 5)
    await expect.poll(() => readParams(page)).toEqual({})
    await page.keyboard.press('Control+z')
    await shows(page, 9)
    expect(await triangles(page).inputValue()).toBe('9') // on the level where it was changed
    await page.getByRole('button', { name: 'Eight', exact: true }).click()
    await expect.poll(() => triangles(page).inputValue()).toBe('8')
    expect(await page.getByRole('button', { name: 'Eight', exact: true }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await shows(page, 8)
    await back(page, 'Parameters').press('Enter')
    const way = page.getByRole('button', { name: 'Parameters of Fan Triangles 8' })
    await expect.poll(() => way.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Reset all' }).click()
    await expect.poll(() => readParams(page)).toEqual({})
    expectClean()
  })

  it('shows a function inside the function, and none where there may be none', async () => {
    const { page, expectClean } = await open({ path: '/#/both?first={"specimen":"both"}' })
    await shows(page, 5)
    await enter(page, 'Both')
    await enter(page, 'Fan')
    expect(await findBarriers(page, '.panel')).toEqual([])
    await triangles(page).fill('6')
    await triangles(page).press('Enter')
    await shows(page, 6)
    const inner = '{"process":"fan","inputs":{"triangles":6}}'
    await expect
      .poll(() => readParams(page))
      .toEqual({ first: `{"process":"both","inputs":{"first":${inner}}}` })
    await back(page, 'First: Both').click()
    await chosen(page, 'Second None').click()
    await option(page, 'Cup').click()
    await shows(page, 12)
    await chosen(page, 'Second Cup').click()
    await option(page, 'None').click()
    await shows(page, 6)
    await back(page, 'Parameters').click()
    await page.getByRole('slider', { name: 'Factor' }).waitFor()
    expectClean()
  })

  it('marks what is refused at its own row, also when that was closed', async () => {
    const { page } = await open({ path: '/#/both?first={"process":"fan","inputs":{"triangles":90}}' })
    const sentence = 'This must be a whole number from 3 to 40.'
    await page.getByRole('alert').getByText(`Triangles: ${sentence}`).waitFor()
    await enter(page, 'Fan')
    await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    expect(await triangles(page).getAttribute('aria-invalid')).toBe('true')
    await triangles(page).fill('4')
    await triangles(page).press('Enter')
    await shows(page, 4)
  })

  it('is compared by its name, and the rows inside only where they are those of one function', async () => {
    const { page, expectClean } = await open({ path: '/#/both' })
    await shows(page, 5)
    await page.getByRole('button', { name: 'Compare' }).click()
    await enter(page, 'Fan')
    await triangles(page).fill('7')
    await triangles(page).press('Enter')
    await page.getByText('Seven is unlucky.').first().waitFor()
    await page.getByText('Beside 5').waitFor()
    await triangles(page).fill('8')
    await triangles(page).press('Enter')
    await page.getByText('First Fan to Fan (Triangles 8)').waitFor()
    await back(page, 'Parameters').click()
    await chosen(page, 'First Fan').click()
    await option(page, 'Gate').click()
    await page.getByText('Beside Fan').waitFor()
    expectClean()
  })

  it('may be what the page shows now, or what another view shows', async () => {
    const { page, expectClean } = await open({ path: '/#/both?factor=3' })
    await shows(page, 5)
    await chosen(page, 'First Fan').click()
    await option(page, 'What this page shows now Both').click()
    const nested = '{"process":"both","inputs":{"factor":3}}'
    await expect.poll(() => readParams(page)).toEqual({ first: nested, factor: '3' })
    await shows(page, 5)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('The same parameters').waitFor()
    await chosen(page, 'Second None').click()
    await option(page, 'What view 1 shows Both').click()
    await page.getByText('Second none to Both (').first().waitFor()
    expectClean()
  })

  it('fits a telephone', async () => {
    const { page, expectClean } = await open({
      path: '/#/both',
      context: { viewport: { width: 390, height: 844 }, hasTouch: true },
    })
    await shows(page, 5)
    await chosen(page, 'First Fan').click()
    expect(await measureOverflow(page)).toBe(0)
    expect(await findSmallTargets(page)).toEqual([])
    await enter(page, 'Fan')
    expect(await measureOverflow(page)).toBe(0)
    expect(await findSmallTargets(page)).toEqual([])
    expectClean()
  })
})
