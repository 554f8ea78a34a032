/** The drawer of `specimen dev` in its page: real files that are saved, a real host, a real browser. */
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../open-browser.ts'
import { openDevPage } from './open-dev.ts'
import { openViewer } from './open-viewer.ts'

const wave = `import type { Mesh } from 'specimen-host/plugin'

export function wave(size = 1): Mesh {
  console.log('size is', size)
  if (size < 0) throw new RangeError('the size is below zero')
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => await browser?.close())

async function invoke(url: string, size: number): Promise<void> {
  const body = JSON.stringify({ function_name: 'wave', kwargs: { size } })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${url}/api/processing/invoke`, { method: 'POST', headers, body })
}

/** Returns what axe finds serious in the drawer. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run('.dev') // put there above
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

describe('the drawer of specimen dev', () => {
  it('shows problems until they are mended, then output and failures at their lines', async () => {
    const { page, url, save, faults, close } = await openDevPage(browser, { 'plugins/wave.ts': wave })
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
    expect(await findBarriers(page)).toEqual([])

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
    expect(await findBarriers(page)).toEqual([])

    await log.focus()
    await page.keyboard.press('Escape')
    await log.waitFor({ state: 'detached' })
    expect(await button('2 lines').evaluate((element) => element === document.activeElement)).toBe(true)

    save({ 'plugins/wave.ts': wave }) // failures of what was there before are over
    await button('No failures').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('says when the command has ended', async () => {
    const { page, session, close } = await openDevPage(browser, { 'plugins/wave.ts': wave })
    await page.getByText('Results follow what you save').waitFor()
    session.child.kill('SIGINT')
    await page.getByText('specimen dev does not answer').waitFor()
    await close()
  })

  it('is not there, and nothing is asked for it, on the page of another host', async () => {
    const viewer = await openViewer(browser, { path: '/docs' })
    const requests: string[] = []
    viewer.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await viewer.page.goto(`${viewer.url}/`, { waitUntil: 'networkidle' })
    expect(requests.length).toBeGreaterThan(2)
    expect(requests.filter((path) => path.includes('dev'))).toEqual([])
    viewer.expectClean()
    await viewer.close()
  })
})
