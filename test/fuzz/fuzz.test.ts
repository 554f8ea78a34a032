/**
 * Every endpoint under requests made from the OpenAPI document: whatever comes, the answer is one that the
 * document declares, with a body as declared, and a refusal is small. How long the event loop is blocked
 * meanwhile is a figure of `npm run bench`.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createHost, createWorker, type Host, type WorkerHost } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Body, createApi } from '../support/api.ts'
import { readApiDocument } from '../support/api-document.ts'
import { testMilliseconds } from '../support/limits.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { fc } from '../support/seeded-fast-check.ts'
import { type FuzzRequest, toRequests } from './requests.ts'

/**
 * The same requests each time, so that a failure is a change's; other ones are tried with `FUZZ_SEED=…
 * FUZZ_RUNS=1000`.
 */
const { FUZZ_SEED = '8', FUZZ_RUNS = '50' } = process.env
/** A refused request gets no more than this back, whatever it was. */
const refusalBytes = 64 * 1024

const { folder, plugins, specimens } = makeProbe()
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
afterAll(async () => {
  agent.destroy()
  await rm(folder, { recursive: true })
})

/** What a host asks of its clients, and what they show it. */
interface Entrance {
  readonly title: string
  readonly token?: string
  /** Before the ids of a host whose functions are a worker's. */
  readonly prefix?: string
  /** Values of `Authorization`; undefined for none. */
  readonly shown: readonly (string | undefined)[]
}

const right = 'Bearer the one token'
const entrances: readonly Entrance[] = [
  { title: 'without tokens', shown: [undefined, undefined, 'Basic eDp5', 'Bearer'] },
  {
    title: 'with tokens',
    token: 'the one token',
    shown: [right, right, right, right, undefined, 'Bearer wrong', 'Basic eDp5', `${right}, ${right}`],
  },
  { title: 'with a worker', prefix: 'w1:', shown: [undefined] },
]

async function send(url: string, { method, target, headers, body }: FuzzRequest): Promise<Response> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request(url + target, { method, headers: { ...headers, ...length }, agent })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const bytes = decode(Buffer.concat(chunks), response.headers['content-encoding'])
  const { 'content-encoding': _, ...kept } = response.headers
  // A Response of such a status refuses even an empty body.
  const isEmpty = [204, 304].includes(response.statusCode)
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status: response.statusCode, headers: kept })
}

function decode(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || bytes.length === 0) return bytes // a HEAD names the coding and sends nothing
  if (coding === 'br') return brotliDecompressSync(bytes)
  if (coding === 'gzip') return gunzipSync(bytes)
  throw new Error(`${coding} was not asked for`)
}

describe.each(entrances)('every endpoint of a host $title, asked for anything', (entrance) => {
  const { token, shown, prefix = '' } = entrance
  let host: Host
  let worker: WorkerHost | undefined
  let api: Api

  beforeAll(async () => {
    const functions = { plugins, specimens, poolSize: 2, runTimeout: 2, logLevel: 'silent' } as const
    const sources = prefix === '' ? functions : { relay: true }
    host = await createHost({ ...sources, port: 0, logLevel: 'silent', token })
    api = createApi(await host.listen(), token === undefined ? {} : { authorization: right })
    if (prefix === '') return
    worker = await createWorker({ relay: api.url, id: 'w1', ...functions })
    await worker.connected
  })
  afterAll(async () => {
    await worker?.close()
    await host.close()
  })

  it(
    'answers as the document declares, and small when it refuses',
    async () => {
      const { operations, check } = await readApiDocument(api)
      const jobs = await Promise.all([
        api.start(`${prefix}tetra`),
        api.start(`${prefix}failing`),
        api.start(`${prefix}chatty`, { messages: 5 }),
      ])
      await Promise.all(jobs.map(({ job_id }) => api.settle(job_id)))
      const listed: string[] = (await api.json('/api/specimens/')).map(({ id }: Body) => id)
      const ids = [...listed, `${prefix}big`].filter((id) => !id.endsWith('endless'))
      const known = { specimen_id: ids, name: ids, job_id: jobs.map(({ job_id }) => job_id) }
      // Few random requests get as far as a function that fails.
      const seen = new Set([(await api.get(`/api/specimens/${prefix}failing/data`)).status])
      for (const operation of operations) {
        const requests = fc.tuple(toRequests(operation, known), fc.constantFrom(...shown))
        const property = fc.asyncProperty(requests, async ([made, authorization]) => {
          const given = authorization ? { ...made, headers: { ...made.headers, authorization } } : made
          const answer = await send(api.url, given)
          seen.add(answer.status)
          const body = Buffer.from(await answer.clone().arrayBuffer())
          const asked = { target: given.target.slice(0, 300), body: given.body?.slice(0, 300) }
          const seenBy = { operation: operation.id, ...asked, answer: body.toString().slice(0, 300) }
          expect({ ...seenBy, faults: await check(operation.id, answer) }).toEqual({ ...seenBy, faults: [] })
          if (answer.status < 400) return
          expect(body.length, JSON.stringify(seenBy)).toBeLessThanOrEqual(refusalBytes)
          expect(body.toString(), JSON.stringify(seenBy)).not.toContain('"code":"internal"')
        })
        await fc.assert(property, { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_RUNS), endOnFailure: true })
      }
      // It got everywhere.
      const guarded = token === undefined ? [] : [401]
      expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 404, 415, 422, 500, ...guarded]))
      expect((await api.get('/api/specimens/')).status).toBe(200)
    },
    10 * testMilliseconds,
  )
})
