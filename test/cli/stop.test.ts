/** The end of a host as its operator sees it: what is asked for is answered, and nothing keeps it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { isAlive } from '../engine/run/is-alive.ts'
import { type Api, createApi } from '../support/api.ts'
import { listDescendants } from '../support/list-descendants.ts'
import { makeBundle } from '../support/make-bundle.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname
const source = `
import { pbkdf2Sync } from 'node:crypto'
const volume = () => ({ shape: [1, 1, 4], data: new Uint8Array(4) })
export function stuck(report) {
  report.report('going')
  pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512')
  return volume()
}
export async function waits(seconds, report) {
  report.report('going')
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return volume()
}
export function large() {
  return { shape: [64, 1024, 1024], data: new Uint8Array(64 * 2 ** 20) }
}
`
let plugins: string
let child: ChildProcess
let api: Api
const opened: { destroy(): void }[] = []

beforeAll(() => {
  plugins = mkdtempSync(join(tmpdir(), 'specimen-stop-'))
  const seconds = { type: 'number', default: 0.5 }
  makeBundle(plugins, {
    name: 'stops',
    source,
    functions: [
      { name: 'stuck', returns: 'volume', progressAt: 0 },
      { name: 'waits', returns: 'volume', properties: { seconds }, progressAt: 1 },
      { name: 'large', returns: 'volume' },
    ],
  })
})
afterEach(() => {
  for (const one of opened.splice(0)) one.destroy()
  child.kill('SIGKILL')
})

/** Starts a host or relay as a process. */
async function start(command: 'serve' | 'relay', ...args: readonly string[]): Promise<void> {
  const own = ['--port', '0', '--plugins', plugins, '--log-level', 'silent']
  child = spawn(process.execPath, [cli, command, ...own, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  if (!child.stdout) throw new Error('stdout is piped above')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  api = createApi(String(line).replace('listening on ', ''))
}
/** Starts a job and resolves with its id when it has begun. */
async function startJob(id: string, params = {}): Promise<string> {
  const { job_id } = await api.start(id, params)
  const read = async () => (await api.json(`/api/jobs/${job_id}/progress`)).messages[0]?.text
  await expect.poll(read).toBe('going')
  return job_id
}
/** Returns the processes of the host, those of its plugins among them. */
function listProcesses(): number[] {
  const processes = listDescendants(Number(child.pid))
  expect(processes).not.toEqual([])
  return processes
}
const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
  const exit = once(child, 'exit')
  child.kill(signal)
  return await exit
}
describe('SIGTERM', () => {
  it('ends a host whose plugin is stuck in a native call, with clients that say nothing and WebSockets', async () => {
    await start('relay', '--drain-timeout', '1')
    await startJob('stuck')
    const processes = listProcesses()
    const agent = new Agent({ keepAlive: true })
    opened.push(agent)
    const [idle] = await once(request(`${api.url}/api/specimens/`, { agent }).end(), 'response')
    idle.resume()
    const webSocket = new WebSocket(`${api.url.replace('http', 'ws')}/ws/federation/w1`, 'specimen-fed.v1')
    opened.push({ destroy: () => webSocket.terminate() })
    await once(webSocket, 'open')
    const said = once(webSocket, 'message')
    const closed = once(webSocket, 'close')
    const silent = connect(Number(new URL(api.url).port), '127.0.0.1')
    opened.push(silent)
    silent.on('error', () => {})
    await once(silent, 'connect')
    expect(await stop()).toEqual([0, null])
    expect(String((await said)[0])).toContain('stopping')
    await closed
    await expect.poll(() => processes.filter(isAlive)).toEqual([])
  })

  it('cuts no answer, and lets a job end whose client goes on to ask', async () => {
    await start('serve', '--drain-timeout', '60')
    const slow = await api.get('/api/specimens/large/data?room_id=other')
    const [job, longest] = [
      await startJob('waits', { seconds: 1 }),
      await startJob('waits', { seconds: 3600 }),
    ]
    const exit = stop()
    const [bytes, ended] = await Promise.all([slow.arrayBuffer(), api.settle(job)])
    expect(bytes.byteLength).toBeGreaterThan(64 * 2 ** 20)
    expect(ended.status).toBe('done')
    expect((await api.get(`/api/jobs/${job}/result`)).status).toBe(200)
    await api.cancel(longest)
    expect(await exit).toEqual([0, null])
  })

  it('answers everything during the delay that balancers need', async () => {
    await start('serve', '--drain-delay', '1')
    const exit = stop()
    for (let i = 0; i < 3; i++) expect((await fetch(`${api.url}/api/specimens/`)).status).toBe(200)
    expect(await exit).toEqual([0, null])
  })
})

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('ends at once by a second signal (%s), with what runs', async (signal, code) => {
  await start('serve', '--drain-timeout', '3600')
  await startJob('stuck')
  const processes = listProcesses()
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const asking = request(`${api.url}/api/specimens/waits/data`, { method: 'POST', headers })
  const waiting = once(asking, 'response').then(
    ([{ statusCode }]) => statusCode,
    () => 'cut',
  )
  asking.flushHeaders()
  await once(asking, 'continue') // so it was taken before the first signal
  asking.end('{"params":{"seconds":3600}}')
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const refused = async () =>
    await api.get('/').then(
      ({ status }) => status,
      () => 'refused',
    )
  await expect.poll(refused).not.toBe(200)
  child.kill(signal)
  expect(await exit).toEqual([code, null])
  expect(await waiting).toBe('cut')
  await expect.poll(() => processes.filter(isAlive)).toEqual([])
})
