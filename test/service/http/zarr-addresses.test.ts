/** The addresses of Zarr stores: calls and tickets in a path, conditions and ranges, and what asking costs. */
import { once } from 'node:events'
import { get, request } from 'node:http'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as zarr from 'zarrita'
import { type Body, expectProblem } from '../../support/api.ts'

const token = 'the token of these tests, long enough'
const lines: string[] = []
let host: Host
let url: string
let runs = 0
let surfaces = 0

beforeAll(async () => {
  host = await createHost({
    plugins: 'nowhere',
    specimens: 'nowhere',
    port: 0,
    token,
    logLevel: 'debug',
    logFormat: 'json',
    logDestination: { write: (line: string) => void lines.push(line) },
  })
  const properties = { side: { type: 'integer', default: 4, minimum: 1, maximum: 256 } } as const
  host.registerSpecimen(
    { id: 'cube' },
    (side: number) => {
      runs++
      const data = Uint8Array.from({ length: side ** 3 }, (_, i) => i % 255)
      return { shape: [side, side, side], data }
    },
    { returns: 'volume', schema: { type: 'object', properties } },
  )
  host.registerSpecimen(
    { id: 'surface' },
    () => {
      surfaces++
      return { vertices: new Float32Array(9), indices: new Uint32Array(3) }
    },
    { returns: 'mesh' },
  )
  url = await host.listen()
})
afterAll(async () => await host.close())

const authorization = { authorization: `Bearer ${token}` }
const pathOf = (id: string, path: string): string => `/api/specimens/${id}/zarr/${path}`
const ask = (
  path: string,
  headers: { readonly [name: string]: string } = {},
  id = 'cube',
): Promise<Response> => fetch(url + pathOf(id, path), { headers: { ...authorization, ...headers } })
const askShape = async (path: string): Promise<Body> => (await (await ask(path)).json()).shape
const toBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

