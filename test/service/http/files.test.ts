/** Files that callers bring as data: over sockets, with tokens, in chunks and cut. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { Body } from '../../support/api.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeTokens } from '../../support/write-tokens.ts'

const source = `
export const measure = (mesh, factor) => ({ points: Float32Array.of(mesh.vertices.length, mesh.vertices[3], factor) })
export const block = () => ({ shape: [2, 1, 1], data: Int16Array.of(3, 4), spacing: [2, 1, 1] })
export const move = (mesh) => mesh
`
/** A triangle whose second corner is at `x`. */
const toPly = (x: number): string =>
  [
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z',
    `element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n${x} 0 0\n0 1 0\n3 0 1 2\n`,
  ].join('\n')
const toHash = (text: string): string => createHash('sha256').update(text).digest('hex')
const absent = 'f'.repeat(64)

let host: Host
let address: string
let runs: string[]
let textOfToken: (name: string) => string

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const mesh = toDataSchema(['mesh'])
  makeBundle(folder, {
    name: 'shapes',
    source,
    functions: [
      {
        name: 'measure',
        returns: 'point_cloud',
        properties: { mesh, factor: { type: 'number', default: 1 } },
        required: ['mesh'],
      },
      { name: 'move', returns: 'mesh', properties: { mesh }, required: ['mesh'] },
      { name: 'block', returns: 'volume' },
    ],
  })
  runs = []
  const logDestination = {
    write: (line: string) => {
      const { cache, function: name, msg } = JSON.parse(line)
      if (msg === 'cache miss' && cache) runs.push(name)
    },
  }
  const written = writeTokens({ ada: {}, bob: {}, reader: { scopes: ['read'] } })
  textOfToken = written.textOfToken
  const { tokens } = written
  host = await createHost({
    plugins: folder,
    specimens: '',
    tokens,
    port: 0,
    fileBytes: 2 ** 22,
    logDestination,
  })
  address = await host.listen()
})
afterAll(async () => {
  await host.close()
})

