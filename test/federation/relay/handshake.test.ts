/** Admission at the relay: who is taken for which worker, and the answers to those who are not. */
import { once } from 'node:events'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type HostOptions } from 'specimen-host'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { parseTokens } from '../../../core/federation/relay/worker-tokens.ts'
import { openRelay } from '../relay-harness.ts'
import {
  connectScriptedWorker,
  Refusal,
  ScriptedWorker,
  type ScriptedWorkerOptions,
  toCatalog,
} from '../scripted-worker.ts'
import { createRelayHarness, type RelayHarness, tokens } from './hostile-harness.ts'

/** Resolves with the refusal of a connection; fails when it is accepted. */
async function refusalOf(options: ScriptedWorkerOptions): Promise<Refusal> {
  try {
    const worker = await connectScriptedWorker(options)
    worker.terminate()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('the connection was accepted')
}

/** The code under which `/docs` explains each refusal. */
const codes: { readonly [status: number]: string } = {
  400: 'request.invalid',
  401: 'token.missing',
  403: 'worker.refused',
  426: 'protocol.unsupported',
}

/** Expects a problem body that a person can act on, without the token. */
function expectRefusal(refusal: Refusal, status: number, detail: RegExp): void {
  expect([refusal.status, refusal.headers['content-type']]).toEqual([status, 'application/problem+json'])
  expect(refusal.body).toMatchObject({
    type: `/docs#${codes[status]}`,
    code: codes[status],
    status,
    detail: expect.stringMatching(detail),
    title: expect.stringMatching(/\S/),
  })
  for (const token of Object.values(tokens)) expect(JSON.stringify(refusal.body)).not.toContain(token)
}

describe('a relay with tokens', () => {
  let folder: string
  let file: string
  let relay: RelayHarness
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'specimen-tokens-'))
    file = join(folder, 'tokens')
    const lines = [
      '# workers of the lab',
      '',
      'late token-of-the-late-one expires 2001-01-01T00:00:00Z',
      'soon token-of-the-soon-one expires 2999-01-01T00:00:00Z',
    ]
    await writeFile(file, `${lines.join('\n')}\n`)
    relay = await createRelayHarness({ workerTokens: file })
  })
  afterAll(async () => {
    await relay.close()
    await rm(folder, { recursive: true })
  })
  afterEach(async () => {
    await relay.expectSound()
  })
  const refused = (id: string, more: Partial<ScriptedWorkerOptions> = {}) =>
    refusalOf({ url: relay.url, id, ...more })

  it('takes a worker with the token of its id, until that expires', async () => {
    for (const [id, token] of [
      ['evil', tokens.evil],
      ['soon', 'token-of-the-soon-one'],
    ] as const) {
      const worker = await relay.connect(id, { token })
      expect((await worker.join({})).type).toBe('welcome')
      worker.terminate()
    }
  })
  it('takes the token in any spelling of its scheme', async () => {
    const worker = await relay.connect('soon', { headers: { authorization: 'bearer token-of-the-soon-one' } })
    expect((await worker.join({})).type).toBe('welcome')
    worker.terminate()
  })
  it.each([
    ['no token', 'evil', {}],
    ['a wrong token', 'evil', { token: 'token-of-nobody-at-all' }],
    ['an empty token', 'evil', { headers: { authorization: 'Bearer ' } }],
    ['the token of another id', 'evil', { token: tokens.other }],
    ['the beginning of its token', 'evil', { token: tokens.evil.slice(0, -1) }],
    ['its token and more', 'evil', { token: `${tokens.evil}x` }],
    ['an expired token', 'late', { token: 'token-of-the-late-one' }],
    ['the token of its id in other case', 'Evil', { token: tokens.evil }],
    ['an id that nobody has', 'nobody', { token: tokens.evil }],
    ['its token in another scheme', 'evil', { headers: { authorization: `Basic ${tokens.evil}` } }],
    ['its token in the address', `evil?token=${tokens.evil}`, {}],
    [
      'its token under its usual name in the address',
      `evil?access_token=${tokens.evil}&authorization=Bearer%20${tokens.evil}`,
      {},
    ],
    ['its token in a cookie', 'evil', { headers: { cookie: `token=${tokens.evil}` } }],
  ])('answers 401 when a worker has %s', async (_, id, more) => {
    const refusal = await refused(id, more)
    expectRefusal(refusal, 401, /token/)
    expect(refusal.headers['www-authenticate']).toMatch(/^Bearer/)
  })
  it('leaves the worker that is connected alone when another comes with a wrong token', async () => {
    const worker = await relay.join('other')
    expectRefusal(await refused('other', { token: tokens.evil }), 401, /token/)
    void worker.serve()
    expect((await relay.invoke('other:shape')).status).toBe(200)
    worker.terminate()
  })
  it('takes a token that was added to the file without a restart', async () => {
    expectRefusal(await refused('new', { token: 'token-of-the-new-one' }), 401, /token/)
    await appendFile(file, 'new token-of-the-new-one\n')
    const worker = await relay.connect('new', { token: 'token-of-the-new-one' })
    expect((await worker.join({})).type).toBe('welcome')
    worker.terminate()
  })
  it.each([
    ['none', []],
    ['an older one', ['specimen-fed.v0']],
    ['newer ones', ['specimen-fed.v2', 'specimen-fed.v3']],
    ['another spelling', ['Specimen-Fed.V1']],
  ])('answers 426 with its own version when those offered are %s', async (_, protocols) => {
    const refusal = await refused('evil', { token: tokens.evil, protocols })
    expectRefusal(refusal, 426, /specimen-fed\.v1/)
    expect(refusal.headers['sec-websocket-protocol']).toBe('specimen-fed.v1')
  })
  it('speaks its own version when it is one of several offered', async () => {
    const worker = await relay.connect('evil', { protocols: ['specimen-fed.v9', 'specimen-fed.v1', 'chat'] })
    expect(worker.webSocket.protocol).toBe('specimen-fed.v1')
    worker.terminate()
  })
  it.each(['http://127.0.0.1:8000', 'null', 'https://example.org'])(
    'answers 403 when a page of %s connects, token or not',
    async (origin) => {
      const foreign = await refused('evil', { token: tokens.evil, headers: { origin } })
      expect(foreign.body).toMatchObject({ status: 403, code: 'site.refused' })
      expectRefusal(
        await refused('evil', { token: tokens.evil, headers: { origin: relay.url } }),
        403,
        /page|browser/i,
      )
    },
  )
  it.each(['a:b', 'a%20b', 'a%2Fb', 'x'.repeat(129), 'reload', 'a%00', '%ff', 'ä'])(
    'answers 400 when the id is %s',
    async (id) => {
      expectRefusal(await refused(id, { token: tokens.evil }), 400, /id/)
    },
  )
  it('agrees to no extension when a worker offers some', async () => {
    const worker = await relay.connect('evil')
    expect(worker.webSocket.extensions).toBe('')
    worker.terminate()
  })
  it('refuses a second process with the id and the token while the first is there', async () => {
    const older = await relay.join('other', undefined, { instance: '4'.repeat(32) })
    const job = await relay.start('other:shape')
    await older.next('run')
    const newer = await relay.connect('other', { instance: '5'.repeat(32) })
    newer.hello()
    newer.announce({ functions: ['shape'] })
    expect(await newer.next('closing')).toMatchObject({
      code: 'taken',
      detail: expect.stringContaining('"other"'),
      retry_seconds: 10,
    })
    await newer.closed
    older.terminate()
    const again = await relay.join('other', undefined, { instance: '5'.repeat(32) })
    expect(await relay.api.settle(job)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('other'),
    })
    void again.serve()
    expect((await relay.invoke('other:shape')).status).toBe(200)
    again.terminate()
  })
  it('leaves the worker there is alone when a newer connection with its token says nothing', async () => {
    const older = await relay.join('other', undefined, { instance: '4'.repeat(32) })
    const newer = await relay.connect('other', { instance: '5'.repeat(32) })
    void older.serve()
    expect((await relay.invoke('other:shape')).status).toBe(200)
    newer.terminate()
    older.terminate()
  })
})

