/**
 * Compression over sockets: what is coded for whom, under which tag, and that nobody's reading holds the host
 * up.
 */
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let host: Host
let url: string
/** Large enough to be worth it, and not all zeros. */
const samples = Uint8Array.from({ length: 300_000 }, (_, i) => i >> 4)
const noise = makeNoise(16 * 2 ** 20)

beforeAll(async () => {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  const description = 'A long description, so that listings are worth it. '.repeat(40)
  host.registerSpecimen({ id: 'large', description }, () => ({ shape: [3, 100, 1000], data: samples }), {
    returns: 'volume',
  })
  host.registerSpecimen({ id: 'small' }, () => ({ shape: [1, 1, 4], data: new Uint8Array(4) }), {
    returns: 'volume',
  })
  host.registerSpecimen({ id: 'pixels' }, () => ({ width: 1000, height: 100, channels: 3, data: samples }), {
    returns: 'image',
  })
  host.registerSpecimen({ id: 'huge' }, () => ({ shape: [16, 1024, 1024], data: noise }), {
    returns: 'volume',
  })
  url = await host.listen()
})
afterAll(async () => await host.close())

/** Returns bytes that no coder makes smaller. */
function makeNoise(length: number): Uint8Array {
  const words = new Uint32Array(length / 4)
  let state = 1
  for (let i = 0; i < words.length; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + i
    words[i] = state
  }
  return new Uint8Array(words.buffer)
}

async function open(path: string, options: RequestOptions = {}, body = ''): Promise<IncomingMessage> {
  const [response] = await once(request(url + path, options).end(body), 'response')
  return response
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly sent: Buffer
  /** What was sent, decoded as `Content-Encoding` says. */
  readonly bytes: Buffer
}

/** Asks without any header that is not named here; `fetch` would ask for gzip by itself. */
async function ask(
  path: string,
  headers: IncomingHttpHeaders = {},
  options: RequestOptions = {},
  body = '',
): Promise<Answer> {
  const response = await open(path, { ...options, headers }, body)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const sent = Buffer.concat(chunks)
  const coding = response.headers['content-encoding']
  const bytes =
    sent.length === 0 ? sent : coding === 'br' ? brotliDecompressSync(sent) : coding ? gunzipSync(sent) : sent
  return { status: response.statusCode, headers: response.headers, sent, bytes }
}

const large = '/api/specimens/large/data'
const invocation = [
  '/api/processing/invoke',
  { method: 'POST' },
  JSON.stringify({ function_name: 'large' }),
] as const

