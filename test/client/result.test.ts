/**
 * How `run` gets its result of a real host: as an envelope while the room holds it, else the job's own by
 * JSON. Never is anything run for it: each run of `tetra` is told from every other by its last coordinate.
 */
import { rm } from 'node:fs/promises'
import { createHost, type Host } from 'specimen-host'
import { type Client, createClient, type MeshResult, type Result } from 'specimen-host/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'

let probe: ReturnType<typeof makeProbe>
let host: Host
let url: string
let requests: string[]
/** Played before the request for the result leaves the client: what happens between the job's end and that. */
let meanwhile: (() => Promise<unknown>) | undefined

const open = async (options: Parameters<typeof createHost>[0] = {}): Promise<Client> => {
  host = await createHost({
    plugins: probe.plugins,
    specimens: probe.specimens,
    port: 0,
    logLevel: 'silent',
    ...options,
  })
  host.registerFunction('painted', () => painted, { returns: 'mesh' })
  url = await host.listen()
  return createClient(url, {
    fetch: async (input, init) => {
      const path = String(input).replace(url, '')
      requests.push(path.replace(/jobs\/\w+/, 'jobs/j'))
      if (path.endsWith('/data')) await meanwhile?.()
      return await fetch(input, init)
    },
  })
}
const painted = {
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
  colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255),
}
const post = async (path: string, body?: object): Promise<Response> => {
  const headers = { 'content-type': 'application/json' }
  return await fetch(url + path, { method: 'POST', ...(body && { headers, body: JSON.stringify(body) }) })
}
const run = async (client: Client, id: string, params = {}): Promise<Result> => {
  for await (const event of client.run(id, { params, roomId: 'lab', pollMilliseconds: 5 })) {
    if (event.type === 'result') return event.result
  }
  throw new Error('The run had no result.')
}
// Of a tetra, which counts its runs there.
const count = (result: Result) => (result as MeshResult).vertices[11]
const last = () => requests.at(-1)

beforeEach(() => {
  probe = makeProbe()
  requests = []
  meanwhile = undefined
})
afterEach(async () => {
  await host.close()
  await rm(probe.folder, { recursive: true })
})

describe('the result of a run', () => {
  it('comes by data for every type, and for a function by its name', async () => {
    const client = await open()
    for (const [id, type] of [
      ['tetra', 'mesh'],
      ['grid', 'volume'],
      ['cloud', 'point_cloud'],
      ['picture', 'image'],
      ['big', 'volume'],
    ] as const) {
      expect((await run(client, id)).type).toBe(type)
      expect(requests).toContain(`/api/specimens/${id}/data`)
      expect(requests).not.toContain('/api/jobs/j/result')
    }
  })

  it.each([
    [
      'another result has taken its place in the room',
      () => post('/api/specimens/labels/data', { room_id: 'lab' }),
    ],
    [
      'other parameters have',
      () => post('/api/specimens/tetra/data', { room_id: 'lab', params: { size: 9 } }),
    ],
    ['the cache was cleared', () => post('/api/processing/cache/clear')],
  ])('is the job’s own when %s, and nothing is run again', async (_, happen) => {
    const client = await open()
    meanwhile = happen
    expect(count(await run(client, 'tetra', { size: 2 }))).toBe(1)
    expect(requests.slice(-2)).toEqual(['/api/specimens/tetra/data', '/api/jobs/j/result'])
    const stats = await (await fetch(`${url}/api/processing/cache/stats`)).json()
    expect(stats.rooms.filter((room: { access_count: number }) => room.access_count > 0)).toEqual([])
  })

  it('is the job’s own when the room keeps nothing', async () => {
    const client = await open({ cacheBytes: 1 })
    meanwhile = async () => {}
    expect(count(await run(client, 'tetra'))).toBe(1)
    expect(last()).toBe('/api/jobs/j/result')
  })

  it('is the room’s, which its peers get, when a peer has asked for the same again meanwhile', async () => {
    const client = await open()
    meanwhile = async () => {
      await post('/api/specimens/labels/data', { room_id: 'lab' })
      await post('/api/specimens/tetra/data', { room_id: 'lab' })
    }
    expect(count(await run(client, 'tetra'))).toBe(2)
    expect(last()).toBe('/api/specimens/tetra/data')
  })

  it('has the colours of a mesh, by run, data and invoke', async () => {
    const client = await open()
    const mesh = { type: 'mesh', ...painted }
    expect(await run(client, 'painted')).toEqual(mesh)
    expect(requests).not.toContain('/api/jobs/j/result')
    expect(await client.data('painted')).toEqual(mesh)
    expect(await client.invoke('painted')).toEqual(mesh)
  })
})