describe('a client that guesses tokens of workers', () => {
  const start = async (more: HostOptions) => {
    const relay = await createRelayHarness({ trustProxy: '127.0.0.1', ...more })
    onTestFinished(() => relay.close())
    const dial = async (client: string, token: string) => {
      const options = { url: relay.url, id: 'other', token, headers: { 'x-forwarded-for': client } }
      const worker = await connectScriptedWorker(options).catch((error: unknown) => error)
      if (worker instanceof Refusal) return worker.status
      if (!(worker instanceof ScriptedWorker)) throw worker
      worker.terminate()
      return 101
    }
    return { relay, dial }
  }

  it('may guess few, and not even be right after that, at any address of the host', async () => {
    const { relay, dial } = await start({ loginRate: 5 })
    const statuses: number[] = []
    for (let i = 0; i < 60; i++) statuses.push(await dial('192.0.2.1', `wrong-token-number-${i}`))
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(6)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(await dial('192.0.2.1', tokens.other)).toBe(429)
    expect(await dial('192.0.2.2', tokens.other)).toBe(101)
    await relay.expectSound()
  })

  it('is counted once for a token that it shows again and again', async () => {
    const { dial } = await start({ loginRate: 12 })
    for (let i = 0; i < 60; i++) expect(await dial('192.0.2.1', 'an-expired-token')).toBe(401)
    expect(await dial('192.0.2.1', tokens.other)).toBe(101)
  })

  it('is counted with its handshakes as with other requests', async () => {
    const { dial } = await start({ requestRate: 30 })
    const statuses: number[] = []
    for (let i = 0; i < 10; i++) statuses.push(await dial('192.0.2.1', tokens.other))
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(101))
    expect(statuses.slice(5)).toEqual(Array(5).fill(429))
    expect(await dial('192.0.2.2', tokens.other)).toBe(101)
  })
})

