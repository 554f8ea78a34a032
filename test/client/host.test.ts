/**
 * The client and the real host together: every kind of answer, a job to its end, and a cancel that reaches
 * the run.
 */
import { rm } from 'node:fs/promises'
import { createHost, type Host } from 'specimen-host'
import { type Client, createClient, type JobEvent, ProblemError } from 'specimen-host/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeProbe, pixelPng, rockText } from '../support/probe-bundle.ts'

const probe = makeProbe()
let host: Host
let url: string
let client: Client

beforeAll(async () => {
  const { plugins, specimens } = probe
  host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent', token: 'secret' })
  url = await host.listen()
  client = createClient(url, { token: 'secret' })
})
afterAll(async () => {
  await host.close()
  await rm(probe.folder, { recursive: true })
})

describe('the client of a host', () => {
  it('brings files, by the name of the file or another', async () => {
    const file = new File([rockText], 'rock.stl')
    const brought = await client.upload(file)
    expect(brought).toMatchObject({ name: 'rock.stl', bytes: file.size, kind: 'mesh' })
    expect(brought.file).toMatch(/^[0-9a-f]{64}$/)
    expect((await client.upload(new Blob([rockText]), { name: 'röck 2.stl' })).name).toBe('röck 2.stl')
    await expect(client.upload(new Blob(['?']))).rejects.toMatchObject({ code: 'format.unknown' })
  })

  it('reads its catalog, metadata, functions and schemas', async () => {
    const catalog = await client.catalog()
    expect(catalog.find(({ id }) => id === 'tetra')).toMatchObject({
      type: 'mesh',
      is_dynamic: true,
      function_name: 'tetra',
    })
    const { schema, data_file } = await client.specimen('tetra')
    expect(data_file).toBe(null)
    expect(await client.schema('tetra')).toEqual(schema)
    expect((await client.functions()).map(({ name }) => name)).toContain('big')
  })

  it('gets a mesh, a volume, a point cloud and an image as typed arrays [result.mesh] [result.volume] [result.point_cloud] [result.image]', async () => {
    const mesh = await client.data('tetra', { params: { label: 'lit', size: 2 }, roomId: 'a' })
    const calls = mesh.type === 'mesh' ? (mesh.vertices[11] ?? 0) : 0 // whatever other tests have called
    expect(calls).toBeGreaterThan(0)
    expect(mesh).toEqual({
      type: 'mesh',
      vertices: new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0, calls]),
      indices: new Uint32Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]),
      normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]),
    })
    expect(await client.data('grid', { params: { depth: 1 } })).toEqual({
      type: 'volume',
      shape: [1, 2, 3],
      dtype: 'float32',
      data: new Float32Array([0, 0.5, 1, 1.5, 2, 2.5]),
      spacing: [2, 1, 0.5],
      origin: [10, 20, 30],
    })
    expect(await client.data('cloud')).toEqual({
      type: 'point_cloud',
      points: new Float32Array([0, 0, 0, 1, 2, 3]),
      colors: new Uint8Array([255, 0, 0, 0, 0, 255]),
      scalars: new Float32Array([0.5, 1]),
    })
    expect(await client.data('picture', { params: { width: 1 } })).toEqual({
      type: 'image',
      width: 1,
      height: 2,
      channels: 3,
      dtype: 'uint8',
      data: new Uint8Array([0, 20, 40, 60, 80, 100]),
    })
  })

  it('gets a static file, a JSON one too, as it is', async () => {
    expect(await client.data('rock')).toEqual({
      type: 'file',
      mediaType: 'model/stl',
      fileName: 'rock.stl',
      bytes: new Uint8Array(Buffer.from(rockText)),
    })
    expect(await client.data('bare')).toMatchObject({
      type: 'file',
      fileName: 'scan.json',
      bytes: new Uint8Array([0x7b, 0x7d]),
    })
  })

  it('gets the same result by data, invoke and run in one room [rooms.9] [processing.3]', async () => {
    const params = { size: 3, text: 'same' }
    const call = { params, roomId: 'same' }
    const data = await client.data('tetra', call)
    expect(await client.invoke('tetra', { args: [3], kwargs: { text: 'same' }, roomId: 'same' })).toEqual(
      data,
    )
    const events: JobEvent[] = []
    for await (const event of client.run('tetra', call)) events.push(event)
    expect(events).toEqual([{ type: 'result', result: data }])
  })

  it('follows a job from its first message to its result [jobs.5] [jobs.6]', async () => {
    const events: JobEvent[] = []
    for await (const event of client.run('chatty', {
      params: { messages: 5 },
      roomId: 'chat',
      pollMilliseconds: 5,
    })) {
      events.push(event)
    }
    const said = events.flatMap((event) =>
      event.type === 'progress' ? [[event.message.text, event.message.fraction]] : [],
    )
    expect(said).toEqual([0, 1, 2, 3, 4].map((i) => [`step ${i}`, i / 5]))
    expect(events.at(-1)).toMatchObject({
      type: 'result',
      result: { type: 'volume', data: new Uint8Array([1, 2, 3, 255]) },
    })
  })

  it('throws the function’s own error for a failed job, and refusals as problems', async () => {
    const run = async (id: string, params = {}) => {
      for await (const _ of client.run(id, { params, pollMilliseconds: 5 }));
    }
    await expect(run('failing')).rejects.toMatchObject({
      code: 'job.failed',
      message: expect.stringContaining('the sample is upside down'),
    })
    await expect(run('rock')).rejects.toMatchObject({ status: 400, code: 'specimen.static' })
    const error = await client
      .data('tetra', { params: { size: -1, label: 'x' } })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      status: 422,
      code: 'params.invalid',
      errors: [{ pointer: '/size' }, { pointer: '/label' }],
    })
    await expect(client.data('nowhere')).rejects.toMatchObject({ status: 404, code: 'specimen.unknown' })
    await expect(client.invoke('nowhere')).rejects.toMatchObject({ status: 404, code: 'function.unknown' })
    await expect(client.invoke('failing')).rejects.toMatchObject({ status: 500, code: 'function.failed' })
    await expect(createClient(url).catalog()).rejects.toMatchObject({ status: 401, code: 'token.missing' })
  })

  it.each(['abort', 'break'])(
    'ends an endless job on the host by %s [jobs.3] [state.cancel]',
    async (how) => {
      let cancelled = ''
      const watched: typeof fetch = async (input, init) => {
        if (init?.method === 'DELETE') cancelled = String(input)
        return await fetch(input, init)
      }
      const controller = new AbortController()
      const watching = createClient(url, { token: 'secret', fetch: watched })
      const loop = async () => {
        for await (const event of watching.run('endless', {
          params: { label: how },
          roomId: how,
          signal: controller.signal,
        })) {
          expect(event).toMatchObject({ type: 'progress', message: { seq: 0, text: 'going' } })
          if (how === 'break') break
          controller.abort()
        }
      }
      if (how === 'break') await loop()
      else await expect(loop()).rejects.toMatchObject({ name: 'AbortError' })
      expect(cancelled).toMatch(/\/api\/jobs\/\w+$/)
      const view = await fetch(`${cancelled}/progress`, { headers: { authorization: 'Bearer secret' } })
      expect(await view.json()).toMatchObject({ status: 'error', error: 'cancelled' })
    },
  )

  it('gets a thumbnail, lets folders be read again, and sees and clears what rooms keep', async () => {
    const image = await client.thumbnail('rock')
    expect([image.type, Buffer.from(await image.arrayBuffer())]).toEqual(['image/png', pixelPng])
    await expect(client.thumbnail('bare')).rejects.toMatchObject({ code: 'thumbnail.none' })
    expect(await client.reload()).toMatchObject({ bundles: 1, errors: [] })
    await client.data('labels', { roomId: 'kept' })
    expect((await client.cacheStats()).rooms).toContainEqual(
      expect.objectContaining({ room_id: 'kept', function_names: ['labels'], access_count: 0 }),
    )
    expect((await client.clearCache()).entries).toBeGreaterThan(0)
    expect((await client.cacheStats()).rooms).toEqual([])
  })
})
