/** The drawer of `specimen dev` in its page: real files that are saved, a real host, a real browser. */
import { describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { showsTriangles } from './fan.ts'
import { openDevPage } from './open-dev.ts'
import { openViewer } from './open-viewer.ts'
import { setHidden } from './set-hidden.ts'
import { look, lookWhenStill } from './specimen-page.ts'

const wave = `import type { Mesh } from 'specimen-host/plugin'

export function wave(size = 1): Mesh {
  console.log('size is', size)
  if (size < 0) throw new RangeError('the size is below zero')
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`

const browser = useBrowser()

async function invoke(url: string, size: number): Promise<void> {
  const body = JSON.stringify({ function_name: 'wave', kwargs: { size } })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/api/processing/invoke`, { method: 'POST', headers, body })
}

/** A fan of `blades` triangles for each blade that is asked for. */
const fan = (blades: number): string => `import type { Mesh } from 'specimen-host/plugin'

export function fan(count = 3): Mesh {
  const triangles = ${blades} * count
  return {
    vertices: new Float32Array(9 * triangles).map((_, i) => Math.sin(i * i)),
    indices: new Uint32Array(3 * triangles).map((_, i) => i),
  }
}
`

describe('a specimen in specimen dev', () => {
  it('is drawn again when its function is saved, with its new default or the same values, from where it was seen', async () => {
    const { page, save, faults } = await openDevPage(browser(), { 'plugins/fan.ts': fan(1) })
    await page.getByRole('link', { name: 'Fan' }).click()
    await showsTriangles(page, 3)
    save({ 'plugins/fan.ts': fan(1).replace('count = 3', 'count = 5') })
    await showsTriangles(page, 5)
    expect(await page.getByRole('textbox', { name: 'Count' }).inputValue()).toBe('5')
    expect(await page.getByText('Picture shows').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Count' }).fill('7')
    await page.keyboard.press('Enter')
    await showsTriangles(page, 7)
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(/~camera=/)
    const link = page.url()
    const before = await lookWhenStill(page)

    save({ 'plugins/fan.ts': fan(2) })
    await showsTriangles(page, 14)
    expect((await lookWhenStill(page)).equals(before)).toBe(false)
    save({ 'plugins/fan.ts': fan(1) })
    await showsTriangles(page, 7)
    await expect.poll(async () => (await look(page)).equals(before)).toBe(true)
    expect(page.url()).toBe(link)
    expect(await page.getByRole('textbox', { name: 'Count' }).inputValue()).toBe('7')
    expect(faults).toEqual([])
  })

  it('that nobody sees asks for nothing, and shows what was saved meanwhile when somebody looks', async () => {
    const { page, save, session, faults } = await openDevPage(browser(), { 'plugins/fan.ts': fan(1) })
    await page.getByRole('link', { name: 'Fan' }).click()
    await showsTriangles(page, 3)
    await setHidden(page, true)
    const asked: string[] = []
    page.context().on('request', (request) => asked.push(request.url()))
    const built = session.wait(/built fan/i)
    save({ 'plugins/fan.ts': fan(2) })
    await built
    expect(asked).toEqual([])
    await setHidden(page, false)
    await showsTriangles(page, 6)
    expect(faults).toEqual([])
  })
})

describe('the drawer of specimen dev', () => {
  it('shows problems until they are mended, output and failures at their lines, and the end of the command', async () => {
    const { page, url, save, session, faults } = await openDevPage(browser(), { 'plugins/wave.ts': wave })
    const drawer = page.getByRole('region', { name: 'Development' })
    const status = drawer.getByRole('status')
    const button = (name: string) => drawer.getByRole('button', { name, exact: true })
    await expect.poll(() => status.textContent()).toBe('Results follow what you save')

    save({ 'plugins/wave.ts': wave.replace(' = 1', ': Date') })
    await button('1 problem').click()
    expect(await status.textContent()).toMatch(/plugins\/wave\.ts:3:28 `Date` cannot be sent as JSON\.$/)
    const problem = drawer.getByRole('listitem')
    expect(await problem.locator('mark').textContent()).toBe('Date')
    expect(await problem.textContent()).toContain('type.class in wave(size)')
    expect(await problem.textContent()).toContain('Write string with @format date-time')
    expect(await findBarriers(page, '.dev')).toEqual([])

    save({ 'plugins/wave.ts': wave.replace('= 1', '= 2') })
    await drawer.getByText('Everything builds.').waitFor()
    await expect.poll(() => status.textContent()).toMatch(/^Built wave in \d+ ms$/)

    await invoke(url, 3)
    await invoke(url, -1)
    await button('1 failure').click()
    expect(await drawer.locator('.dev-own').textContent()).toMatch(/at wave \(.*plugins\/wave\.ts:5:23\)\n$/)
    expect(await problem.textContent()).toContain('called with {"size":-1}')
    await button('2 lines').click()
    const log = drawer.getByRole('log')
    expect((await log.locator('pre').allTextContents()).join()).toBe('size is 3,size is -1')
    expect(await findBarriers(page, '.dev')).toEqual([])

    await log.focus()
    await page.keyboard.press('Escape')
    await log.waitFor({ state: 'detached' })
    expect(await button('2 lines').evaluate((element) => element === document.activeElement)).toBe(true)

    save({ 'plugins/wave.ts': wave }) // failures of what was there before are over
    await button('No failures').waitFor()
    expect(faults).toEqual([])

    await session.stop()
    await page.getByText('specimen dev does not answer').waitFor()
  })

  it('is not there, and nothing is asked for it, on the page of another host', async () => {
    const requests: string[] = []
    const viewer = await openViewer(browser(), {
      arrange: async (page) =>
        page.on('request', (request) => requests.push(new URL(request.url()).pathname)),
    })
    await viewer.page.waitForLoadState('networkidle')
    expect(requests.length).toBeGreaterThan(2)
    expect(requests.filter((path) => path.includes('dev'))).toEqual([])
    viewer.expectClean()
    await viewer.close()
  })
})
