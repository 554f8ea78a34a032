/** Exported pages in the outputs of a notebook, in a real browser: they draw, and have nothing of the notebook's. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { FrameLocator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../build/temporary-plugins.ts'
import { exportSite, openPage } from './exported-site.ts'
import { useBrowser } from './use-browser.ts'

const plugin = `import type { Integer, Mesh, Range } from 'specimen-host/plugin'
type Count = Integer & Range<3, 100>
function fan(triangles: number): Mesh {
  const rim = Array.from({ length: triangles + 1 }, (_, i) => [Math.cos(i), Math.sin(i), 0])
  return {
    vertices: Float32Array.from([[0, 0, 1], ...rim].flat()),
    indices: Uint32Array.from(Array.from({ length: triangles }, (_, i) => [0, i + 1, i + 2]).flat()),
  }
}
/**
 * A fan.
 * @preset Large {"triangles": 50}
 * @story Read [the page](https://example.org/), or see [seven](?triangles=7).
 */
export function plain(triangles: Count = 5): Mesh { return fan(triangles) }

/** Tries to read something of the notebook's, and shows 99 triangles where one way is open. */
export async function spy(host = '', triangles: Count = 5): Promise<Mesh> {
  const ways = [
    async () => (await fetch(host + '/api/secret', { credentials: 'include' })).text(),
    async () => (await fetch(host + '/api/secret', { mode: 'no-cors', credentials: 'include' })).type,
    async () => await import(host + '/api/secret.js'),
    async () => {
      const request = new XMLHttpRequest()
      request.open('GET', host + '/api/secret', false)
      request.withCredentials = true
      request.send()
    },
    async () => await new Promise((opened, failed) => {
      const socket = new WebSocket(host.replace('http', 'ws') + '/api/kernel')
      socket.onopen = opened
      socket.onerror = failed
    }),
    async () => await new Promise((opened, failed) => {
      const events = new EventSource(host + '/api/secret', { withCredentials: true })
      events.onopen = opened
      events.onerror = failed
    }),
    async () => await new Promise((opened, failed) => {
      const worker = new Worker(host + '/api/secret.js')
      worker.onmessage = opened
      worker.onerror = failed
    }),
    async () => await new Promise((opened, failed) => {
      const asked = indexedDB.open('secret')
      asked.onsuccess = opened
      asked.onerror = failed
    }),
    async () => await caches.keys(),
  ]
  for (const way of host === '' ? [] : ways) {
    const isClosed = await way().then(() => false, () => true)
    if (!isClosed) return fan(99)
  }
  return fan(triangles)
}
`
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
if (!hasPython) console.warn('NOT TESTED: pages in notebooks: there is no Python 3.10 here.')
const browser = useBrowser()
let folder = ''
beforeAll(async () => {
  folder = createFolder({ 'plugins/live.ts': plugin })
  await exportSite(folder, '--single', 'one.html')
})

/** The server of a notebook, whose files and kernel a cookie opens. */
async function serveNotebook(): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url)
    if (url === '/lab') {
      const page = readFileSync(join(folder, 'notebook.html'))
      return void response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'session=ada; Path=/' })
        .end(page)
    }
    const isOpen = headers.cookie === 'session=ada'
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/plain'
    response.writeHead(isOpen ? 200 : 403, { 'content-type': type }).end(isOpen ? 'postMessage(1)' : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}`, asked }
}

/** Opens a notebook whose outputs are Python expressions with `page` and `result`. */
async function openNotebook(
  outputs: (url: string) => readonly string[],
): Promise<{ page: Page; faults: string[]; asked: string[]; frames: FrameLocator; url: string }> {
  const { url, asked } = await serveNotebook()
  const program = `
import sys
sys.path.insert(0, ${JSON.stringify(resolve('core/python'))})
from specimen_host import Result, decode_json, open_page
page = open_page('one.html')
corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
mesh = Result(decode_json({'type': 'mesh', 'vertices': corners, 'indices': [0, 1, 2, 0, 1, 3], 'unit': 'mm'}))
block = Result(decode_json({'type': 'volume', 'dtype': 'uint8', 'shape': [2, 3, 4], 'data': 'A' * 32}))
frames = ''.join(f._repr_html_() for f in (${outputs(url).join(', ')},))
open('notebook.html', 'w', encoding='utf-8').write('<!doctype html><meta charset="utf-8">' + frames)
`
  const run = spawnSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' })
  expect(run.stderr).toBe('')
  const opened = await openPage(browser(), `${url}/lab`)
  return { ...opened, url, asked, frames: opened.page.frameLocator('iframe') }
}