const bearer = (name: string) => ({ authorization: `Bearer ${textOfToken(name)}` })
const bring = async (caller: string, body: BodyInit, query = 'name=a.ply', headers = {}) => {
  const init = { method: 'POST', body, headers: { ...bearer(caller), ...headers }, duplex: 'half' } as const
  const answer = await fetch(`${address}/api/files?${query}`, init)
  return { status: answer.status, body: (await answer.json()) as Body }
}
const find = async (caller: string, hash: string, method = 'GET') => {
  const answer = await fetch(`${address}/api/files/${hash}`, { method, headers: bearer(caller) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Body) }
}
const measure = async (caller: string, params: object) => {
  const query = `params=${encodeURIComponent(JSON.stringify(params))}`
  const headers = { ...bearer(caller), accept: 'application/json' }
  const answer = await fetch(`${address}/api/specimens/measure/data?${query}`, { headers })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const readHeld = async (): Promise<number> => {
  const text = (await host.inject({ url: '/metrics', headers: bearer('ada') })).body
  return Number(/specimen_host_held_bytes\{what="files"\} (\d+)/.exec(text)?.[1])
}

describe('POST /api/files', () => {
  it('takes bytes of any type, and parameters refer to them', async () => {
    const text = toPly(5)
    const file = toHash(text)
    for (const type of ['application/octet-stream', 'application/json', 'text/plain', 'nonsense/none']) {
      const { status, body } = await bring('ada', text, 'name=a.ply', { 'content-type': type })
      expect([status, body]).toEqual([
        200,
        { file, name: 'a.ply', bytes: text.length, kind: 'mesh', expires: expect.stringMatching(/^20.*Z$/) },
      ])
    }
    expect((await measure('ada', { mesh: { file } })).body.points).toEqual([9, 5, 1])
    expect((await measure('ada', { mesh: { file, name: 'b.ply' }, factor: 2 })).body.points).toEqual([
      9, 5, 2,
    ])
    const inner = { process: 'move', inputs: { mesh: { file } } }
    expect((await measure('ada', { mesh: inner, factor: 3 })).body.points).toEqual([9, 5, 3])
  })

  it('takes them in chunks, without a type, and with a name in Content-Disposition', async () => {
    const text = toPly(6)
    const stream = new Blob([text]).stream()
    const disposition = "attachment; filename=x.csv; filename*=UTF-8''r%C3%B6hre.ply"
    const { status, body } = await bring('ada', stream, '', { 'content-disposition': disposition })
    expect([status, body.file, body.name]).toEqual([200, toHash(text), 'röhre.ply'])
  })

  it.each([
    ['name=..%2F..%2Fetc%2Fa.ply', 'a.ply'],
    ['name=C:%5Ctemp%5Ca.ply', 'a.ply'],
    ['name=a%0d%0ab%00.ply', 'a__b_.ply'],
    ['name=', ''],
    ['', ''],
  ])('makes of the name %j a name', async (query, name) => {
    expect((await bring('ada', toPly(7), query)).body.name).toBe(name)
  })

  it.each([
    [
      'a name that is too long',
      toPly(1),
      `name=${'a'.repeat(256)}`,
      {},
      400,
      'at most 255 characters (got 256)',
    ],
    ['another name of the query', toPly(1), 'nam=a.ply', {}, 400, 'did you mean name?'],
    ['a coding', toPly(1), 'name=a.ply', { 'content-encoding': 'gzip' }, 415, 'must come as it is'],
    ['no bytes', '', 'name=a.csv', {}, 406, 'It is empty'],
    ['an unknown format', '{"a": 1}', 'name=a.json', {}, 406, 'none of the formats that can be shown'],
    ['a damaged file', 'solid', 'name=a.png', {}, 406, 'Its name is that of PNG'],
    ['more than the host takes', 'a'.repeat(2 ** 22 + 1), 'name=a.csv', {}, 413, '(--file-bytes)'],
  ])('refuses %s, and keeps nothing of it', async (_, text, query, headers, status, detail) => {
    const before = await readHeld()
    const answer = await bring('ada', text, query, headers)
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)])
    expect(await readHeld()).toBe(before)
  })

  it('says of a body in chunks that it is too large, also where its caller holds something', async () => {
    const text = toPly(90)
    await bring('bob', text)
    const before = await readHeld()
    const refused = async (bytes: number) => {
      const { status, body } = await bring('bob', new Blob([Buffer.alloc(bytes)]).stream(), 'name=a.csv')
      expect(await readHeld()).toBe(before)
      return [status, body.code]
    }
    expect(await refused(2 ** 22 + 1)).toEqual([413, 'body.large'])
    expect(await refused(2 ** 22 - 1)).toEqual([503, 'host.busy']) // which another time it may be
    expect((await find('bob', toHash(text), 'DELETE')).status).toBe(204)
  })

  it('is for callers who may invoke', async () => {
    const { status, body } = await bring('reader', toPly(1))
    expect([status, body.code]).toEqual([403, 'scope.missing'])
    expect((await find('reader', absent)).status).toBe(403)
  })

  it('keeps nothing of a body that is cut, or longer than it says', async () => {
    const before = await readHeld()
    const { port } = new URL(address)
    const head = `POST /api/files?name=a.ply HTTP/1.1\r\nhost: localhost\r\nauthorization: ${bearer('bob').authorization}\r\n`
    const cut = connect(Number(port), '127.0.0.1')
    cut.write(`${head}content-length: 100000\r\n\r\nply\n`)
    await expect.poll(readHeld).toBe(before + 100_000)
    cut.destroy()
    await expect.poll(readHeld).toBe(before)
    const long = connect(Number(port), '127.0.0.1')
    const text = toPly(99)
    long.write(`${head}content-length: ${text.length}\r\n\r\n${text}GARBAGE\r\n\r\n`)
    const pieces: string[] = []
    long.on('data', (piece) => pieces.push(piece.toString()))
    await once(long, 'close')
    expect(pieces.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expect((await find('bob', toHash(text))).body?.bytes).toBe(text.length)
    expect((await find('bob', toHash(text), 'DELETE')).status).toBe(204)
  })
})

