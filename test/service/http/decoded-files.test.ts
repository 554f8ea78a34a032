/** Static specimens decoded by a host: files that change, are damaged or too large, and pictures for browsers. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readKnown } from '../../data/formats/files.ts'
import { type Api, createApi, envelopeType, expectProblem, readEnvelope } from '../../support/api.ts'

const envelope = { accept: envelopeType, 'accept-encoding': 'identity' }

describe('the file of a static specimen', () => {
  let folder: string
  let host: Host
  let api: Api
  const put = async (id: string, type: string, name: string, bytes: Uint8Array) => {
    await mkdir(join(folder, id), { recursive: true })
    await writeFile(join(folder, id, name), bytes)
    await writeFile(join(folder, id, 'specimen.json'), JSON.stringify({ type, data_file: name }))
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'decoded-'))
    await put('scan', 'volume', 'scan.npy', readKnown('volume-int16.npy'))
    await put('photo', 'image', 'photo.jpg', readKnown('baseline.jpg'))
    await put('cut', 'mesh', 'cut.stl', readKnown('pyramid-binary.stl').subarray(0, 200))
    await put('long', 'image', 'long.npy', readKnown('image.npy'))
    await put('large', 'mesh', 'large.obj', Buffer.alloc(70_000, 'v 0 0 0\n'))
    host = await createHost({
      specimens: folder,
      plugins: '',
      port: 0,
      logLevel: 'silent',
      resultBytes: 2 ** 16,
    })
    api = createApi(await host.listen())
  })
  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  it('is decoded again when it has changed, without a reload', async () => {
    const path = '/api/specimens/scan/data'
    const before = await api.get(path, envelope)
    expect((await readEnvelope(before)).preamble).toMatchObject({ shape: [2, 3, 5], dtype: 'int16' })
    expect((await api.get(path, envelope)).headers.get('etag')).toBe(before.headers.get('etag'))
    await writeFile(join(folder, 'scan', 'scan.npy'), readKnown('volume-float64.npy'))
    const after = await api.get(path, envelope)
    expect((await readEnvelope(after)).preamble).toMatchObject({ shape: [2, 3, 5], dtype: 'float64' })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  it('that is a picture stays what it is for browsers, and is PNG or an envelope for who asks', async () => {
    const typeFor = async (accept: string) =>
      (await api.get('/api/specimens/photo/data', { accept })).headers.get('content-type')
    for (const accept of [
      'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
      'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5',
      'image/jpeg',
    ])
      expect(await typeFor(accept), accept).toBe('image/jpeg')
    expect(await typeFor('image/png')).toBe('image/png')
    expect(await typeFor(envelopeType)).toBe(envelopeType)
    expect(await typeFor('application/json')).toBe('application/json')
  })

  it('is refused with 406 when it is damaged, and goes out as it is', async () => {
    const problem = await expectProblem(
      await api.get('/api/specimens/cut/data', envelope),
      406,
      'file.undecodable',
    )
    expect(problem.detail).toMatch(/"cut\.stl", as STL: The file is truncated: 6 triangles needs 300 bytes/)
    expect((await api.get('/api/specimens/cut/data')).status).toBe(200)
  })

  it('is refused with 406 when it is larger than a result may be', async () => {
    const problem = await expectProblem(
      await api.get('/api/specimens/large/data', envelope),
      406,
      'file.undecodable',
    )
    expect(problem.detail).toMatch(/70000 bytes, and at most 65536 are decoded \(--result-bytes\)/)
  })

  it('is what it turns out to be, whatever the catalog says', async () => {
    const response = await api.get('/api/specimens/long/data', {
      accept: 'image/png, application/json;q=0.5',
    })
    expect(response.headers.get('content-type')).toBe('image/png')
    await put('long', 'image', 'long.npy', readKnown('volume-int8.npy'))
    const volume = await api.get('/api/specimens/long/data', { accept: 'image/png, application/json;q=0.5' })
    expect(volume.headers.get('content-type')).toBe('application/json')
    expect(await volume.json()).toMatchObject({ type: 'volume', shape: [2, 3, 5] })
  })
})