describe('a result', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip', 'gzip'],
    ['X-GZip', 'gzip'],
    ['GZIP;Q=0.1', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['identity, br;q=0.9', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['br;q=nonsense, gzip;q=0.2', 'gzip'],
    [', ;;, =', undefined],
  ])('is sent for Accept-Encoding %j as %s, under a tag of its own', async (wanted, coding) => {
    const plain = await ask(large)
    const found = await ask(large, wanted === undefined ? {} : { 'accept-encoding': wanted })
    expect([found.status, found.headers['content-encoding']]).toEqual([200, coding])
    expect(found.bytes.equals(plain.bytes)).toBe(true)
    expect(found.headers.vary).toBe('accept, accept-encoding')
    const tag = plain.headers.etag?.slice(0, -1)
    expect(found.headers.etag).toBe(coding ? `${tag}.${coding}"` : `${tag}"`)
    if (coding) expect(found.sent.length).toBeLessThan(plain.sent.length / 2)
    else expect(found.headers['content-length']).toBe(String(plain.bytes.length))
  })

  it.each([
    ['no-transform', undefined],
    ['no-cache,  No-Transform ', undefined],
    ['no-cache', 'br'],
    ['no-transformation', 'br'],
  ])('is sent for Cache-Control %j as %s, and kept apart by its tag', async (control, coding) => {
    const plain = await ask(large)
    const asked = { 'accept-encoding': 'br', 'cache-control': control }
    const found = await ask(large, asked)
    expect(found.headers['content-encoding']).toBe(coding)
    expect(found.bytes.equals(plain.bytes)).toBe(true)
    expect(found.headers['cache-control']).toBe('no-cache')
    // A cache that keeps the other coding asks by its tag, and gets this one.
    const other = await ask(large, coding ? {} : { 'accept-encoding': 'br' })
    expect(other.headers.etag).not.toBe(found.headers.etag)
    expect((await ask(large, { ...asked, 'if-none-match': String(other.headers.etag) })).status).toBe(200)
    expect((await ask(large, { ...asked, 'if-none-match': String(found.headers.etag) })).status).toBe(304)
  })

  it('is compressed as JSON, too, by /invoke and by the result of a job', async () => {
    const [path, options, body] = invocation
    const json = { 'content-type': 'application/json' }
    const plain = await ask(path, json, options, body)
    const coded = await ask(path, { ...json, 'accept-encoding': 'br' }, options, body)
    expect(coded.headers['content-encoding']).toBe('br')
    expect(coded.bytes.equals(plain.bytes)).toBe(true)
    const { bytes } = await ask('/api/specimens/large/start', json, { method: 'POST' }, '{}')
    const job = await ask(`/api/jobs/${JSON.parse(bytes.toString()).job_id}/result`, {
      'accept-encoding': 'gzip',
    })
    expect(job.headers['content-encoding']).toBe('gzip')
    expect(job.bytes.equals(plain.bytes)).toBe(true)
  })

  it('is not compressed when it is small, unless plain bytes are refused', async () => {
    const path = '/api/specimens/small/data'
    const plain = await ask(path, { 'accept-encoding': 'br, gzip' })
    expect([plain.headers['content-encoding'], plain.headers['content-length']]).toEqual([
      undefined,
      String(plain.bytes.length),
    ])
    for (const wanted of ['identity;q=0, gzip', 'gzip, *;q=0']) {
      const coded = await ask(path, { 'accept-encoding': wanted })
      expect([coded.headers['content-encoding'], coded.bytes.equals(plain.bytes)]).toEqual(['gzip', true])
    }
    expect((await ask(path, { 'accept-encoding': 'identity;q=0' })).bytes.equals(plain.bytes)).toBe(true)
  })

  it('is not compressed in a form that is compressed already', async () => {
    const png = await ask('/api/specimens/pixels/data', {
      accept: 'image/png',
      'accept-encoding': 'br, gzip',
    })
    expect([png.headers['content-type'], png.headers['content-encoding']]).toEqual(['image/png', undefined])
    expect(png.headers.vary).toBe('accept')
  })

  it('is 304 only for the tag of the coding that would be sent, weak or not', async () => {
    const br = { 'accept-encoding': 'br' }
    const [plain, coded] = [await ask(large), await ask(large, br)]
    const [plainTag, codedTag] = [String(plain.headers.etag), String(coded.headers.etag)]
    const status = async (tag: string, headers = {}) =>
      (await ask(large, { ...headers, 'if-none-match': tag })).status
    expect(await status(codedTag, br)).toBe(304)
    expect(await status(`"other", W/${codedTag}`, br)).toBe(304)
    expect(await status(plainTag)).toBe(304)
    expect(await status(plainTag, br)).toBe(200)
    expect(await status(codedTag)).toBe(200)
    const same = await ask(large, { ...br, 'if-none-match': codedTag })
    expect([same.headers.etag, same.headers.vary, same.sent.length]).toEqual([
      codedTag,
      'accept, accept-encoding',
      0,
    ])
    expect(same.headers['content-encoding']).toBe(undefined)
  })

  it('has the headers of a GET for a HEAD', async () => {
    for (const wanted of ['identity', 'br', 'gzip']) {
      const [get, head] = [
        await ask(large, { 'accept-encoding': wanted }),
        await ask(large, { 'accept-encoding': wanted }, { method: 'HEAD' }),
      ]
      const names = ['content-type', 'content-encoding', 'content-length', 'etag', 'vary'] as const
      expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => get.headers[name]))
      expect([head.status, head.sent.length]).toEqual([200, 0])
    }
  })

  it.each(['br', 'gzip'])(
    'is read whole as %s when it is far larger than what is held of it',
    async (coding) => {
      const plain = await ask('/api/specimens/huge/data')
      const coded = await ask('/api/specimens/huge/data', { 'accept-encoding': coding })
      expect(coded.headers['content-encoding']).toBe(coding)
      expect(coded.bytes.equals(plain.bytes)).toBe(true)
    },
  )

  it('holds nobody else up when some readers stall and others leave in the middle', async () => {
    const readers = await Promise.all(
      Array.from({ length: 24 }, () =>
        open('/api/specimens/huge/data', { headers: { 'accept-encoding': 'br' } }),
      ),
    )
    for (const reader of readers) await once(reader, 'readable') // all have begun, and none is read further
    for (const leaving of readers.slice(12)) leaving.destroy()
    const coded = await ask(large, { 'accept-encoding': 'br' })
    expect(coded.bytes.length).toBeGreaterThan(samples.length)
    for (const stalled of readers) stalled.destroy()
  })
})

describe('a body that a route makes', () => {
  it.each(['/api/specimens/', '/api/processing/functions', '/api/specimens/large', '/openapi.json', '/docs'])(
    'is compressed for who asks: %s',
    async (path) => {
      const plain = await ask(path)
      expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
      for (const coding of ['br', 'gzip', 'br']) {
        const coded = await ask(path, { 'accept-encoding': coding })
        expect(coded.headers['content-encoding']).toBe(coding)
        expect(coded.headers['content-type']).toBe(plain.headers['content-type'])
        expect(coded.headers['content-length']).toBe(String(coded.sent.length))
        expect(coded.bytes.equals(plain.bytes)).toBe(true)
        const head = await ask(path, { 'accept-encoding': coding }, { method: 'HEAD' })
        expect(head.headers['content-length']).toBe(coded.headers['content-length'])
      }
    },
  )

  it('is left as it is when it is small', async () => {
    const schema = await ask('/api/processing/functions/small/schema', { 'accept-encoding': 'br' })
    expect([schema.headers['content-encoding'], JSON.parse(schema.bytes.toString()).type]).toEqual([
      undefined,
      'object',
    ])
    expect((await ask('/nowhere', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe(undefined)
  })

  it('is another after a reload', async () => {
    const before = await ask('/api/specimens/', { 'accept-encoding': 'br' })
    host.registerSpecimen({ id: 'later' }, () => ({ shape: [1, 1, 1], data: new Uint8Array(1) }), {
      returns: 'volume',
    })
    const after = await ask('/api/specimens/', { 'accept-encoding': 'br' })
    expect(before.bytes.toString()).not.toContain('"later"')
    expect(after.bytes.toString()).toContain('"later"')
  })
})