async function makeTicket(body: object = {}): Promise<string> {
  const headers = { ...authorization, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/tickets`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()).ticket
}

/** Returns the bytes of an answer as they come over the line, without a coding. */
async function countBytes(path: string): Promise<{ status: number; bytes: number }> {
  const [answer] = await once(get(url + pathOf('cube', path), { headers: authorization }), 'response')
  let bytes = 0
  for await (const piece of answer) bytes += piece.length
  return { status: answer.statusCode, bytes }
}

describe('a call in a path', () => {
  it.each([
    ['JSON', `params=${encodeURIComponent('{"side":6}')}/0/zarr.json`],
    ['JSON as it is', 'params={"side":6}/0/zarr.json'],
    ['base64url', `params=${toBase64({ side: 6 })}/0/zarr.json`],
    ['base64url with an escaped sign', `params%3D${toBase64({ side: 6 })}/0/zarr.json`],
    ['a room behind it', `params=${toBase64({ side: 6 })}/room_id=lab/0/zarr.json`],
    ['a name for clients behind it', `params=${toBase64({ side: 6 })}/cube.ome.zarr/0/zarr.json`],
    ['a query', '0/zarr.json?params={"side":6}'],
  ])('has its parameters as %s', async (_, path) => {
    expect(await askShape(path)).toEqual([6, 6, 6])
  })

  it('has its defaults without any', async () => {
    expect(await askShape('0/zarr.json')).toEqual([4, 4, 4])
    expect(await askShape('params=/cube.zarr/0/zarr.json')).toEqual([4, 4, 4])
  })

  it.each([
    ['params=[1]/zarr.json', 400, 'request.invalid'],
    [`params=${toBase64([1])}/zarr.json`, 400, 'json.syntax'],
    ['params=abc/zarr.json', 400, 'json.syntax'],
    [`params=${toBase64({ side: 6 })}/params=${toBase64({ side: 7 })}/zarr.json`, 400, 'request.invalid'],
    ['params={}/zarr.json?params={}', 400, 'request.invalid'],
    [`params=${toBase64({ side: 0 })}/zarr.json`, 422, 'params.invalid'],
    [`params=${toBase64({ sides: 6 })}/zarr.json`, 422, 'params.invalid'],
    ['zarr.json?side=6', 400, 'request.invalid'],
    ['part=scan/zarr.json', 404, 'part.unknown'],
    ['room_id=../zarr.json', 400, 'room.invalid'],
    ['room_id=%00/zarr.json', 400, 'room.invalid'],
  ])('is refused at %s', async (path, status, code) => {
    await expectProblem(await ask(path), status, code)
  })
})

describe('a key', () => {
  it.each([
    '',
    'zarr',
    '.zattrs',
    'zarr.json/',
    '0/c/0/0',
    '0/c/0/0/0/0',
    '0/c/0/0/1',
    '0/c/-1/0/0',
    '0/c/00/0/0',
    '0/c/999999999/0/0',
    '0/c/99999999999999999999/0/0',
    '1/zarr.json',
    '1/c/0/0/0',
    '01/zarr.json',
    'labels/zarr.json',
    'labels/labels/zarr.json',
    'labels/../zarr.json/x',
    '__proto__/zarr.json',
    'a.zarr/b.zarr/zarr.json',
    'x'.repeat(3000),
  ])('that is not there is a 404: %s', async (path) => {
    const { detail } = await expectProblem(
      await ask(path === 'zarr.json/' ? 'zarr.json//' : path),
      404,
      'route.unknown',
    )
    expect(detail.length).toBeLessThan(300)
  })

  it('that no store has computes nothing, nor does a store of a mesh', async () => {
    const before = runs
    await expectProblem(await ask(`params=${toBase64({ side: 9 })}/0/c/x`), 404, 'route.unknown')
    expect(runs).toBe(before)
    await expectProblem(await ask('zarr.json', {}, 'surface'), 406, 'form.unavailable')
    expect(surfaces).toBe(0)
    await expectProblem(await ask('zarr.json', {}, 'absent'), 404, 'specimen.unknown')
  })

  it('takes GET and HEAD alone', async () => {
    const answer = await fetch(url + pathOf('cube', 'zarr.json'), { method: 'PUT', headers: authorization })
    await expectProblem(answer, 405, 'method.refused')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('an answer', () => {
  it('has a tag, and is not sent again to a client that has it', async () => {
    for (const path of ['zarr.json', '0/zarr.json', '0/c/0/0/0']) {
      const plain = { 'accept-encoding': 'identity' }
      const answer = await ask(path, plain)
      const etag = answer.headers.get('etag') ?? ''
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect((await ask(path, { ...plain, 'if-none-match': etag })).status).toBe(304)
      await expectProblem(await ask(path, { ...plain, 'if-match': '"other"' }), 412, 'condition.failed')
      const head = await fetch(url + pathOf('cube', path), {
        method: 'HEAD',
        headers: { ...authorization, ...plain },
      })
      expect(head.headers.get('content-length')).toBe(String((await answer.arrayBuffer()).byteLength))
    }
  })

  it('is the part that Range asks for, or 416', async () => {
    const whole = Array.from(new Uint8Array(await (await ask('0/c/0/0/0')).arrayBuffer()))
    expect(whole).toEqual([...Array(64).keys()])
    const readPart = async (range: string, more = {}) => {
      const answer = await ask('0/c/0/0/0', { range, ...more })
      const bytes = Array.from(new Uint8Array(await answer.arrayBuffer()))
      return [answer.status, answer.headers.get('content-range'), bytes] as const
    }
    expect(await readPart('bytes=2-4')).toEqual([206, 'bytes 2-4/64', [2, 3, 4]])
    expect(await readPart('bytes=62-')).toEqual([206, 'bytes 62-63/64', [62, 63]])
    expect(await readPart('bytes=60-900')).toEqual([206, 'bytes 60-63/64', [60, 61, 62, 63]])
    expect(await readPart('bytes=-1')).toEqual([206, 'bytes 63-63/64', [63]])
    expect(await readPart('bytes=-900')).toEqual([206, 'bytes 0-63/64', whole])
    expect(await readPart('bytes=64-70')).toEqual([416, 'bytes */64', []])
    expect(await readPart('bytes=-0')).toEqual([416, 'bytes */64', []])
    for (const range of ['bytes=5-4', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      expect(await readPart(range)).toEqual([200, null, whole])
    expect(await readPart('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, null, whole])
  })

  it('is compressed where the client takes that, and then has a tag of its own', async () => {
    const path = `params=${toBase64({ side: 64 })}/0/c/0/0/0`
    const [plain, packed] = [
      await ask(path, { 'accept-encoding': 'identity' }),
      await ask(path, { 'accept-encoding': 'br' }),
    ]
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      null,
      'br',
    ])
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'))
    expect(await packed.arrayBuffer()).toEqual(await plain.arrayBuffer())
  })
})

it('a slice of 256³ moves at most half as much again as its bytes', async () => {
  const call = `params=${toBase64({ side: 256 })}/room_id=large`
  let moved = 0
  const store = {
    get: async (key: string) => {
      const { status, bytes } = await countBytes(call + key)
      if (status === 404) return undefined
      moved += bytes
      return new Uint8Array(await (await ask(call + key)).arrayBuffer())
    },
  }
  const array = await zarr.open.v3(zarr.root(store).resolve('0'), { kind: 'array' })
  const { data, shape } = await zarr.get(array, [100, null, null])
  expect(shape).toEqual([256, 256])
  expect(Array.from((data as Uint8Array).subarray(0, 3))).toEqual(
    [0, 1, 2].map((i) => (100 * 65536 + i) % 255),
  )
  expect(moved).toBeGreaterThanOrEqual(65536)
  expect(moved).toBeLessThanOrEqual(1.5 * 65536)
})

describe('a ticket in a path', () => {
  it('lets a client without headers read, in its own room', async () => {
    const ticket = await makeTicket({ room_id: 'lab' })
    const root = zarr.root(
      new zarr.FetchStore(`${url}${pathOf('cube', `ticket=${ticket}/params=${toBase64({ side: 5 })}`)}`),
    )
    const array = await zarr.open.v3(root.resolve('0'), { kind: 'array' })
    expect((await zarr.get(array)).data).toEqual(Uint8Array.from({ length: 125 }, (_, i) => i % 255))
    const other = await fetch(url + pathOf('cube', `room_id=elsewhere/ticket=${ticket}/zarr.json`))
    await expectProblem(other, 403, 'room.refused')
    const escaped = await fetch(url + pathOf('cube', `ticket%3D${encodeURIComponent(ticket)}/zarr.json`))
    expect(escaped.status).toBe(200)
  })

  it('goes before the header, and is refused where it is none, cut or for less', async () => {
    const [ticket, reading] = [await makeTicket(), await makeTicket({ scopes: ['read'], room_id: 'readers' })]
    await expectProblem(await ask(`ticket=${ticket.slice(0, -2)}/zarr.json`), 401, 'token.refused')
    await expectProblem(await ask(`ticket=${encodeURIComponent(token)}/zarr.json`), 401, 'token.refused')
    await expectProblem(await ask('ticket=/zarr.json'), 401, 'token.refused')
    await expectProblem(await ask(`ticket=${reading}/zarr.json`), 403, 'scope.missing')
    const withoutAny = await fetch(url + pathOf('cube', 'zarr.json'))
    await expectProblem(withoutAny, 401, 'token.missing')
    // It is one of these addresses alone.
    await expectProblem(await fetch(`${url}/api/specimens/cube/ticket=${ticket}/data`), 401, 'token.missing')
  })

  it('stands in no line of the log and in no answer, whatever the request comes to', async () => {
    const ticket = await makeTicket()
    const [, secret = ''] = ticket.split('.')
    const texts = []
    for (const path of [
      `ticket=${ticket}/zarr.json`,
      `ticket=${ticket}/nothing`,
      `ticket=${ticket}/params=[/zarr.json`,
      `a.zarr/ticket=${ticket}/zarr.json`,
      `ticket=${ticket}/ticket=${ticket}/zarr.json`,
      `ticket=${ticket.slice(0, -2)}/zarr.json`,
    ]) {
      const answer = await fetch(url + pathOf('cube', path), { method: path.includes('[') ? 'POST' : 'GET' })
      texts.push(await answer.text(), JSON.stringify([...answer.headers]))
    }
    const found = await ask('zarr.json', { 'x-request-id': 'the-last-of-all' })
    await found.arrayBuffer()
    await expect.poll(() => lines.join('')).toContain('the-last-of-all')
    expect(lines.join('')).toContain('/api/specimens/:specimen_id/zarr/*')
    for (const text of [...lines, ...texts]) expect(text).not.toContain(secret.slice(0, -2))
  })
})

it('thousands of chunks that are asked for and left hold nothing, and the host answers meanwhile', async () => {
  const call = `params=${toBase64({ side: 200 })}/room_id=left`
  await (await ask(`${call}/zarr.json`)).arrayBuffer()
  const count = 2000
  let closed = 0
  for (let i = 0; i < count; i++) {
    const path = `${call}/${i % 2 === 0 ? 1 : 2}/c/${i % 3}/0/0`
    const left = request(url + pathOf('cube', path), { headers: authorization })
    left.on('error', () => {}).once('close', () => closed++)
    left.once('socket', (socket) => socket.once('connect', () => setImmediate(() => left.destroy())))
    left.end()
    if (i % 500 === 499) expect((await fetch(`${url}/livez`)).status).toBe(200)
  }
  await expect.poll(() => closed).toBe(count)
  const readHeld = async (): Promise<string> => {
    const text = await (await fetch(`${url}/metrics`, { headers: authorization })).text()
    return /^specimen_host_held_bytes\{what="answers"\} (\S+)$/m.exec(text)?.[1] ?? text
  }
  await expect.poll(readHeld).toBe('0')
  expect((await ask(`${call}/2/c/0/0/0`)).status).toBe(200)
})
