/** Data among the parameters of the client: files, and results of earlier calls. */
import { createHost, type Host } from 'specimen-host'
import { type Client, createClient, type Result } from 'specimen-host/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../core/contract/domain/data-ref.ts'

const rock = 'v 0 0 0\nv 1 0 0\nv 0 7 0\nf 1 2 3\n'
let host: Host
let client: Client
let sent: string[]

beforeAll(async () => {
  host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  const corners = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) }
  const move = (
    { vertices, indices }: typeof corners,
    by: number,
    more: readonly (typeof corners)[] = [],
  ) => ({
    vertices: Float32Array.from(
      [vertices, ...more.map((own) => own.vertices)].flatMap((own) => [...own]),
      (at) => at + by,
    ),
    indices,
  })
  const mesh = toDataSchema(['mesh'])
  const properties = {
    mesh,
    by: { type: 'number', default: 1 },
    more: { type: 'array', items: mesh, maxItems: 4 },
  }
  host.registerSpecimen({ id: 'move' }, move, {
    returns: 'mesh',
    schema: { type: 'object', properties, required: ['mesh'] },
  })
  host.registerSpecimen(
    { id: 'pair' },
    () => ({ first: { ...corners }, second: { points: Float32Array.of(1, 2, 3) } }),
    { returns: { type: 'scene', parts: { first: 'mesh', second: 'point_cloud' } } },
  )
  const url = await host.listen()
  client = createClient(url, {
    fetch: async (address, init) => {
      sent.push(`${String(address).slice(url.length)} ${typeof init?.body === 'string' ? init.body : ''}`)
      return await fetch(address, init)
    },
  })
})
afterAll(async () => {
  await host.close()
})

const verticesOf = (result: Result | { readonly type: 'file' }): readonly number[] =>
  result.type === 'mesh' ? [...result.vertices] : []

describe('data of the client', () => {
  it('is a file, which is brought once', async () => {
    sent = []
    const file = new File([rock], 'rock.obj')
    const [first, second] = await Promise.all([
      client.call.move?.({ mesh: file }),
      client.data('move', { params: { mesh: file, by: 2, more: [file] } }),
    ])
    expect(first && verticesOf(first)).toEqual([1, 1, 1, 2, 1, 1, 1, 8, 1])
    expect(verticesOf(second)).toEqual([2, 2, 2, 3, 2, 2, 2, 9, 2, 2, 2, 2, 3, 2, 2, 2, 9, 2])
    expect((await client.facts('move', { params: { mesh: file } })).kind).toBe('mesh')
    expect((await client.picture('move', { params: { mesh: file }, width: 16 })).size).toBeGreaterThan(0)
    expect(sent.filter((request) => request.startsWith('/api/files'))).toHaveLength(1)
  })

  it('is a result of an earlier call, however it came, or a part of it, which stands for the call', async () => {
    sent = []
    const pair = await client.data('pair')
    if (pair.type !== 'scene') throw new TypeError(pair.type)
    const once = await client.data('move', { params: { mesh: pair.parts.first ?? null } })
    if (once.type !== 'mesh') throw new TypeError(once.type)
    let twice: Result | undefined
    for await (const event of client.run('move', { params: { mesh: once, by: 3 } }))
      if (event.type === 'result') twice = event.result
    expect(verticesOf(await client.invoke('move', { args: [twice ?? null, 10] }))).toEqual([
      14, 14, 14, 15, 14, 14, 14, 14, 15,
    ])
    const inner = { process: 'pair', inputs: {}, part: 'first' }
    expect(sent.some((request) => request.endsWith(JSON.stringify({ params: { mesh: inner } })))).toBe(true)
    expect(sent.filter((request) => request.startsWith('/api/files'))).toEqual([])
  })

  it('is refused where it is none of this client, and where the host refuses the file', async () => {
    const mesh = { type: 'mesh', vertices: new Float32Array(9), indices: new Uint32Array(3) } as const
    await expect(client.call.move?.({ mesh })).rejects.toThrow('no result that this client got by a call')
    const empty = new File([''], 'empty.obj')
    await expect(client.call.move?.({ mesh: empty })).rejects.toMatchObject({ code: 'format.unknown' })
    await expect(client.call.move?.({ mesh: empty })).rejects.toMatchObject({ code: 'format.unknown' })
  })
})
