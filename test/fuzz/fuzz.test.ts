/**
 * Every endpoint under requests made from the OpenAPI document: whatever comes, the answer is one that the
 * document declares, with a body as declared, and a refusal is small. How long the event loop is blocked
 * meanwhile is a figure of `npm run bench`.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Body, createApi } from '../support/api.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { fc } from '../support/seeded-fast-check.ts'
import { createJudge, type Judge, listOperations, type Operation } from './openapi.ts'
import { type FuzzRequest, toRequests } from './requests.ts'

/**
 * The same requests each time, so that a failure is a change's; other ones are tried with `FUZZ_SEED=…
 * FUZZ_RUNS=1000`.
 */
const { FUZZ_SEED = '8', FUZZ_RUNS = '50' } = process.env
/** A refused request gets no more than this back, whatever it was. */
const refusalBytes = 64 * 1024
/** What the HTTP parser itself refuses, before there is an operation. */
const beforeRouting = [400, 431]

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
]

interface Answer {
  readonly status: number
  readonly mediaType: string
  readonly body: Buffer
}

async function send(url: string, { method, target, headers, body }: FuzzRequest): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request(url + target, { method, headers: { ...headers, ...length }, agent })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const mediaType = String(response.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  return {
    status: response.statusCode,
    mediaType,
    body: decode(Buffer.concat(chunks), response.headers['content-encoding']),
  }
}

function decode(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || bytes.length === 0) return bytes // a HEAD names the coding and sends nothing
  if (coding === 'br') return brotliDecompressSync(bytes)
  if (coding === 'gzip') return gunzipSync(bytes)
  throw new Error(`${coding} was not asked for`)
}

/** What is wrong with an answer, by the document; undefined when nothing is. */
function findFault(
  judge: Judge,
  { responses }: Operation,
  { method }: FuzzRequest,
  { status, mediaType, body }: Answer,
): string | undefined {
  const declared = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
  if (!declared)
    return beforeRouting.includes(status)
      ? undefined
      : `${status} is not declared: ${body.toString().slice(0, 300)}`
  if (status >= 400 && body.length > refusalBytes) return `${status} with ${body.length} bytes`
  const { content = {} } = declared
  if (body.length === 0) {
    // A file's 412 has no body and a result's has one, which OpenAPI cannot tell apart at one address.
    const mayBeEmpty = method === 'HEAD' || status === 412 || Object.keys(content).length === 0
    return mayBeEmpty ? undefined : `${status} has no body`
  }
  const [type] = mediaType.split('/')
  const named = [mediaType, `${type}/*`, '*/*'].find((name) => Object.hasOwn(content, name))
  if (named === undefined) return `${method} ${status}: ${mediaType} is not declared`
  const { schema } = content[named] as { schema?: object } // a media type object
  if (!schema || !/json/.test(mediaType) || named === '*/*') return undefined
  const value = JSON.parse(body.toString())
  return value.code === 'internal' ? `${status}: ${value.detail}` : judge(schema, value)
}

describe.each(entrances)('every endpoint of a host $title, asked for anything', ({ token, shown }) => {
  let host: Host
  let api: Api

  beforeAll(async () => {
    const limits = { poolSize: 2, runTimeout: 2 }
    host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent', token, ...limits })
    api = createApi(await host.listen(), token === undefined ? {} : { authorization: right })
  })
  afterAll(async () => {
    await host.close()
  })

  it('answers as the document declares, and small when it refuses', async () => {
    const document: Body = await api.json('/openapi.json')
    const judge = createJudge(document)
    const jobs = await Promise.all([
      api.start('tetra'),
      api.start('failing'),
      api.start('chatty', { messages: 5 }),
    ])
    await Promise.all(jobs.map(({ job_id }) => api.settle(job_id)))
    const ids = [...(await api.json('/api/specimens/')).map(({ id }: Body) => id), 'big'].filter(
      (id) => id !== 'endless',
    )
    const known = { specimen_id: ids, name: ids, job_id: jobs.map(({ job_id }) => job_id) }
    const seen = new Set<number>()
    for (const operation of listOperations(document)) {
      const requests = fc.tuple(toRequests(operation, known), fc.constantFrom(...shown))
      const property = fc.asyncProperty(requests, async ([made, authorization]) => {
        const given = authorization ? { ...made, headers: { ...made.headers, authorization } } : made
        const answer = await send(api.url, given)
        seen.add(answer.status)
        const fault = findFault(judge, operation, given, answer)
        expect(
          fault && {
            operation: operation.name,
            target: given.target.slice(0, 300),
            body: given.body?.slice(0, 300),
            fault,
          },
        ).toBeUndefined()
      })
      await fc.assert(property, { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_RUNS), endOnFailure: true })
    }
    // It got everywhere.
    const guarded = token === undefined ? [] : [401]
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 404, 415, 422, 500, ...guarded]))
    expect((await api.get('/api/specimens/')).status).toBe(200)
  }, 1_200_000)
})
