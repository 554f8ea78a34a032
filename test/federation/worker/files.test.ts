/**
 * Files of a worker's specimens, fetched by a relay played by the test from PROTOCOL.md: whole, in part, and
 * over a lost link.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Specimen } from '../../../core/contract/domain/specimen.ts'
import type { Frame } from '../scripted-peer.ts'
import type { ScriptedRelayPeer } from '../scripted-relay.ts'
import { plainSpecimen } from '../worker-harness.ts'
import { open, readTo, reconnect, settle } from './scripted-relay-harness.ts'

describe('files of a worker', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 17) % 249))

  async function openRock() {
    const folder = await mkdtemp(join(tmpdir(), 'worker-files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'rock.stl'), bytes)
    const rock: Specimen = {
      kind: 'static',
      id: 'rock',
      ...plainSpecimen,
      data: { kind: 'file', folder, name: 'rock.stl' },
      thumbnail: { kind: 'bytes', mediaType: 'image/png', bytes: Uint8Array.of(1, 2, 3), name: null },
    }
    return await open([], [rock])
  }

  async function fetchAll(
    peer: ScriptedRelayPeer,
    id: number,
    members: object,
  ): Promise<{ opened: Frame; body: Buffer; end: Frame }> {
    peer.fetch(id, 'rock', { window: 2 ** 30, ...members })
    const opened = await peer.next()
    const body = await readTo(peer, id, 0, opened.bytes ?? 0)
    return { opened, body, end: await peer.next() }
  }

  it('come whole, with media type and validators and nothing else of their headers', async () => {
    const { peer } = await openRock()
    const { opened, body, end } = await fetchAll(peer, 1, {})
    expect(opened).toMatchObject({ type: 'opened', id: 1, status: 200, bytes: bytes.length })
    expect(opened.headers).toEqual({
      'content-type': 'model/stl',
      etag: expect.stringMatching(/^W\/".+"$/),
      'last-modified': expect.any(String),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=0',
    })
    expect(body.equals(bytes)).toBe(true)
    expect(end).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
  })

  it('come in part, not at all, or as a refusal, as their headers ask', async () => {
    const { peer } = await openRock()
    const part = await fetchAll(peer, 1, { headers: { range: 'bytes=6-9' } })
    expect(part.opened).toMatchObject({
      status: 206,
      bytes: 4,
      headers: { 'content-range': `bytes 6-9/${bytes.length}` },
    })
    expect(part.body.equals(bytes.subarray(6, 10))).toBe(true)
    const same = await fetchAll(peer, 2, { headers: { 'if-none-match': part.opened.headers.etag } })
    expect(same).toMatchObject({ opened: { status: 304, bytes: 0 }, end: { bytes: 0, crc32: 0 } })
    const beyond = await fetchAll(peer, 3, { headers: { range: `bytes=${bytes.length}-` } })
    expect(beyond.opened).toEqual({
      type: 'opened',
      id: 3,
      status: 416,
      headers: { 'content-range': `bytes */${bytes.length}` },
      bytes: 0,
    })
    const changed = await fetchAll(peer, 4, { headers: { 'if-match': '"other"' } })
    expect(changed.opened).toMatchObject({ status: 412, bytes: 0 })
  })

  it('tell their length and send no bytes for HEAD', async () => {
    const { peer } = await openRock()
    peer.fetch(1, 'rock', { method: 'HEAD' })
    expect(await peer.next()).toMatchObject({ type: 'opened', status: 200, bytes: bytes.length })
    expect(await peer.next()).toEqual({ type: 'end', id: 1, bytes: 0, crc32: 0 })
  })

  it('are thumbnails, too', async () => {
    const { peer } = await openRock()
    const { opened, body } = await fetchAll(peer, 1, { part: 'thumbnail' })
    expect(opened).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect(body).toEqual(Buffer.of(1, 2, 3))
  })

  it.each([
    ['stone', 'data', 'specimen.unknown'],
    ['__proto__', 'data', 'specimen.unknown'],
    ['../rock', 'thumbnail', 'specimen.unknown'],
  ])('are only those of its specimens: not %j', async (specimen, part, code) => {
    const { peer } = await openRock()
    peer.fetch(1, specimen, { part })
    expect(await peer.next()).toMatchObject({ type: 'failed', id: 1, code })
  })

  it('fail when the file is gone', async () => {
    const { peer } = await open(
      [],
      [
        {
          kind: 'static',
          id: 'rock',
          ...plainSpecimen,
          data: { kind: 'file', folder: tmpdir(), name: 'no-such-file.stl' },
        },
      ],
    )
    peer.fetch(1, 'rock')
    expect(await peer.next()).toMatchObject({ type: 'failed', code: 'file.missing' })
    peer.fetch(2, 'rock', { part: 'thumbnail' })
    expect(await peer.next()).toMatchObject({ type: 'failed', code: 'thumbnail.none' })
  })

  it('go on after a lost link from any byte that was not consumed', async () => {
    const { relay, peer } = await openRock()
    const window = 2 ** 20
    peer.fetch(1, 'rock', { window })
    const opened = await peer.next('opened')
    const before = await readTo(peer, 1, 0, window)
    peer.send({ type: 'credit', id: 1, consumed: 300_000 })
    await settle(peer)
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.fetch(1, 'rock', { window: 2 ** 30, offset: 500_000 })
    expect(await next.next()).toEqual(opened)
    const after = await readTo(next, 1, 500_000, bytes.length)
    expect(Buffer.concat([before.subarray(0, 500_000), after]).equals(bytes)).toBe(true)
    expect(await next.next()).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
  })

  it('fail when the relay asks for what it had consumed before', async () => {
    const { relay, peer } = await openRock()
    peer.fetch(1, 'rock', { window: 2 ** 20 })
    await peer.next('opened')
    await readTo(peer, 1, 0, 2 ** 20)
    peer.send({ type: 'credit', id: 1, consumed: 2 ** 20 })
    await settle(peer)
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.fetch(1, 'rock', { offset: 5 })
    expect(await next.next('failed')).toMatchObject({ id: 1, code: 'worker.unreachable' })
  })

  it('are left when they are cancelled, without an answer', async () => {
    const { peer } = await openRock()
    peer.fetch(1, 'rock', { window: 1000 })
    await readTo(peer, 1, 0, 1000)
    peer.send({ type: 'cancel', id: 1 })
    peer.send({ type: 'credit', id: 1, consumed: 1000 })
    await settle(peer)
    expect(peer.unread.filter((message) => !('type' in message) || message.type !== 'opened')).toEqual([])
  })
})
