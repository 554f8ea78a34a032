/** A plain HTTP client for API tests, and an envelope reader that shares no code with the host's. */
import { once } from 'node:events'
import { request } from 'node:http'
import { expect } from 'vitest'

/** An envelope taken apart. */
export interface ReadEnvelope {
  readonly preamble: { readonly [field: string]: unknown }
  /** What follows the preamble. */
  readonly data: Buffer
}

/** A parsed JSON body; tests say what they expect of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test states what a body is by what it expects of each field
export type Body = any

/** The host's API as plain HTTP: requests, and what tests do again and again. */
export interface Api {
  readonly url: string
  get(path: string, headers?: Headers): Promise<Response>
  post(path: string, body?: unknown, headers?: Headers): Promise<Response>
  json(path: string): Promise<Body>
  /** GET `/data` with parameters; expects an envelope. */
  data(id: string, params?: object, room?: string): Promise<ReadEnvelope>
  start(id: string, params?: object, room?: string): Promise<{ job_id: string; status: string }>
  /** DELETE of a job. */
  cancel(jobId: string): Promise<Response>
  /** Polls until the job is terminal and returns the last view with all messages. */
  settle(jobId: string): Promise<{
    status: string
    messages: { seq: number; text: string; ts: number; fraction?: number }[]
    error: string | null
  }>
}

type Headers = { readonly [name: string]: string }

/** Fetch asks for gzip by itself, and the length of an answer is that of what is sent. */
const plain = { 'accept-encoding': 'identity' }

/** The media type of envelopes. */
export const envelopeType = 'application/x-service-envelope-v1'

/**
 * Returns a client of the host at `url`; a function is asked at each request, for a host that may change.
 * `always` are headers of every request.
 */
export function createApi(url: string | (() => string), always: Headers = {}): Api {
  const api: Api = {
    get url() {
      return typeof url === 'string' ? url : url()
    },
    get: (path, headers = {}) => fetch(api.url + path, { headers: { ...always, ...headers } }),
    post: (path, body, headers = {}) => {
      const json =
        body === undefined
          ? {}
          : {
              body: JSON.stringify(body),
              headers: { 'content-type': 'application/json', ...always, ...headers },
            }
      return fetch(api.url + path, { method: 'POST', headers: { ...always, ...headers }, ...json })
    },
    json: async (path) => {
      const response = await api.get(path)
      expect(response.status, path).toBe(200)
      return await response.json()
    },
    data: async (id, params, room) => {
      const query = new URLSearchParams({
        ...(params && { params: JSON.stringify(params) }),
        ...(room && { room_id: room }),
      })
      const response = await api.get(`/api/specimens/${id}/data?${query}`, plain)
      expect(response.status, id).toBe(200)
      return await readEnvelope(response)
    },
    start: async (id, params, room) => {
      const response = await api.post(`/api/specimens/${id}/start`, { params, room_id: room })
      expect(response.status, id).toBe(200)
      return (await response.json()) as { job_id: string; status: string }
    },
    cancel: (jobId) => fetch(`${api.url}/api/jobs/${jobId}`, { method: 'DELETE', headers: always }),
    settle: async (jobId) => {
      for (;;) {
        const view = await api.json(`/api/jobs/${jobId}/progress`)
        if (view.status !== 'running') return view
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
  return api
}

/** Returns an envelope's preamble and the bytes behind it, after checking the lengths. */
export async function readEnvelope(response: Response): Promise<ReadEnvelope> {
  expect(response.headers.get('content-type')).toBe(envelopeType)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const length = bytes.readUInt32LE(0)
  return { preamble: JSON.parse(bytes.toString('utf8', 4, 4 + length)), data: bytes.subarray(4 + length) }
}

/** Expects a problem body of this status and code and returns it. */
export async function expectProblem(response: Response, status: number, code: string): Promise<Body> {
  const problem: Body = await response.json()
  expect({ status: response.status, code: problem.code, body: problem.status }).toEqual({
    status,
    code,
    body: status,
  })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  for (const field of ['type', 'title', 'detail']) expect(problem[field], field).toMatch(/\S/)
  return problem
}

/**
 * Returns the status of a GET without the `cache-control: no-cache` that fetch adds to conditional requests.
 */
export async function getStatus(url: string, headers: { readonly [name: string]: string }): Promise<number> {
  const [response] = await once(request(url, { headers }).end(), 'response')
  response.resume()
  return response.statusCode
}