describe('a file that was brought', () => {
  it('is there for those who have brought it, and for others as one that is not there', async () => {
    const text = toPly(8)
    const file = toHash(text)
    await bring('ada', text)
    expect((await find('ada', file)).body).toMatchObject({ file, kind: 'mesh' })
    expect((await find('ada', file, 'HEAD')).status).toBe(200)
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const foreign = await find('bob', file, method)
      const none = await find('bob', absent, method)
      expect(foreign.status).toBe(404)
      expect(JSON.stringify(foreign).replaceAll(file, '')).toBe(JSON.stringify(none).replaceAll(absent, ''))
    }
    expect((await measure('ada', { mesh: { file } })).status).toBe(200)
    const refused = await measure('bob', { mesh: { file } })
    expect([refused.status, refused.body.code]).toEqual([404, 'file.missing'])
    const none = await measure('bob', { mesh: { file: absent } })
    expect(refused.body.detail.replace(file, '')).toBe(none.body.detail.replace(absent, ''))
    await bring('bob', text, 'name=mine.ply')
    expect((await find('ada', file, 'DELETE')).status).toBe(204)
    expect((await measure('ada', { mesh: { file } })).status).toBe(404)
    expect((await measure('bob', { mesh: { file } })).status).toBe(200)
    expect((await find('bob', file)).body?.name).toBe('mine.ply')
  })

  it('is decoded once for all who have brought it', async () => {
    const text = toPly(9)
    const mesh = { file: toHash(text) }
    await Promise.all([bring('ada', text), bring('bob', text, 'name=other.PLY')])
    runs = []
    await measure('ada', { mesh })
    await measure('bob', { mesh, factor: 5 })
    expect(runs.sort()).toEqual(['measure', 'measure', 'the file'])
  })

  it.each([
    [{ file: toHash(toPly(10)), name: 'a.stl' }, 'must be a file with .ply, as it was brought'],
    [{ process: 'move', inputs: { mesh: { file: 'no hash' } } }, 'must be the SHA-256 of the bytes'],
    [{ file: toHash(toPly(10)), part: 'a' }, 'must be left out: the parts of a file have no address'],
    [
      { file: toHash('x,y,z\n1,2,3\n4,5,6\n') },
      'must be a mesh for measure, and points.csv gives a point cloud',
    ],
  ])('is refused as %j before anything runs', async (mesh, detail) => {
    await bring('ada', toPly(10))
    await bring('ada', 'x,y,z\n1,2,3\n4,5,6\n', 'name=points.csv')
    runs = []
    const { status, body } = await measure('ada', { mesh })
    expect([status, body.detail]).toEqual([422, expect.stringContaining(detail)])
    expect(runs).toEqual([])
  })

  it('fails by name where its end is another than its beginning says', async () => {
    const text = toPly(11).replace('3 0 1 2\n', '')
    await bring('ada', text, 'name=secret-patient.ply')
    const { status, body } = await measure('ada', { mesh: { file: toHash(text) } })
    expect([status, body.code]).toEqual([406, 'file.undecodable'])
    expect(body.detail).toContain('"file.ply"')
    expect(body.detail).not.toContain('secret')
  })
})

