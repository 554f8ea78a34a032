/**
 * The memory of a result is used again when nobody has it any longer. Rooms are emptied all the time here,
 * beside answers in every form, read at any speed or left in the middle: each holds the numbers of its own
 * result and nothing else.
 */
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeEnvelope } from '../../core/wire/envelope.ts'
import { decodeResultJson } from '../../core/wire/parse-result-json.ts'
import { makeBundle } from '../support/make-bundle.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'

/** Bytes of a result: enough for many pieces of each form. */
const length = 1_500_000
const source = `
  export const volume = (seed) => ({ shape: [1, 1, ${length}], data: new Uint8Array(${length}).fill(seed) })`
const properties = { seed: { type: 'integer', default: 0 } }
let host: Host
let url: string
let jobsRead = 0

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-lent-'))
  temporaryFolders.push(folder)
  makeBundle(folder, {
    name: 'filled',
    source,
    functions: [{ name: 'volume', returns: 'volume', properties }],
  })
  const limits = { cacheBytes: 3 * length, jobBytes: 3 * length, poolSize: 2 }
  host = await createHost({ plugins: folder, specimens: 'nowhere', port: 0, logLevel: 'silent', ...limits })
  url = await host.listen()
})
afterAll(async () => await host.close())

async function send(method: string, path: string, body = {}, headers = {}): Promise<IncomingMessage> {
  const sent = request(url + path, { method, headers: { 'content-type': 'application/json', ...headers } })
  const [response] = await once(sent.end(method === 'POST' ? JSON.stringify(body) : ''), 'response')
  return response
}

/** Reads an answer, with pauses when it is to be slow. */
async function read(response: IncomingMessage, isSlow = false): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) {
    pieces.push(piece)
    if (isSlow && pieces.length % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return Buffer.concat(pieces)
}

const readJson = async (response: IncomingMessage) => JSON.parse((await read(response)).toString())

/** Returns the result of a job; undefined when those of later jobs have taken its place before it was read. */
async function runJob(body: object): Promise<object | undefined> {
  const { job_id: id } = await readJson(await send('POST', '/api/specimens/volume/start', body))
  let status: unknown
  const poll = async () => {
    status = (await readJson(await send('GET', `/api/jobs/${id}/progress`))).status
    return status
  }
  await expect.poll(poll).not.toBe('running')
  const answer = status === 'done' ? await send('GET', `/api/jobs/${id}/result`) : undefined
  const found = answer && (await readJson(answer))
  if (answer?.statusCode === 200) return decodeResultJson(found)
  expect(found?.status ?? status).toBe(404)
  return undefined
}

/** What clients do, each of which returns the bytes of its result, or nothing when it has left. */
const clients: ((body: object) => Promise<ArrayLike<number> | undefined>)[] = [
  async (body) =>
    toSamples(decodeEnvelope(await read(await send('POST', '/api/specimens/volume/data', body)))),
  async (body) =>
    toSamples(decodeEnvelope(await read(await send('POST', '/api/specimens/volume/data', body), true))),
  async (body) => {
    const answer = await send('POST', '/api/specimens/volume/data', body, { accept: 'application/json' })
    return toSamples(decodeResultJson(JSON.parse((await read(answer, true)).toString())))
  },
  async (body) => {
    const answer = await send('POST', '/api/specimens/volume/data', body, { 'accept-encoding': 'gzip' })
    return toSamples(decodeEnvelope(gunzipSync(await read(answer))))
  },
  async (body) => {
    const result = await runJob(body)
    if (result) jobsRead++
    return result && toSamples(result)
  },
  async (body) => {
    const answer = await send('POST', '/api/specimens/volume/data', body)
    await once(answer, 'data')
    answer.destroy()
    return undefined
  },
]

function toSamples(result: object): ArrayLike<number> {
  if (!('data' in result && ArrayBuffer.isView(result.data))) throw new Error('another result than wanted')
  return new Uint8Array(result.data.buffer, result.data.byteOffset, result.data.byteLength)
}

it('holds the numbers of its own result and nothing else', async () => {
  let asked = 0
  const work = async (client: number): Promise<void> => {
    for (let round = 0; round < 12; round++) {
      const index = asked++
      const seed = 1 + (index % 250)
      const ask = clients[(client + round) % clients.length]
      const found = await ask?.({ params: { seed }, room_id: `room ${index % 5}` })
      if (!found) continue
      expect(found.length).toBe(length)
      expect(Buffer.from(found).equals(Buffer.alloc(length, seed))).toBe(true)
    }
  }
  await Promise.all(clients.map((_, client) => work(client)))
  expect(asked).toBe(12 * clients.length)
  expect(jobsRead).toBeGreaterThan(0)
})
