/**
 * A host that says what a test tells it to: a `node:http` server with fixed answers by method and path, which
 * keeps every request it got and lets a test wait for one. It shares no code with the real host.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answer {
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
  /** Objects are sent as JSON, with its media type. */
  readonly body?: object | string | Uint8Array
}

export interface Received {
  /** Method and path with its query, as in `GET /api/specimens/`. */
  readonly line: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * What is answered to the n-th request (from 0) of a line. A promise that never resolves is a host that does
 * not answer.
 */
export type Script = { readonly [line: string]: Answer | ((n: number) => Answer | Promise<Answer>) }

export interface ScriptedHost {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves as soon as a request whose line begins so has arrived, also if it has before. */
  arrival(start: string): Promise<Received>
  close(): Promise<void>
}

/**
 * Starts a scripted host on a free port. A line that the script lacks is answered 404 without a problem body.
 */
export async function startScriptedHost(script: Script): Promise<ScriptedHost> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const line = `${request.method} ${request.url}`
    const count = received.filter((item) => item.line === line).length
    received.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString() })
    for (const check of waiting) check()
    const entry = script[line] ?? script[line.replace(/&wait=\d+$/, '')] ?? { status: 404 }
    const { status = 200, headers = {}, body = '' } = typeof entry === 'function' ? await entry(count) : entry
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
    response.writeHead(status, {
      ...(isJson && { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    })
    response.end(isJson ? JSON.stringify(body) : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    arrival: (start) =>
      new Promise((resolve) => {
        const check = () => {
          const found = received.find(({ line }) => line.startsWith(start))
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns a problem answer. */
export function problem(status: number, code: string, detail: string, more: object = {}): Answer {
  const body = JSON.stringify({ type: `/docs#${code}`, title: 'A title', status, detail, code, ...more })
  return { status, headers: { 'content-type': 'application/problem+json' }, body }
}
