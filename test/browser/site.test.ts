/** Exported pages in a real browser: from a server of plain files below a path, and as one file. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeEnvelope } from '../../core/contract/wire/envelope.ts'
import { createFolder } from '../build/temporary-plugins.ts'
import { exportSite, openPage, servePlain } from './exported-site.ts'
import { useBrowser } from './use-browser.ts'
import { showsTriangles } from './viewer/fan.ts'
import { download, dragToEnd, follow } from './viewer/specimen-page.ts'

const fan = `import type { Integer, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'
type Count = Integer & Range<3, 100>
function fan(triangles: number): Mesh {
  const rim = Array.from({ length: triangles + 1 }, (_, i) => [Math.cos(i), Math.sin(i), 0])
  return {
    vertices: Float32Array.from([[0, 0, 1], ...rim].flat()),
    indices: Uint32Array.from(Array.from({ length: triangles }, (_, i) => [0, i + 1, i + 2]).flat()),
  }
}
`
const live = `${fan}
import { readFileSync } from 'node:fs'
/** @preset Large {"triangles": 50} @thumbnail plain.svg */
export function plain(triangles: Count = 5): Mesh { return fan(triangles) }
export function endless(triangles: Count = 5, progress?: ProgressReporter): Mesh {
  progress?.report('a quarter is done', 0.25)
  for (; triangles > 50; );
  return fan(triangles)
}
export function curious(triangles: Count = 5): Mesh {
  return fan(triangles > 50 ? readFileSync('/etc/passwd').length : triangles)
}
export function greedy(triangles: Count = 5): Mesh {
  return fan(triangles > 50 ? new ArrayBuffer(2 ** 46).byteLength : triangles)
}
export async function chatty(triangles: Count = 5): Promise<Mesh> {
  if (triangles > 50) await fetch('https://example.org/')
  return fan(triangles)
}
export async function nosy(triangles: Count = 5): Promise<Mesh> {
  if (triangles > 50) await fetch(self.origin + '/neighbour/secret', { credentials: 'include' })
  return fan(triangles)
}
`
const stored = `import { createHash } from 'node:crypto'
${fan}
/** @preset Large {"triangles": 50} */
export function hashed(triangles: Count = 5): Mesh {
  return fan(createHash('sha256').update('').digest().length - 32 + triangles)
}
`
const browser = useBrowser()
let folder = ''
beforeAll(async () => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  folder = createFolder({ 'plugins/live.ts': live, 'plugins/plain.svg': picture, 'plugins/kept.ts': stored })
  const limits = ['--run-timeout', '3']
  await exportSite(folder, 'site', ...limits)
  await exportSite(folder, '--single', 'one.html', ...limits)
})

async function open(fragment: string): Promise<Awaited<ReturnType<typeof openPage>> & { asked: string[] }> {
  const { url, asked } = await servePlain(join(folder, 'site'))
  return { ...(await openPage(browser(), `${url}${fragment}`)), asked }
}

const countLoaded = (pictures: Element[]): number =>
  pictures.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length

async function set(page: Page, triangles: number): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Triangles' })
  await field.fill(String(triangles))
  await field.press('Enter')
}

describe('an exported page', () => {
  it('shows the gallery and computes what is asked for, without a request while a slider is dragged', async () => {
    const { page, faults, asked } = await open('')
    await page.getByRole('link', { name: 'hashed' }).waitFor()
    await expect.poll(() => page.locator('.card img').evaluateAll(countLoaded)).toBe(7)
    await follow(page, 'plain')
    await showsTriangles(page, 5)
    const before = asked.length
    await dragToEnd(page, /Triangles/, async () => {})
    await showsTriangles(page, 100)
    await page.getByRole('button', { name: 'Large' }).click()
    await showsTriangles(page, 50)
    expect(asked.slice(before)).toEqual([])
    expect(asked.filter((path) => !path.startsWith('/some/path/'))).toEqual([])
    expect(faults).toEqual([])
  })

  it('offers no rooms, which need a host, and shows what a link to one names', async () => {
    const { page, faults, asked } = await open('#/plain?triangles=9&~room=lab')
    await showsTriangles(page, 9)
    expect(await page.getByRole('button', { name: 'Enter a room' }).count()).toBe(0)
    expect(asked.filter((path) => /[/](api|ws)([/?]|$)/.test(path))).toEqual([])
    expect(faults).toEqual([])
  })

  it('measures what a host would', async () => {
    const { page, faults } = await open('#/plain?triangles=9')
    await showsTriangles(page, 9)
    await page.locator('summary', { hasText: 'About' }).click()
    const list = page.locator('.fact-list')
    await list.locator('summary').click()
    await expect.poll(() => list.textContent()).toMatch(/Triangles\s*9\D/)
    expect(faults).toEqual([])
  })

  it('shows progress, and ends the worker of a run that is cancelled', async () => {
    const { page } = await open('#/endless')
    await showsTriangles(page, 5)
    await set(page, 60)
    await page.getByText('a quarter is done').first().waitFor()
    const running = page.workers().length
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/Cancelled/).waitFor()
    await expect.poll(() => page.workers().length).toBe(running - 1)
    await set(page, 7)
    await showsTriangles(page, 7)
  })

  it('ends a run at its deadline, and says so', async () => {
    const { page } = await open('#/endless?triangles=60')
    await page.getByText('It was stopped after 3 s').first().waitFor()
    await set(page, 7)
    await showsTriangles(page, 7)
  })

  it('outlives a run that asks for more memory than there is', async () => {
    const { page } = await open('#/greedy?triangles=60')
    await page
      .getByText(/^(Array buffer allocation failed|Invalid array buffer length)/)
      .first()
      .waitFor()
    await set(page, 7)
    await showsTriangles(page, 7)
  })

  it('has the files of a bundle alone, and keeps functions from other origins and neighbours', async () => {
    const { page, asked } = await open('#/curious?triangles=60')
    await page.getByText("ENOENT: a page has the files of its bundle only, and not '/etc/passwd'").waitFor()
    await follow(page, 'chatty?triangles=60')
    await page.getByText('Failed to fetch').waitFor()
    await follow(page, 'nosy?triangles=60')
    await page.getByRole('heading', { name: 'nosy' }).waitFor()
    await page.getByText('Failed to fetch').waitFor()
    expect(asked.filter((path) => /passwd|neighbour/.test(path))).toEqual([])
  })

  it('has stored results of what cannot run in it, and its panel says so', async () => {
    const { page } = await open('#/hashed')
    await showsTriangles(page, 5)
    const note = 'it imports node:crypto. There are results of its defaults and presets.'
    await page.getByText(note).waitFor()
    await page.getByRole('button', { name: 'Large' }).click()
    await showsTriangles(page, 50)
    await set(page, 51)
    await expect.poll(() => page.getByText(note).count()).toBe(2)
    await showsTriangles(page, 50)
  })

  it('saves results in each form, made in the page', async () => {
    const { page, faults } = await open('#/plain')
    await showsTriangles(page, 5)
    const { bytes } = await download(page, 'Binary envelope')
    expect(decodeEnvelope(bytes)).toMatchObject({ type: 'mesh', indices: { length: 15 } })
    for (const [form, ending] of [
      ['glTF', '.glb'],
      ['STL', '.stl'],
      ['3MF', '.3mf'],
      ['JSON', '.json'],
    ] as const) {
      const saved = await download(page, form)
      expect(saved.name).toMatch(new RegExp(`${ending}$`))
      expect(saved.bytes.length).toBeGreaterThan(100)
    }
    expect(faults).toEqual([])
  })

  it('works as one file without a server', async () => {
    const { page, faults } = await openPage(browser(), pathToFileURL(join(folder, 'one.html')).href)
    await page.getByRole('link', { name: 'plain' }).first().click()
    await showsTriangles(page, 5)
    await set(page, 9)
    await showsTriangles(page, 9)
    await follow(page, 'hashed?triangles=50')
    await showsTriangles(page, 50)
    await page.getByRole('button', { name: 'Copy the link' }).click()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(link).toBe(`${pathToFileURL(join(folder, 'one.html')).href}#/hashed?triangles=50`)
    expect(faults).toEqual([])
  })
})