async function shows(frame: FrameLocator, says: string): Promise<void> {
  await frame.locator(`[aria-label^="${says}"]`).waitFor()
}

async function set(frame: FrameLocator, name: string, text: string): Promise<void> {
  const field = frame.getByRole('textbox', { name })
  await field.fill(text)
  await field.press('Enter')
}

describe.skipIf(!hasPython)('a page in a notebook', () => {
  it('draws and computes, though outputs have no address', async () => {
    const { frames, faults, asked } = await openNotebook(() => [
      "page.view('plain', triangles=7)",
      'page.show(mesh)',
      'page.show(block)',
    ])
    await shows(frames.nth(0), 'A mesh of 7 triangles')
    await shows(frames.nth(1), 'A mesh of 2 triangles')
    await shows(frames.nth(2), 'A volume of 4 × 3 × 2 samples')
    await set(frames.nth(0), 'Triangles', '12')
    await shows(frames.nth(0), 'A mesh of 12 triangles')
    expect(asked).toEqual(['/lab'])
    expect(faults).toEqual([])
  })

  it("has no way to what the notebook's cookie opens, neither in its functions nor itself", async () => {
    const { page, frames, asked, url } = await openNotebook((host) => [
      `page.view('spy', host='${host}', triangles=7)`,
    ])
    await shows(frames.nth(0), 'A mesh of 7 triangles')
    const frame = page.frames().at(-1)
    const read = await frame?.evaluate(async (secret) => {
      const ways = [
        async () => (await fetch(secret, { credentials: 'include' })).text(),
        async () => parent.document.cookie,
        async () => document.cookie,
        async () => localStorage.getItem('x'),
        async () => open(secret)?.document.body.textContent ?? Promise.reject(),
      ]
      return await Promise.all(ways.map((way) => way().catch(() => 'closed')))
    }, `${url}/api/secret`)
    expect(read).toEqual(['closed', 'closed', 'closed', 'closed', 'closed'])
    expect(asked).toEqual(['/lab'])
  })

  it('does without an origin: saves, copies, remembers and links nothing wrongly', async () => {
    const { page, frames, faults, asked } = await openNotebook(() => ["page.view('plain')"])
    const frame = frames.nth(0)
    await shows(frame, 'A mesh of 5 triangles')
    await frame.getByRole('button', { name: 'Download', exact: true }).click()
    const saved = page.waitForEvent('download')
    await frame.getByRole('button', { name: /^STL/ }).click()
    expect((await saved).suggestedFilename()).toBe('plain.stl')
    await set(frame, 'Triangles', '9')
    await shows(frame, 'A mesh of 9 triangles')
    await frame.getByRole('button', { name: 'Undo' }).click()
    await shows(frame, 'A mesh of 5 triangles')
    await frame.getByRole('button', { name: 'Large' }).click()
    await shows(frame, 'A mesh of 50 triangles')
    await frame.getByText('About', { exact: true }).click()
    await frame.getByRole('link', { name: 'seven' }).click()
    await shows(frame, 'A mesh of 7 triangles')
    await frame.getByText('Read the page (https://example.org/)').waitFor()
    await frame.getByRole('button', { name: 'Copy the link' }).click()
    await frame.getByText('Copy this link:').waitFor()
    await page.keyboard.press('Escape')
    await frame.getByRole('button', { name: 'Save the picture' }).click()
    await frame.getByRole('button', { name: 'Copy', exact: true }).click()
    await frame.getByText('Save it instead').waitFor()
    const picture = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'Save as PNG' }).click()
    expect((await picture).suggestedFilename()).toMatch(/\.png$/)
    expect(page.frames()).toHaveLength(2)
    expect(asked).toEqual(['/lab'])
    expect(faults).toEqual([])
  })
})