describe('PUT /api/files/{file}', () => {
  const text = toPly(70).padEnd(3000, '\n')
  const hash = toHash(text)
  const put = async (caller: string, range: string | undefined, body: BodyInit, more = {}) => {
    const headers = { ...bearer(caller), ...(range && { 'content-range': range }), ...more }
    const url = `${address}/api/files/${hash}?name=a.ply`
    const answer = await fetch(url, { method: 'PUT', body, headers, duplex: 'half' } as RequestInit)
    const read = await answer.text()
    return {
      status: answer.status,
      offset: answer.headers.get('upload-offset'),
      body: read === '' ? undefined : (JSON.parse(read) as Body),
    }
  }
  const ask = async (caller: string, method = 'HEAD') => {
    const answer = await fetch(`${address}/api/files/${hash}`, { method, headers: bearer(caller) })
    const read = (name: string) => answer.headers.get(name)
    return [answer.status, read('upload-offset'), read('upload-complete'), read('upload-length')]
  }
  const none = [404, null, null, null]

  it('takes a file in pieces, and HEAD says how far it is without saying that it is there', async () => {
    expect(await ask('ada')).toEqual(none)
    const first = await put('ada', 'bytes 0-999/3000', text.slice(0, 1000))
    expect([first.status, first.offset, first.body]).toEqual([204, '1000', undefined])
    expect(await ask('ada')).toEqual([404, '1000', '?0', '3000'])
    expect(await ask('ada', 'GET')).toEqual([404, '1000', '?0', '3000'])
    expect(await ask('bob')).toEqual(none)
    expect((await measure('ada', { mesh: { file: hash } })).body.code).toBe('file.missing')
    const chunked = new Blob([text.slice(1000, 1500)]).stream()
    expect((await put('ada', 'bytes 1000-1499/3000', chunked)).offset).toBe('1500')
    const last = await put('ada', 'bytes 1500-2999/3000', text.slice(1500))
    expect([last.status, last.body]).toEqual([200, (await find('ada', hash)).body])
    expect(last.body).toMatchObject({ file: hash, name: 'a.ply', bytes: 3000, kind: 'mesh' })
    expect(await ask('ada')).toEqual([200, null, null, null])
    expect((await measure('ada', { mesh: { file: hash } })).body.points).toEqual([9, 70, 1])
    expect((await put('ada', 'bytes 2000-2999/3000', text.slice(2000))).status).toBe(200) // is there already
    expect((await find('ada', hash, 'DELETE')).status).toBe(204)
  })

  it.each([
    ['bytes 500-1499/3000', 1000, 409, 'piece.displaced', 'goes on at byte 1000'],
    ['bytes 2000-2999/3000', 1000, 409, 'piece.displaced', 'goes on at byte 1000'],
    ['bytes 1000-1999/4000', 1000, 416, 'piece.outside', 'was begun as one of 3000 bytes'],
    ['bytes 2000-3000/3000', 1001, 416, 'piece.outside', 'a last one before the length'],
    ['bytes 2000-1999/3000', 1, 416, 'piece.outside', 'not behind the last'],
    ['bytes 1000-1999/3000', 999, 400, 'request.invalid', 'must have the 1000 bytes'],
    ['bytes 1000-1999/3000', 1001, 400, 'request.invalid', 'Content-Length is 1001'],
    ['bytes 1000-1999/*', 1000, 400, 'request.invalid', 'must have the form'],
    ['1000-1999/3000', 1000, 400, 'request.invalid', 'must have the form'],
    ['bytes 1e3-1999/3000', 1000, 400, 'request.invalid', 'must have the form'],
    [`bytes 0-${'9'.repeat(15)}/${'9'.repeat(16)}`, 10, 400, 'request.invalid', 'must have the form'],
  ])(
    'refuses %j with %d bytes, and says where the file goes on',
    async (range, bytes, status, code, detail) => {
      await put('ada', 'bytes 0-999/3000', text.slice(0, 1000))
      const before = await readHeld()
      const refused = await put('ada', range, 'a'.repeat(bytes))
      expect([refused.status, refused.body?.code, refused.offset]).toEqual([status, code, '1000'])
      expect(refused.body?.detail).toContain(detail)
      expect(await readHeld()).toBe(before)
      expect((await find('ada', hash, 'DELETE')).status).toBe(204)
      expect((await find('ada', hash, 'DELETE')).status).toBe(404)
    },
  )

  it('does not know the pieces of others', async () => {
    await put('ada', 'bytes 0-999/3000', text.slice(0, 1000))
    const foreign = await put('bob', 'bytes 1000-2999/3000', text.slice(1000))
    expect([foreign.status, foreign.body?.code, foreign.offset]).toEqual([409, 'piece.displaced', '0'])
    expect((await find('bob', hash, 'DELETE')).status).toBe(404)
    expect(await ask('ada')).toEqual([404, '1000', '?0', '3000'])
    expect((await put('reader', 'bytes 1000-2999/3000', text.slice(1000))).status).toBe(403)
    await find('ada', hash, 'DELETE')
  })

  it('refuses another file than its hash says, in pieces and whole, and keeps nothing of it', async () => {
    const before = await readHeld()
    const other = text.replace('70', '71')
    await put('ada', 'bytes 0-999/3000', other.slice(0, 1000))
    const last = await put('ada', 'bytes 1000-2999/3000', other.slice(1000))
    expect([last.status, last.body?.code, last.offset]).toEqual([422, 'file.altered', '0'])
    expect(last.body?.detail).toContain(toHash(other))
    await put('ada', 'bytes 0-999/3000', text.slice(0, 1000))
    const whole = await put('ada', undefined, other) // which begins it again
    expect([whole.status, whole.body?.code]).toEqual([422, 'file.altered'])
    expect(await ask('ada')).toEqual(none)
    expect(await readHeld()).toBe(before)
    const chunked = await put('ada', undefined, new Blob([other]).stream())
    expect([chunked.status, chunked.body?.code]).toEqual([422, 'file.altered'])
    expect((await put('ada', undefined, text)).body?.file).toBe(hash)
    expect((await find('ada', hash, 'DELETE')).status).toBe(204)
  })

  it.each([
    ['no hash', 'a.ply', 400, 'must end in the SHA-256'],
    ['a hash in capitals', hash.toUpperCase(), 400, 'digits from 0-9 and a-f'],
  ])('refuses an address with %s', async (_, file, status, detail) => {
    const init = { method: 'PUT', body: 'a', headers: bearer('ada') }
    const answer = await fetch(`${address}/api/files/${file}`, init)
    expect([answer.status, (await answer.json()).detail]).toEqual([status, expect.stringContaining(detail)])
  })

  it('keeps what has come where the connection breaks', async () => {
    const before = await readHeld()
    const { port } = new URL(address)
    const cut = connect(Number(port), '127.0.0.1')
    cut.write(
      `PUT /api/files/${hash}?name=a.ply HTTP/1.1\r\nhost: localhost\r\nauthorization: ` +
        `${bearer('bob').authorization}\r\ncontent-range: bytes 0-2999/3000\r\ncontent-length: 3000\r\n\r\n`,
    )
    cut.write(text.slice(0, 1200))
    await expect.poll(() => ask('bob')).toEqual([404, '1200', '?0', '3000'])
    cut.destroy()
    const rest = await put('bob', 'bytes 1200-2999/3000', text.slice(1200))
    expect([rest.status, rest.body?.bytes]).toEqual([200, 3000])
    expect((await find('bob', hash, 'DELETE')).status).toBe(204)
    expect(await readHeld()).toBe(before)
  })
})
