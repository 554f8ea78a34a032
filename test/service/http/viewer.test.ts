/** The viewer as HTTP gives it: the page, its files in every coding, and nothing else. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createViewerReader } from '../../../core/service/http/answer/viewer-files.ts'
import { expectProblem } from '../../support/api.ts'
import { readHeaders, readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
const { start } = used

/** Every address that the page names. */
const listAddresses = (page: string): string[] =>
  [...page.matchAll(/(?:href|src|content)="([^"]*viewer\/[^"]+)"/g)].map(([, address = '']) => address)

describe('the page', () => {
  it('may load from its own origin alone, and be framed by it alone', async () => {
    const api = await start()
    const { status, headers } = await api.get('/')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual([
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('names files that are there, relative to itself, and holds nothing that its policy refuses', async () => {
    const api = await start()
    const page = await (await api.get('/')).text()
    const addresses = listAddresses(page)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(address).toMatch(/^viewer\/[\w-]+-[A-Za-z0-9]{8}\.(js|css|svg)$/)
      expect((await api.get(`/${address}`)).status, address).toBe(200)
    }
    expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|\{\{|<base/)
    expect(page).toMatch(/<noscript>.*href="docs"/s)
  })

  it('has its icon where browsers look for that of any other answer', async () => {
    const api = await start({ token: 'the-token' })
    const address = listAddresses(await (await api.get('/')).text()).find((each) => each.endsWith('.svg'))
    const [icon, ofPage] = await Promise.all([api.get('/favicon.ico'), api.get(`/${address}`)])
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await icon.text()).toBe(await ofPage.text())
  })

  it('is asked for each time, and sent again only when it has changed', async () => {
    const api = await start()
    const { headers } = await api.get('/')
    expect(headers.get('cache-control')).toBe('no-cache')
    const etag = headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{16}"$/)
    const ask = async (tag: string) =>
      await sendRaw(api.url, toRequest('GET', '/', { 'if-none-match': tag, 'accept-encoding': 'br' }))
    const unchanged = await ask(`"other", ${etag}`)
    expect(readStatus(unchanged)).toBe(304)
    expect(readHeaders(unchanged)).toMatchObject({
      etag,
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(readStatus(await ask('"other"'))).toBe(200)
  })

  it('answers HEAD, and no other method', async () => {
    const api = await start()
    const head = await sendRaw(api.url, toRequest('HEAD', '/'))
    const [, body] = head.split('\r\n\r\n')
    expect([readStatus(head), body]).toEqual([200, ''])
    expect(readHeaders(head)['content-type']).toBe('text/html; charset=utf-8')
    expect((await api.post('/')).status).toBe(405)
  })

  it('and its files are open where the API asks for a token', async () => {
    const api = await start({ token: 'a-token' })
    const page = await (await api.get('/')).text()
    for (const address of listAddresses(page)) expect((await api.get(`/${address}`)).status).toBe(200)
    expect((await api.get('/api/specimens/')).status).toBe(401)
  })

  it('is marked for pages of other origins like every answer', async () => {
    const api = await start({ corsOrigin: 'https://example.org' })
    const { headers } = await api.get('/', { origin: 'https://example.org' })
    expect(headers.get('access-control-allow-origin')).toBe('https://example.org')
  })
})

describe('a file of the page', () => {
  const find = async (api: Awaited<ReturnType<typeof start>>, begin: string) => {
    const names = listAddresses(await (await api.get('/')).text())
    return `/${names.find((name) => name.includes(begin))}`
  }

  it('is kept for good, under the policy of the page', async () => {
    const api = await start()
    const { headers } = await api.get(await find(api, 'main-'))
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'") // a worker has its own
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('was compressed when it was built, and is the same in each coding', async () => {
    const api = await start()
    const address = await find(api, 'style-')
    const read = async (coding: string) => {
      const asked = { url: address, headers: { 'accept-encoding': coding } }
      const { headers, rawPayload } = await used.host.inject(asked)
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(rawPayload.length) })
      return { coding: headers['content-encoding'], bytes: rawPayload }
    }
    const [plain, br, gzip] = await Promise.all(['identity', 'gzip, br', 'gzip'].map(read))
    expect([plain?.coding, br?.coding, gzip?.coding]).toEqual([undefined, 'br', 'gzip'])
    expect(plain?.bytes.length).toBeGreaterThan(1000)
    expect(br && brotliDecompressSync(br.bytes)).toEqual(plain?.bytes)
    expect(gzip && gunzipSync(gzip.bytes)).toEqual(plain?.bytes)
    expect(br?.bytes.length).toBeLessThan(gzip?.bytes.length ?? 0)
  })

  it('answers HEAD with its length', async () => {
    const api = await start()
    const address = await find(api, 'main-')
    const { headers } = await api.get(address, { 'accept-encoding': 'identity' })
    const head = await sendRaw(api.url, toRequest('HEAD', address))
    expect(readHeaders(head)['content-length']).toBe(headers.get('content-length'))
    expect(head.split('\r\n\r\n')[1]).toBe('')
  })

  it('is not offered in its compressed form, nor under another case', async () => {
    const api = await start()
    const address = await find(api, 'main-')
    for (const other of [`${address}.br`, `${address}.gz`, address.toUpperCase(), `${address}%20`])
      await expectProblem(await api.get(other), 404, 'route.unknown')
  })
})

describe('a viewer that is not built', () => {
  it('says what to run, and is found once it is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-viewer-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const readViewer = createViewerReader(pathToFileURL(`${folder}/`))
    await expect(readViewer()).rejects.toMatchObject({
      code: 'route.unknown',
      message: expect.stringContaining('npm run build'),
    })
    writeFileSync(join(folder, 'page.html'), '<head>')
    for (const name of ['a.js', 'icon-A.svg', 'a.txt']) writeFileSync(join(folder, name), name)
    const { files, icon, page } = await readViewer()
    expect([...files.keys()].sort()).toEqual(['a.js', 'icon-A.svg'])
    expect(icon).toBe(files.get('icon-A.svg'))
    expect(page('/lab').body.toString()).toBe('<head>\n<base href="/lab/">')
    expect(page('/lab').etag).not.toBe(page('').etag)
    rmSync(join(folder, 'a.js'))
    expect((await readViewer()).files.get('a.js')?.plain.toString()).toBe('a.js') // of the same build
  })

  it('is read and compressed once for all hosts of a process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-viewer-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of ['page.html', 'a.js', 'icon-A.svg']) writeFileSync(join(folder, name), name)
    const compressed = [1, 2].map(async () => {
      const { files } = await createViewerReader(pathToFileURL(`${folder}/`))()
      return await files.get('a.js')?.compress('br')
    })
    const [one, other] = await Promise.all(compressed)
    expect(one).toBeDefined()
    expect(one).toBe(other)
  })
})
