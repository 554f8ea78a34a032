/**
 * A page of another origin, in a real browser: the README's client example, and what else CORS must let
 * through.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createHost, type Host } from 'specimen-host'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'
import { useBrowser } from './use-browser.ts'

const root = join(import.meta.dirname, '../..')
const importMap = '<script type="importmap">{"imports":{"specimen-host/client":"/dist/client.js"}}</script>'
const browser = useBrowser()
let pages: Server
let pageUrl: string
let host: Host | undefined
let hostUrl: string
let page: Page

/** Serves an empty page, the client as it is built, and scripts of the test. */
async function servePages(): Promise<void> {
  pages = createServer((request, response) => {
    const file = /^\/dist\/([\w.-]+\.js)$/.exec(request.url ?? '')?.[1]
    if (file === undefined)
      return void response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>page</title>${importMap}`)
    readFile(join(root, 'dist', file)).then(
      (text) => response.setHeader('content-type', 'text/javascript').end(text),
      () => response.writeHead(404).end(),
    )
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  pageUrl = `http://127.0.0.1:${(pages.address() as AddressInfo).port}` // it listens on TCP
}

async function serve(options: object): Promise<void> {
  const { plugins, specimens } = makeProbe()
  host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent', ...options })
  host.registerSpecimen(
    { id: 'mandelbulb' },
    (reporter: { report(text: string): void }) => {
      reporter.report('half of it')
      return { vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
    },
    { returns: 'mesh', schema: { type: 'object', properties: {} } },
  )
  hostUrl = await host.listen()
}

/** Runs a module in the page and returns what it logs, the last line being `end`, or how it failed. */
async function runModule(code: string): Promise<string[]> {
  const lines: string[] = []
  const ended = new Promise<void>((resolve) => {
    page.on('console', (message) => {
      lines.push(message.text())
      if (message.text().startsWith('end')) resolve()
    })
    page.on('pageerror', (error) => {
      lines.push(String(error))
      resolve()
    })
  })
  await page.addScriptTag({ type: 'module', content: `${code}\nconsole.log('end')` })
  await ended
  return lines
}

beforeAll(async () => {
  await servePages()
})
afterAll(async () => {
  pages.close()
  pages.closeAllConnections()
})
afterEach(async () => {
  await page?.close()
  await host?.close()
  host = undefined
})

describe('a page of another origin', () => {
  const open = async (origin = pageUrl) => {
    page = await browser().newPage()
    await page.goto(origin)
  }
  const readExample = async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
    const example = blocks.find((code) => code.includes("'specimen-host/client'")) ?? ''
    expect(example).toContain("createClient('http://127.0.0.1:8000')")
    return example.replace('http://127.0.0.1:8000', hostUrl)
  }

  it.each(['*', 'listed'])('runs the example of the README (--cors-origin %s)', async (corsOrigin) => {
    await serve({ corsOrigin: corsOrigin === '*' ? '*' : `https://example.org, ${pageUrl}` })
    await open()
    const lines = await runModule(await readExample())
    expect(lines.at(-1)).toBe('end')
    expect(lines.join('\n')).toContain('Float32Array')
  })

  it('is kept out without --cors-origin, and when its origin is not listed', async () => {
    await serve({ corsOrigin: pageUrl })
    await open(pageUrl.replace('127.0.0.1', 'localhost'))
    const lines = await runModule(await readExample())
    expect(lines.join('\n')).toMatch(/blocked by CORS policy|Failed to fetch/)
  })

  it('reads, starts, cancels and asks for parts with a token, and sees the headers that it needs', async () => {
    await serve({ corsOrigin: pageUrl, token: 'the-token' })
    await open()
    const lines = await runModule(`
      import { createClient } from 'specimen-host/client'
      const url = ${JSON.stringify(hostUrl)}
      const client = createClient(url, { token: 'the-token' })
      console.log('catalog ' + (await client.catalog()).some(({ id }) => id === 'rock'))
      const headers = { authorization: 'Bearer the-token' }
      const data = url + '/api/specimens/labels/data'
      const first = await fetch(data, { headers })
      const etag = first.headers.get('etag')
      const again = await fetch(data, { headers: { ...headers, 'if-none-match': etag } })
      console.log('again ' + again.status)
      const part = await fetch(url + '/api/specimens/rock/data', { headers: { ...headers, range: 'bytes=6-9' } })
      console.log('part ' + part.status + ' ' + part.headers.get('content-range') + ' ' + part.headers.get('content-disposition') + ' ' + (await part.text()))
      const body = JSON.stringify({ params: {} })
      const started = await fetch(url + '/api/specimens/endless/start', { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } })
      const { job_id } = await started.json()
      console.log('cancel ' + (await fetch(url + '/api/jobs/' + job_id, { method: 'DELETE', headers })).status)
      const refused = await fetch(url + '/api/specimens/')
      console.log('refused ' + refused.status + ' ' + (await refused.json()).code)
      console.log('head ' + (await fetch(data, { method: 'HEAD', headers })).headers.get('etag')?.length)
    `)
    expect(lines.filter((line) => !/Failed to load resource/.test(line))).toEqual([
      'catalog true',
      'again 304',
      'part 206 bytes 6-9/111 attachment; filename="rock.stl" rock',
      'cancel 204',
      'refused 401 token.missing',
      expect.stringMatching(/^head \d+$/),
      'end',
    ])
  })
})