describe('workers of modules that a function starts', () => {
  const threaded = `${fan}
export async function threaded(triangles: Count = 5): Promise<Mesh> {
  const worker = new Worker(new URL('./count.ts', import.meta.url), { type: 'module' })
  const counted = new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  worker.postMessage(triangles)
  return fan(await counted.finally(() => worker.terminate()))
}
`
  const count = `import { readFileSync } from 'node:fs'
const two = readFileSync(new URL('./two.bin', import.meta.url)).length
addEventListener('message', ({ data }) => {
  if (data === 13) throw new Error('an unlucky number')
  const inner = new Worker(new URL('./inner.ts', import.meta.url))
  inner.addEventListener('message', (event) => postMessage(event.data - two))
  inner.postMessage(data)
})
`
  const inner = `await new Promise((resolve) => setTimeout(resolve))
onmessage = ({ data }) => postMessage(data + 2)
`
  let own = ''
  const lines: string[] = []
  beforeAll(async () => {
    own = createFolder({
      'plugins/threads/index.ts': threaded,
      'plugins/threads/count.ts': count,
      'plugins/threads/inner.ts': inner,
      'plugins/threads/two.bin': '12',
    })
    lines.push(...(await exportSite(own, 'site')))
    await exportSite(own, '--single', 'one.html')
  })

  it.each(['a server', 'a file'])('run in a page of %s, with the files of the bundle', async (place) => {
    expect(lines).toContain('live threaded: runs in the page')
    const url =
      place === 'a server'
        ? (await servePlain(join(own, 'site'))).url
        : pathToFileURL(join(own, 'one.html')).href
    const { page, faults } = await openPage(browser(), `${url}#/threaded`)
    await showsTriangles(page, 5)
    const resting = page.workers().length
    await set(page, 40)
    await showsTriangles(page, 40)
    expect(faults).toEqual([])
    await expect.poll(() => page.workers().length).toBe(resting)
    await set(page, 13)
    await page.getByText('an unlucky number').first().waitFor()
  })
})
