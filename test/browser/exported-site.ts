/** Exported pages: the command, a server of plain files, and a browser that watches what a page asks for. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { watchPage } from './watch-page.ts'

const cli = resolve(import.meta.dirname, '../../dist/cli.js')

/** Runs `specimen export` in a folder; returns the lines it prints. */
export async function exportSite(folder: string, ...args: string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'export', ...args], { cwd: folder })
  return stdout.trim().split('\n')
}

const types = new Map([
  ['.js', 'text/javascript'],
  ['html', 'text/html'],
  ['.css', 'text/css'],
])

/** Serves a folder below `/some/path/` until the test ends, and lists what it is asked for. */
export async function servePlain(
  folder: string,
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const base = '/some/path/'
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const path = join(folder, url === base ? 'index.html' : url.slice(base.length))
    const isThere = url.startsWith(base) && statSync(path, { throwIfNoEntry: false })?.isFile()
    if (!isThere) return void response.writeHead(404).end()
    const type = [...types].find(([ending]) => path.endsWith(ending))?.[1] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type }).end(readFileSync(path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { url: `http://127.0.0.1:${port}${base}`, asked }
}

/** Opens an address in a page that ends with the test. What it logs as an error or asks elsewhere is a fault. */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 800 },
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const context = await browser.newContext({ viewport })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const faults = watchPage(page)
  const { origin } = new URL(url)
  context.on('request', (request) => {
    const asked = new URL(request.url())
    if (asked.protocol.startsWith('http') && asked.origin !== origin) faults.push(`foreign: ${request.url()}`)
  })
  await page.goto(url)
  return { page, faults }
}
