/** Polls that are answered before the router sees them, beside the answers of the route, which they equal. */
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createApi, expectProblem } from '../support/api.ts'
import { makeProbe } from '../support/probe-bundle.ts'
import { readBody, readHeaders, readStatus, sendRaw, toRequest } from '../support/raw-http.ts'

type Headers = { readonly [name: string]: string }

let probe: ReturnType<typeof makeProbe>
let host: Host
let url: string
/** Starts a host, and returns a finished job of so many messages. */
const start = async (options: HostOptions = {}, { messages = 2, headers = {} as Headers } = {}) => {
  const { plugins, specimens } = probe
  const common = { plugins, specimens, port: 0, logLevel: 'silent', trustProxy: '127.0.0.1' } as const
  host = await createHost({ ...common, ...options })
  url = await host.listen()
  const api = createApi(url, headers)
  const { job_id: job } = await api.start('chatty', { messages })
  await expect.poll(async () => (await api.json(`/api/jobs/${job}/progress`)).status).toBe('done')
  return { api, path: `/api/jobs/${job}/progress` }
}
beforeAll(() => {
  probe = makeProbe()
})
afterEach(async () => {
  await host.close()
})

/** Headers that only the route sends, or that the connection decides. */
const routeOnly = ['x-request-id', 'vary', 'cross-origin-resource-policy', 'date', 'connection', 'keep-alive']
/** Asks over the wire and, without a socket, the route; expects one answer, and says who has given the first. */
const ask = async (target: string, headers: Headers = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await sendRaw(url, toRequest(method, target, headers))
  const ofRoute = await host.inject({ method, url: target, headers: { host: 'localhost', ...headers } })
  const shown = readHeaders(answer)
  expect(readStatus(answer)).toBe(ofRoute.statusCode)
  const isOfRoute = shown['x-request-id'] !== undefined
  if (!isOfRoute) {
    const keep = (all: object) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !routeOnly.includes(name)))
    expect({ ...keep(shown), text: readBody(answer) }).toEqual({
      ...keep({ ...ofRoute.headers, 'content-length': String(ofRoute.headers['content-length']) }),
      text: ofRoute.body,
    })
  }
  return { status: readStatus(answer), isOfRoute, body: readBody(answer) }
}

it('are answered as the route answers, with or without `since`', async () => {
  const { path } = await start()
  for (const target of [path, `${path}?since=0`, `${path}?since=999999999999999`]) {
    expect(await ask(target)).toMatchObject({ status: 200, isOfRoute: false })
  }
  expect(JSON.parse((await ask(`${path}?since=0`)).body).messages).toHaveLength(1)
})

it('go to the route where there is anything to say', async () => {
  const { path } = await start()
  for (const [status, target, headers] of [
    [200, `${path}?since=-1`],
    [200, `${path}?since=`],
    [200, `${path}/`],
    [200, path.replace('jobs', '%6aobs')],
    [400, `${path}?since=x`],
    [400, `${path}?since=1&since=2`],
    [400, `${path}?sinse=1`],
    [404, '/api/jobs/nobody/progress'],
    [200, path, { origin: 'https://elsewhere.example' }],
  ] as const) {
    expect({ target, ...(await ask(target, headers)) }).toMatchObject({ status, target, isOfRoute: true })
  }
  expect(await ask(path, {}, 'HEAD')).toMatchObject({ status: 200, isOfRoute: true })
  const refused = await sendRaw(url, toRequest('GET', path, { host: 'elsewhere.example' }))
  expect(readStatus(refused)).toBe(421)
})

it('go to the route when they are long, which compresses them', async () => {
  const { path } = await start({}, { messages: 100 })
  expect((await fetch(url + path)).headers.get('content-encoding')).toBeTruthy()
  expect(await ask(`${path}?since=97`)).toMatchObject({ isOfRoute: false })
})

it('belong to whoever has started the job', async () => {
  const authorization = 'Bearer the-token'
  const { api, path } = await start({ token: 'the-token' }, { headers: { authorization } })
  expect(await ask(path, { authorization })).toMatchObject({ status: 200, isOfRoute: false })
  expect(await ask(path)).toMatchObject({ status: 401 })
  expect(await ask(path, { authorization: `${authorization}x` })).toMatchObject({ status: 401 })
  const { ticket } = await (await api.post('/api/tickets', { room_id: 'service' })).json()
  const guest = { authorization: `Bearer ${ticket}` }
  for (let i = 0; i < 2; i++) expect(await ask(path, guest)).toMatchObject({ status: 404 })
})

it('tell pages of other origins what the route tells them', async () => {
  const page = 'https://page.example'
  const { path } = await start({ corsOrigin: page })
  expect(await ask(path, { origin: page })).toMatchObject({ status: 200, isOfRoute: false })
  expect(await ask(path)).toMatchObject({ status: 200, isOfRoute: false })
})

it('are found below the path where a proxy shows the host', async () => {
  const { path } = await start({ basePath: '/lab' })
  for (const target of [path, `/lab${path}`, `/lab/lab${path}`])
    expect(await ask(target)).toMatchObject({ status: 200, isOfRoute: false })
})

it('are counted once, whoever answers them', async () => {
  const { path } = await start({ requestRate: 60 })
  for (const [client, target] of [
    ['192.0.2.1', path],
    ['192.0.2.2', '/api/jobs/nobody/progress'],
    ['192.0.2.3', `${path}?since=-1`],
  ] as const) {
    const headers = { 'x-forwarded-for': client }
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await fetch(url + target, { headers })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    await expectProblem(await fetch(url + target, { headers }), 429, 'client.limited')
  }
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const line =
    /^specimen_http_request_duration_seconds_count\{route="[^"]*progress",[^}]*status="200"\} (\d+)$/m
  expect(Number(line.exec(metrics)?.[1])).toBeGreaterThanOrEqual(20)
})

it('each have a line in a log for debugging', async () => {
  const lines: { msg: string; route?: string }[] = []
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const { path } = await start({ logLevel: 'debug', logDestination })
  expect(await ask(path)).toMatchObject({ status: 200, isOfRoute: true })
  await expect
    .poll(() => lines.some(({ msg, route }) => msg === 'request' && route?.endsWith('/progress')))
    .toBe(true)
})
