/**
 * Remedies in problems of the API, applied: a refused request, the words that say what to send, and the request
 * by those words, which is answered with what was meant.
 */
import { expect, it } from 'vitest'
import type { Api } from '../../support/api.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
const schema = {
  type: 'object',
  properties: {
    size: { type: 'number', minimum: 1, maximum: 9, default: 2 },
    kind: { enum: ['flat', 'round'], default: 'flat' },
  },
} as const

async function start(): Promise<Api> {
  const api = await used.start()
  used.host.registerSpecimen(
    { id: 'disc' },
    (size: number, kind: string) => ({
      vertices: Float32Array.of(kind === 'flat' ? size : -size, 0, 0),
      indices: new Uint32Array(),
    }),
    { returns: 'mesh', schema },
  )
  return api
}

const data = '/api/specimens/disc/data'
const queryOf = (params: string) => `${data}?params=${encodeURIComponent(params)}`

/** A row: what is asked, the words of the refusal, what is asked by them, the first coordinate of the answer. */
const queries: readonly [asked: string, status: number, said: string, mended: string, value: number][] = [
  [`${data}?param={}`, 400, 'param: did you mean params?', `${data}?params={}`, 2],
  [queryOf('{size:3}'), 400, 'params is not valid JSON', queryOf('{"size":3}'), 3],
  [queryOf('[3]'), 400, 'object', queryOf('{"size":3}'), 3],
  [queryOf('{"siez":3}'), 422, 'did you mean size?', queryOf('{"size":3}'), 3],
  [queryOf('{"size":30}'), 422, 'size must be at most 9 (got 30).', queryOf('{"size":9}'), 9],
  [queryOf('{"size":"3"}'), 422, 'size must be a number (got "3").', queryOf('{"size":3}'), 3],
  [queryOf('{"kind":"flot"}'), 422, 'kind must be one of "flat", "round"', queryOf('{"kind":"round"}'), -2],
  [`${data}?size=3`, 400, 'params', queryOf('{"size":3}'), 3],
  [`${data}?roomid=lab`, 400, 'did you mean room_id?', `${data}?room_id=lab`, 2],
  [`${data}?format=gltf`, 400, 'format must be one of envelope, json', `${data}?format=envelope`, 2],
  [`${data}?format=png`, 406, 'comes as envelope, glb, stl', `${data}?format=envelope`, 2],
  ['/api/specimens/disk/data', 404, 'GET /api/specimens/ lists them', data, 2],
]

it.each(queries)(
  '%s is refused, and what it says gives the data',
  async (asked, status, said, mended, value) => {
    const api = await start()
    const refused = await api.get(asked)
    expect([refused.status, (await refused.json()).detail]).toEqual([status, expect.stringContaining(said)])
    const answer = await api.get(mended, { accept: '*/*' })
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.readFloatLE(4 + bytes.readUInt32LE(0))).toBe(value)
  },
)

it('says which type a body has, which members, and which method an address takes', async () => {
  const api = await start()
  const send = async (init: RequestInit) => {
    const answer = await fetch(`${used.url}${data}`, init)
    const isRefused = answer.status >= 400
    return [
      answer.status,
      isRefused ? (await answer.json()).detail : (await answer.arrayBuffer()).byteLength > 0,
    ]
  }
  const post = (type: string, body: string) =>
    send({ method: 'POST', headers: { 'content-type': type }, body })
  expect(await post('text/plain', '{"params":{"size":3}}')).toEqual([
    415,
    expect.stringContaining('must be application/json'),
  ])
  expect(await post('application/json', '{"parms":{"size":3}}')).toEqual([400, 'parms: did you mean params?'])
  expect(await post('application/json', '\ufeff{}')).toEqual([
    400,
    expect.stringContaining('send it without'),
  ])
  expect(await send({ method: 'PUT' })).toEqual([
    405,
    expect.stringContaining('must be GET or HEAD or POST (got PUT)'),
  ])
  expect(await post('application/json', '{"params":{"size":3}}')).toEqual([200, true])
  expect((await api.get('/api/specimens/')).status).toBe(200)
})

it.each([
  ['runTimeout', -1, 1],
  ['poolSize', 0.5, 1],
  ['env', 'tracker:NO_SUCH_KEY', undefined],
  ['allow', 'tracker:everything', 'tracker:net'],
  ['port', 70_000, 0],
  ['logLevel', 'loud', 'silent'],
])(
  'a host that is started with %s = %j says what it takes, and starts with %j',
  async (name, given, mended) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `.?${letter}`)
    await expect(used.start({ [name]: given })).rejects.toThrow(new RegExp(flag, 'i'))
    expect((await used.start({ [name]: mended })).url).toMatch(/^http/)
  },
)
