/** Large files of the client: in pieces, over connections that break. */
import { createHash } from 'node:crypto'
import { createHost, type Host } from 'specimen-host'
import { createClient } from 'specimen-host/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pieceBytes, uploadPieces } from '../../core/client/upload-pieces.ts'
import { toDataSchema } from '../../core/contract/domain/data-ref.ts'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'

const mebibyte = 2 ** 20
const toFile = (first: number, bytes: number): File => {
  const head = `x,y,z\n${first},2,3\n`
  return new File([head, '4,5,6\n'.repeat(Math.ceil((bytes - head.length) / 6))], 'scan.csv')
}
const toHash = async (file: Blob): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')

describe('a large file of the client', () => {
  let host: Host
  let url: string
  let proxy: CuttingProxy
  let sent: string[]

  beforeAll(async () => {
    host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
    const first = ({ points }: { points: Float32Array }) => ({ points: points.slice(0, 3) })
    const schema = {
      type: 'object' as const,
      properties: { cloud: toDataSchema(['point_cloud']) },
      required: ['cloud'],
    }
    host.registerSpecimen({ id: 'first' }, first, { returns: 'point_cloud', schema })
    url = await host.listen()
    proxy = await startCuttingProxy(url)
  })
  beforeEach(() => {
    sent = []
  })
  afterAll(async () => {
    proxy.close()
    await host.close()
  })

  const connect = () =>
    createClient(proxy.url, {
      fetch: async (address, init) => {
        sent.push(`${init?.method} ${new Headers(init?.headers).get('content-range') ?? ''}`.trim())
        return await fetch(address, init)
      },
    })

  it('is sent in pieces, is there afterwards, and is not sent again', async () => {
    const file = toFile(1, 10 * mebibyte)
    const client = connect()
    const { file: hash, bytes } = await client.upload(file)
    expect([hash, bytes]).toEqual([await toHash(file), file.size])
    expect(sent).toEqual([
      'GET',
      `PUT bytes 0-${pieceBytes - 1}/${file.size}`,
      `PUT bytes ${pieceBytes}-${file.size - 1}/${file.size}`,
    ])
    sent = []
    expect((await client.upload(file)).file).toBe(hash)
    expect(sent).toEqual(['GET'])
  })

  it('goes on where it was when the connection breaks', async () => {
    const file = toFile(2, 10 * mebibyte)
    proxy.cut(4, 2 * mebibyte)
    expect((await connect().upload(file)).file).toBe(await toHash(file))
    expect(proxy.left).toBe(0)
    const starts = sent.flatMap((request) => /bytes (\d+)-/.exec(request)?.[1] ?? []).map(Number)
    expect(new Set(starts).size).toBeGreaterThan(4)
    expect(starts).toEqual([...starts].sort((one, other) => one - other))
  })

  it('is brought again where the host has dropped it', async () => {
    const client = connect()
    const cloud = toFile(3, 1000)
    await client.data('first', { params: { cloud } })
    const hash = await toHash(cloud)
    expect((await fetch(`${url}/api/files/${hash}`, { method: 'DELETE' })).status).toBe(204)
    await client.facts('first', { params: { cloud } })
    expect((await fetch(`${url}/api/files/${hash}`)).status).toBe(200)
    await expect(client.data('first', { params: { cloud: { file: 'f'.repeat(64) } } })).rejects.toMatchObject(
      {
        code: 'file.missing',
      },
    )
  })
})

describe('an upload in pieces', () => {
  const file = new Blob([new Uint8Array(100)])
  const call = { name: 'a.csv', hash: 'f'.repeat(64) }
  const missing = (offset?: number): Response =>
    new Response(JSON.stringify({ code: 'file.missing', detail: 'none' }), {
      status: 404,
      headers: offset === undefined ? {} : { 'upload-offset': String(offset) },
    })
  const refuse = (status: number, code: string): Response =>
    new Response(JSON.stringify({ code, detail: code }), { status })

  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['is busy', () => refuse(503, 'host.busy'), { code: 'host.busy' }],
    ['takes it elsewhere each time', () => refuse(409, 'piece.displaced'), { code: 'piece.displaced' }],
    ['is away', () => Promise.reject(new TypeError('fetch failed')), { message: 'fetch failed' }],
  ])('ends after some tries where the host %s', async (_, answer, failure) => {
    vi.useFakeTimers()
    let count = 0
    const send = async (_path: string, { method }: { readonly method?: string }): Promise<Response> => {
      if (method !== 'PUT') return missing()
      count++
      return await answer()
    }
    const ended = expect(uploadPieces(send, file, call)).rejects.toMatchObject(failure)
    await vi.advanceTimersByTimeAsync(60_000)
    await ended
    expect(count).toBe(5)
  })

  it('ends at once with a refusal that does not pass', async () => {
    let count = 0
    const send = async (_path: string, { method }: { readonly method?: string }): Promise<Response> => {
      if (method !== 'PUT') return missing(40)
      count++
      return refuse(422, 'file.altered')
    }
    await expect(uploadPieces(send, file, call)).rejects.toMatchObject({ code: 'file.altered' })
    expect(count).toBe(1)
  })

  it('tells how far it is, and ends when it is aborted', async () => {
    const controller = new AbortController()
    const sent: number[] = []
    const send = async (_path: string, { method }: { readonly method?: string }): Promise<Response> => {
      if (method !== 'PUT') return missing(40)
      controller.abort(new Error('enough'))
      throw controller.signal.reason
    }
    const onSent = (bytes: number): void => void sent.push(bytes)
    const upload = uploadPieces(send, file, { ...call, onSent, signal: controller.signal })
    await expect(upload).rejects.toThrow('enough')
    expect(sent).toEqual([40])
  })
})
