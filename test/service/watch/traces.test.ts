/** Traces of a host, taken by a collector that is played from the description of OTLP over HTTP. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { watchChannel } from '../../../core/service/watch/channels.ts'
import { OtlpExporter } from '../../../core/service/watch/trace/otlp-exporter.ts'
import { createApi } from '../../support/api.ts'
import { makeProbe } from '../../support/probe-bundle.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
}

interface Post {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly spans: readonly Span[]
}

async function playCollector(status = 200): Promise<{ url: string; posts: Post[] }> {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const { resourceSpans } = JSON.parse(text)
    posts.push({ url: request.url, headers: request.headers, spans: resourceSpans[0].scopeSpans[0].spans })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts }
}

async function startHost(otlpEndpoint: string) {
  const { folder, plugins, specimens } = makeProbe()
  const lines: { msg: string; trace?: string; err?: { message: string } }[] = []
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const host = await createHost({ plugins, specimens, port: 0, otlpEndpoint, logDestination })
  onTestFinished(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })
  return { host, lines, api: createApi(await host.listen()) }
}

const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'

it('sends request, queue, run and encoding as parts of the trace of the client', async () => {
  const { url, posts } = await playCollector()
  const { host, api, lines } = await startHost(`${url}/otel/`)
  const path = '/api/specimens/tetra/data?room_id=traced'
  await (await api.get(path, { traceparent: `00-${trace}-${parent}-01` })).arrayBuffer()
  await (await api.get('/api/specimens/failing/data', {})).arrayBuffer()
  await host.close() // what is left is sent at the end
  expect(posts.map(({ url: target, headers }) => [target, headers['content-type']])).toContainEqual([
    '/otel/v1/traces',
    'application/json',
  ])
  const all = posts.flatMap(({ spans }) => spans)
  const spans = all.filter(({ traceId }) => traceId === trace)
  const find = (name: string): Span => {
    const [found] = spans.filter((span) => span.name === name)
    if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
    return found
  }
  const request = find('GET /api/specimens/:specimen_id/data')
  const run = find('run tetra')
  expect([request.parentSpanId, request.kind]).toEqual([parent, 2])
  expect([run.parentSpanId, find('encode').parentSpanId]).toEqual([request.spanId, request.spanId])
  expect([find('queue').parentSpanId, find('compute').parentSpanId]).toEqual([run.spanId, run.spanId])
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5)
  for (const span of all) {
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
  }
  expect(lines.find(({ msg }) => msg === 'run ended')).toMatchObject({ trace })
  const failed = all.find(({ name }) => name === 'run failing')
  expect(failed?.status).toEqual({ code: 2, message: 'function.failed' })
  expect(failed?.traceId).toMatch(/^[0-9a-f]{32}$/)
})

it('sends nothing of a trace that its client does not record', async () => {
  const { url, posts } = await playCollector()
  const { host, api } = await startHost(url)
  await (
    await api.get('/api/specimens/tetra/data', { traceparent: `00-${trace}-${parent}-00` })
  ).arrayBuffer()
  await (await api.get('/api/specimens/', {})).arrayBuffer()
  await host.close()
  expect(posts.flatMap(({ spans }) => spans.map(({ name }) => name))).toEqual(['GET /api/specimens/'])
})

it('goes on without a collector, says so once, and counts what was dropped', async () => {
  const { url } = await playCollector(500)
  const { api, lines } = await startHost(url)
  await (await api.get('/api/specimens/')).arrayBuffer()
  const warnings = () => lines.filter(({ msg }) => msg === 'traces could not be sent and were dropped').length
  await expect.poll(warnings).toBe(1)
  expect(await (await api.get('/metrics')).text()).toMatch(/^specimen_trace_spans_dropped_total [1-9]/m)
})

/** Returns the address of a collector that takes traces and never answers. */
async function playHangingCollector(): Promise<string> {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('holds the spans of one batch and 4,096 more while its collector hangs, and counts the rest', async () => {
  const source = {}
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const endpoint = await playHangingCollector()
  const exporter = new OtlpExporter({ endpoint, environment: {}, version: 'test', log }, source)
  onTestFinished(() => exporter.close())
  const span = { traceId: trace, spanId: parent, parentId: undefined }
  const request = {
    ...{ origin: { id: 'r', span }, method: 'GET', route: '/', status: 200, milliseconds: 1 },
    ...{ encodeMilliseconds: undefined, endedAt: 1 },
  }
  for (let i = 0; i < 10_000; i++) watchChannel.publish({ source, request })
  expect(exporter.collect().map(({ samples }) => samples[0]?.value)).toEqual([10_000 - 512 - 4096])
})

it('ends soon when its collector takes traces and never answers', async () => {
  const { host, api, lines } = await startHost(await playHangingCollector())
  await (await api.get('/api/specimens/')).arrayBuffer()
  await host.close()
  const dropped = lines.find(({ msg }) => msg === 'traces could not be sent and were dropped')
  expect(dropped?.err?.message).toBe('the host ends') // and not the ten seconds that a host otherwise waits
})

it.each(['collector:4318', 'ftp://collector'])(
  'refuses to start with %j as its collector',
  async (endpoint) => {
    const options = { plugins: '', specimens: '', otlpEndpoint: endpoint, logLevel: 'silent' } as const
    await expect(createHost(options)).rejects.toThrow(/--otlp-endpoint.*must be a URL/)
  },
)