describe('a relay without tokens', () => {
  it('takes workers of this machine, but none that a proxy has passed on', async () => {
    const host = await createHost({ relay: true, port: 0, logLevel: 'silent', plugins: '', specimens: '' })
    const url = await host.listen()
    const worker = await connectScriptedWorker({ url, id: 'w1' })
    expect((await worker.join({ functions: ['shape'] })).type).toBe('welcome')
    for (const headers of [{ 'x-forwarded-for': '10.0.0.1' }, { forwarded: 'for=10.0.0.1' }]) {
      expectRefusal(await refusalOf({ url, id: 'w2', headers }), 403, /tokens/)
    }
    worker.terminate()
    await host.close()
  })
})

describe('bytes that come before a worker is taken', () => {
  it('are read in order, whether they come with the request or while its token is looked at', async () => {
    const asked = createDeferred<void>()
    const known = createDeferred<void>()
    const readTokens = async () => {
      asked.resolve()
      await known.promise
      return parseTokens('w1 token-of-this-worker', 'the test')
    }
    const relay = await openRelay({ readTokens })
    onTestFinished(() => relay.close())
    const accepted = once(relay.server, 'connection')
    const lines = [
      'GET /ws/federation/w1 HTTP/1.1',
      'host: localhost',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==',
      'sec-websocket-protocol: specimen-fed.v1',
      'authorization: Bearer token-of-this-worker',
    ]
    const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
    // Frames whose mask is 0, so that they need no masking here.
    const toFrame = (frame: object) => {
      const text = Buffer.from(JSON.stringify(frame))
      return Buffer.concat([Buffer.of(0x81, 0xfe, text.length >> 8, text.length % 256, 0, 0, 0, 0), text])
    }
    const hello = { type: 'hello', software: 'raw', instance: '0'.repeat(32), places: 1 }
    const bytes = Buffer.concat([request, toFrame(hello), toFrame(toCatalog({ functions: ['shape'] }))])
    const socket = connect(relay.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const cuts = [request.length + 20, request.length + 40, bytes.length]
    socket.write(bytes.subarray(0, cuts[0]))
    await asked.promise
    socket.write(bytes.subarray(cuts[0], cuts[1]))
    const [served] = (await accepted) as [Socket] // what the event gives
    await expect.poll(() => served.bytesRead).toBe(cuts[1])
    known.resolve()
    await once(socket, 'data')
    socket.write(bytes.subarray(cuts[1]))
    expect((await relay.catalogOf('w1')).functions).toHaveLength(1)
  })
})

describe('a host that is no relay', () => {
  it('upgrades nothing', async () => {
    const host = await createHost({ port: 0, logLevel: 'silent', plugins: '', specimens: '' })
    const url = await host.listen()
    await expect(connectScriptedWorker({ url, id: 'w1' })).rejects.toThrow()
    expect((await fetch(`${url}/api/specimens/`)).status).toBe(200)
    await host.close()
  })
})
