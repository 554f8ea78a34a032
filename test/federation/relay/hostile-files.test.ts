/**
 * Files of a hostile worker, played from PROTOCOL.md against a real relay: headers and statuses that are not
 * a worker's to send, and bytes that are not what was announced.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { Frame } from '../scripted-peer.ts'
import { triangle } from '../scripted-worker.ts'
import { expectClosing, useHostileRelay } from './hostile-harness.ts'

const scene = useHostileRelay()

describe('files of a hostile worker', () => {
  beforeEach(async () => {
    scene.evil = await scene.relay.join('evil')
  })
  const opened = (id: number, members: object = {}) => ({
    type: 'opened',
    id,
    status: 200,
    headers: {},
    bytes: 48,
    ...members,
  })
  /** Asks for the file and lets the worker answer it so; resolves with what the client gets. */
  async function answerFetch(answer: (fetch: Frame) => void): Promise<Response> {
    const response = scene.relay.api.get('/api/specimens/evil:rock/data')
    answer(await scene.evil.next('fetch'))
    return await response
  }

  it.each([
    ['a line break', { etag: '"a"\r\nset-cookie: a=b' }],
    ['a null', { etag: 'a\0' }],
    ['a name with a colon', { 'a:b': 'c' }],
    ['a name in capitals', { ETag: '"a"' }],
    ['a value that is no text', { etag: 7 }],
  ])('is told protocol when a header has %s', async (_, headers) => {
    const response = await answerFetch(({ id }) => scene.evil.send(opened(id, { headers })))
    expect([502, 503]).toContain(response.status)
    expect(((await response.json()) as Frame).detail).toContain('evil')
    await expectClosing(scene.evil, 'protocol', /header/)
  })
  it.each([101, 201, 301, 302, 401, 500, 999])('is told protocol when the status is %d', async (status) => {
    const response = await answerFetch(({ id }) =>
      scene.evil.send(opened(id, { status, headers: { location: 'http://127.0.0.1:1/' } })),
    )
    expect([502, 503]).toContain(response.status)
    await expectClosing(scene.evil, 'protocol', /status/)
  })
  it('passes on no header that is the relay’s to say', async () => {
    const headers = {
      'content-type': 'model/stl',
      'content-length': '7',
      'content-disposition': 'inline; filename="../../evil.html"',
      'set-cookie': 'a=b',
      location: 'http://127.0.0.1:1/',
      'access-control-allow-origin': '*',
      'transfer-encoding': 'chunked',
      'x-content-type-options': 'off',
    }
    const response = await answerFetch(({ id }) => {
      scene.evil.send(opened(id, { headers }))
      scene.evil.sendStream(id, triangle)
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(triangle)
    for (const name of ['set-cookie', 'location', 'access-control-allow-origin'])
      expect(response.headers.get(name), name).toBeNull()
    expect(response.headers.get('content-length')).toBe('48')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="rock.stl"')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
  it.each<[string, (id: number) => void]>([
    ['is shorter than announced', (id) => scene.evil.sendStream(id, triangle.subarray(0, 40))],
    [
      'has a wrong checksum',
      (id) => {
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 40))
        scene.evil.send({ type: 'end', id, bytes: 48, crc32: 1 })
      },
    ],
    [
      'fails in the middle',
      (id) => {
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 40))
        scene.evil.send({ type: 'failed', id, code: 'file.missing', detail: 'gone', stack: null, issues: [] })
      },
    ],
    ['is longer than announced', (id) => scene.evil.sendChunk(id, 0, Buffer.alloc(49))],
    ['has a gap', (id) => scene.evil.sendChunk(id, 4, triangle.subarray(4))],
    [
      'is lost with the worker',
      (id) => {
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 40))
        scene.evil.terminate()
      },
    ],
  ])('never looks whole to its client when one %s', async (_, answer) => {
    const response = await answerFetch(({ id }) => {
      scene.evil.send(opened(id))
      answer(id)
    })
    if (response.status !== 200) {
      // As the failure says, when nothing was sent before it.
      expect([404, 502, 503]).toContain(response.status)
      expect([response.headers.get('etag'), response.headers.get('content-disposition')]).toEqual([
        null,
        null,
      ])
    } else await expect(response.arrayBuffer()).rejects.toThrow()
  })
  it('is told protocol when it sends more than the file’s window', async () => {
    const size = 64 * 2 ** 20
    const controller = new AbortController()
    // Its body is never read, so that the credit stays what the first bytes made it.
    const response = fetch(`${scene.relay.url}/api/specimens/evil:rock/data`, { signal: controller.signal })
    const { id } = await scene.evil.next('fetch')
    scene.evil.send(opened(id, { bytes: size }))
    for (let at = 0; at < size; at += 262_144) scene.evil.sendChunk(id, at, Buffer.alloc(262_144))
    await expectClosing(scene.evil, 'protocol', /window/)
    controller.abort()
    await response.catch(() => {}) // aborted before or after its first bytes
  })
  it('is asked nothing for a specimen that it does not have', async () => {
    await expectProblem(await scene.relay.api.get('/api/specimens/evil:nobody/data'), 404, 'specimen.unknown')
    await expectProblem(
      await scene.relay.api.get('/api/specimens/evil:rock/thumbnail'),
      404,
      'thumbnail.none',
    )
    expect(scene.evil.unread).toEqual([])
  })
})
