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
