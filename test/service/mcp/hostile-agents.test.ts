/** Messages that no honest client sends: by hand, over sockets. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../../core/service/access/token.ts'
import { type TokenLine, writeLine } from '../../../core/service/access/token-file.ts'
import { appMediaType } from '../../../core/service/mcp/apps/app.ts'
import { readMessage } from '../../../core/service/mcp/sessions/read-message.ts'
import { expectProblem } from '../../support/api.ts'
import { readStatus, sendRaw, toRequest } from '../../support/raw-http.ts'
import { callTool, initialize, messageHeaders, textOf, useAgents } from '../../support/use-agent.ts'
import { useProbeHost } from '../../support/use-host.ts'

const used = useProbeHost()
const connect = useAgents()
type Headers = { readonly [name: string]: string }

/** Sends a body to `/mcp`. */
async function post(body: unknown, headers: Headers = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return await fetch(`${used.url}/mcp`, {
    method: 'POST',
    headers: { ...messageHeaders, ...headers },
    body: text,
  })
}

/** Begins a session; returns its id. */
async function begin(headers: Headers = {}): Promise<string> {
  const answer = await post(initialize, headers)
  expect(answer.status).toBe(200)
  await answer.text()
  return answer.headers.get('mcp-session-id') ?? ''
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' } as const
/** Returns the bytes that clients hold of something, by the host's metrics. */
const readHeld = async (what: string, authorization = ''): Promise<number> => {
  const headers = authorization === '' ? {} : { authorization }
  const text = (await used.host.inject({ url: '/metrics', headers })).body
  const [, held = 'none'] =
    new RegExp(`^specimen_host_held_bytes{what="${what}"} (.*)$`, 'm').exec(text) ?? []
  return Number(held)
}

describe('a session', () => {
  it('is unknown to whoever has not begun it, and to all once it has ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-agents-'))
    const make = (name: string, more: Partial<TokenLine> = {}) => {
      const { text, ...made } = createToken(randomBytes)
      const grant = { name, scopes: ['read', 'invoke'] as const, rooms: null, specimens: null }
      return { text, line: writeLine({ ...made, ...grant, endsAt: Number.POSITIVE_INFINITY, ...more }) }
    }
    const [ada, eve] = [make('ada'), make('eve')]
    const tokens = join(folder, 'tokens.txt')
    writeFileSync(tokens, [ada.line, eve.line].join('\n'))
    await used.start({ tokens })
    const bearer = ({ text }: { text: string }) => ({ authorization: `Bearer ${text}` })
    const id = await begin(bearer(ada))
    const asks = (who: Headers) => post(list, { ...who, 'mcp-session-id': id })
    await expectProblem(await asks(bearer(eve)), 404, 'session.unknown')
    await expectProblem(await asks({}), 401, 'token.missing')
    const stream = { accept: 'text/event-stream', 'mcp-session-id': id, ...bearer(eve) }
    await expectProblem(await fetch(`${used.url}/mcp`, { headers: stream }), 404, 'session.unknown')
    await expectProblem(
      await fetch(`${used.url}/mcp`, { method: 'DELETE', headers: { 'mcp-session-id': id, ...bearer(eve) } }),
      404,
      'session.unknown',
    )
    expect((await asks(bearer(ada))).status).toBe(200)
    const end = { 'mcp-session-id': id, ...bearer(ada) }
    expect((await fetch(`${used.url}/mcp`, { method: 'DELETE', headers: end })).status).toBe(200)
    await expectProblem(await asks(bearer(ada)), 404, 'session.unknown')
  })

  it('begins with initialize alone, and each message is one', async () => {
    await used.start()
    await expectProblem(await post(list), 400, 'request.invalid')
    await expectProblem(await post([initialize]), 400, 'request.invalid')
    await expectProblem(await post('{'), 400, 'json.syntax')
    await expectProblem(await post(list, { 'mcp-session-id': 'guessed' }), 404, 'session.unknown')
    const id = await begin()
    await expectProblem(await post([list, list], { 'mcp-session-id': id }), 400, 'request.invalid')
    expect((await post(initialize, { 'mcp-session-id': id })).status).toBe(400)
    expect((await post({ jsonrpc: '1.0', id: 1 }, { 'mcp-session-id': id })).status).toBe(400)
    expect((await post(list, { 'mcp-session-id': id, 'mcp-protocol-version': '1999-01-01' })).status).toBe(
      400,
    )
    expect((await post(list, { 'mcp-session-id': id, accept: 'application/json' })).status).toBe(406)
    const large = { ...list, params: { cursor: 'x'.repeat(300_000) } }
    await expectProblem(await post(large, { 'mcp-session-id': id }), 413, 'body.large')
    const wrong = await (await post({ ...list, params: { cursor: '-1' } }, { 'mcp-session-id': id })).text()
    expect(wrong).toContain('cursor must be one of this list')
  })

  it('takes a place of the account until it ends, and one that was refused takes none', async () => {
    await used.start()
    const refused = await post(initialize, { accept: 'application/json' })
    expect(refused.status).toBe(406)
    expect(await readHeld('sessions')).toBe(0)
    const id = await begin()
    expect(await readHeld('sessions')).toBeGreaterThan(0)
    expect(await readHeld('replays')).toBeGreaterThan(0)
    await fetch(`${used.url}/mcp`, { method: 'DELETE', headers: { 'mcp-session-id': id } })
    expect(await readHeld('sessions')).toBe(0)
    expect(await readHeld('replays')).toBe(0)
  })
})

describe('initialize', () => {
  it('takes no place when it is refused, by the room, the token or the protocol', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-agents-'))
    const { text, ...made } = createToken(randomBytes)
    const grant = { name: 'ada', scopes: ['read'] as const, rooms: ['lab'], specimens: null }
    const tokens = join(folder, 'tokens.txt')
    const admin = createToken(randomBytes)
    const seeing = { ...grant, name: 'admin', scopes: ['admin'] as const, rooms: null }
    const endsAt = Number.POSITIVE_INFINITY
    const { text: adminText, ...adminMade } = admin
    const lines = [writeLine({ ...made, ...grant, endsAt }), writeLine({ ...adminMade, ...seeing, endsAt })]
    writeFileSync(tokens, lines.join('\n'))
    await used.start({ tokens })
    const authorization = `Bearer ${text}`
    const ask = async (query: string, body: object) => {
      const headers = { ...messageHeaders, authorization }
      const answer = await fetch(`${used.url}/mcp${query}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await answer.text()
      return answer.status
    }
    const statuses = new Set<number>()
    for (let i = 0; i < 20; i++) {
      statuses.add(await ask(`?room_id=${'x'.repeat(200)}`, initialize))
      statuses.add(await ask('?room_id=other', initialize))
      statuses.add(await ask('', { ...initialize, params: { capabilities: 1 } }))
      statuses.add(await ask('', { ...initialize, id: 'x'.repeat(257) }))
    }
    expect([...statuses].sort()).toEqual([400, 403])
    expect(await readHeld('sessions', `Bearer ${adminText}`)).toBe(0)
    expect(await ask('', initialize)).toBe(200)
    expect(await readHeld('sessions', `Bearer ${adminText}`)).toBeGreaterThan(0)
  })

  it('is kept as what is used of it', () => {
    const long = 'x'.repeat(100_000)
    const capabilities = {
      roots: { [long]: long },
      experimental: { a: Array.from({ length: 80_000 }, () => ({})) },
      extensions: { [long]: {}, 'io.modelcontextprotocol/ui': { mimeTypes: [appMediaType, long] } },
    }
    const clientInfo = { name: long, version: long, title: long, icons: [long] }
    const params = { protocolVersion: long, capabilities, clientInfo, _meta: { long } }
    const { params: kept = null } = readMessage({ ...initialize, params })
    expect(JSON.stringify(kept).length).toBeLessThan(1000)
    expect(kept).toMatchObject({
      capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [appMediaType] } } },
      clientInfo: { name: expect.stringMatching(/^x+…$/), version: expect.stringMatching(/^x+…$/) },
    })
  })
})

describe('a message', () => {
  it('with a long id or token is refused, by its name', async () => {
    await used.start()
    const id = await begin()
    const long = 'x'.repeat(257)
    const call = { name: 'tetra', arguments: {} }
    for (const [name, message] of [
      ['id', { ...list, id: long }],
      [
        'progressToken',
        { ...list, method: 'tools/call', params: { ...call, _meta: { progressToken: long } } },
      ],
      ['requestId', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: long } }],
    ] as const) {
      const refused = await post(message, { 'mcp-session-id': id })
      expect(await refused.text()).toContain(`${name} must be at most 256 characters (got 257)`)
      expect(refused.status).toBe(400)
    }
    const short = 'x'.repeat(256)
    expect((await post({ ...list, id: short }, { 'mcp-session-id': id })).status).toBe(200)
  })
})

describe('an answer that is asked for again', () => {
  it('is written once at a time, however many ask for it at once, and given back', async () => {
    await used.start()
    const id = await begin()
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    const params = { name: 'specimen_data', arguments: { specimen: 'big', params: { mebibytes: 2 } } }
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    const [, event = ''] = /^id: (\S+)$/m.exec(await (await post(call, headers)).text()) ?? []
    expect(await readHeld('answers')).toBe(0)
    const more = { ...headers, accept: 'text/event-stream', 'last-event-id': event }
    const toGet = (connection: string) => toRequest('GET', '/mcp', { ...more, connection })
    const answers = await sendRaw(used.url, toGet('keep-alive').repeat(99) + toGet('close'))
    const statuses = answers.match(/HTTP\/1\.1 \d{3}/g) ?? []
    expect(statuses).toHaveLength(100)
    expect(statuses.filter((status) => status.endsWith('200')).length).toBeLessThan(5)
    expect(answers).toContain('This stream is read on another connection; end that one first.')
    await expect.poll(() => readHeld('answers')).toBe(0)
  })
})

describe('a page of another site', () => {
  it('reaches no agent’s address, by its own name or by one that leads to the host', async () => {
    await used.start()
    const ask = async (method: string, headers: Headers) => {
      const answer = await sendRaw(used.url, toRequest(method, '/mcp', headers))
      return [readStatus(answer), /"code":"([a-z.]+)"/.exec(answer)?.[1]]
    }
    for (const method of ['POST', 'GET', 'DELETE']) {
      for (const origin of ['https://page.example', 'null', 'http://localhost:1'])
        expect(await ask(method, { origin })).toEqual([403, 'site.refused'])
      expect(await ask(method, { 'sec-fetch-site': 'cross-site' })).toEqual([403, 'site.refused'])
      expect(await ask(method, { host: 'rebound.example' })).toEqual([421, 'host.unknown'])
    }
  })
})

describe('an agent', () => {
  it('is limited in requests and runs as any client', async () => {
    await used.start({ requestRate: 8 })
    const id = await begin()
    const answers = []
    for (let i = 0; i < 8; i++) answers.push((await post(list, { 'mcp-session-id': id })).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('has its runs counted one by one, those of a sweep too', async () => {
    await used.start({ runRate: 3 })
    const agent = await connect(used.url)
    const sweep = { specimen: 'grid', parameter: 'depth', values: [1, 2, 3, 4, 5, 6] }
    const answer = await callTool(agent, 'sweep', sweep)
    expect([answer.isError, textOf(answer)]).toEqual([true, expect.stringContaining('--run-rate')])
  })

  it('is refused what would take long to compare, whatever its length', async () => {
    await used.start()
    const agent = await connect(used.url)
    const long = 'query '.repeat(20_000)
    for (const [name, given, words] of [
      ['find_specimens', { query: long }, 'query must be at most 200 characters'],
      ['look', { specimen: 'tetra', [long]: 1 }, 'There is no argument'],
      ['look', { specimen: 'tetra', view: long }, 'view must be at most 2000 characters'],
      ['look', { specimen: 'tetra', camera: Array.from(long, () => 1) }, 'view must be at most 2000'],
      ['tetra', { [long]: 1 }, 'params.invalid'],
    ] as const)
      expect(textOf(await callTool(agent, name, given))).toContain(words)
    await expect(agent.callTool({ name: long, arguments: {} })).rejects.toMatchObject({ code: -32602 })
  })

  it('has what its token allows: scopes, rooms and specimens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-agents-'))
    const lines: string[] = []
    const make = (name: string, more: Partial<TokenLine>) => {
      const { text, ...made } = createToken(randomBytes)
      const grant = { name, scopes: ['read', 'invoke'] as const, rooms: null, specimens: null }
      lines.push(writeLine({ ...made, ...grant, endsAt: Number.POSITIVE_INFINITY, ...more }))
      return text
    }
    const reader = make('reader', { scopes: ['read'] })
    const runner = make('runner', { scopes: ['invoke'] })
    const guest = make('guest', { rooms: ['lab'], specimens: ['tetra'] })
    const tokens = join(folder, 'tokens.txt')
    writeFileSync(tokens, lines.join('\n'))
    await used.start({ tokens })
    await expect(connect(used.url)).rejects.toThrow('token.missing')
    await expect(connect(used.url, { token: runner })).rejects.toThrow('scope.missing')
    await expect(connect(used.url, { token: guest, query: '?room_id=other' })).rejects.toThrow('room.refused')
    const [reading, confined] = [
      await connect(used.url, { token: reader }),
      await connect(used.url, { token: guest }),
    ]
    expect(textOf(await callTool(reading, 'tetra'))).toContain('use one that is for invoke')
    expect((await callTool(reading, 'look', { specimen: 'rock' })).isError).toBeUndefined()
    const { tools } = await confined.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['look', 'compare', 'sweep', 'join_room', 'set', 'point', 'note', 'leave_room'],
      'tetra',
    ])
    const own = await callTool(confined, 'tetra')
    expect(own.structuredContent).toMatchObject({ room_id: 'lab' })
    await expect(confined.callTool({ name: 'grid', arguments: {} })).rejects.toThrow('no tool "grid"')
    expect(textOf(await callTool(confined, 'look', { specimen: 'grid' }))).toContain('specimen.unknown')
    const { resources } = await confined.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'specimen://documents/ENVELOPE.md',
      'specimen://catalog/tetra',
      'specimen://stories/tetra',
    ])
    await expect(confined.readResource({ uri: 'specimen://catalog/grid' })).rejects.toMatchObject({
      code: -32002,
    })
    // What is there may be read without invoke.
    expect(
      (await callTool(await connect(used.url, { token: reader, query: '?room_id=lab' }), 'tetra')).isError,
    ).toBe(undefined)
  })

  it('gets what it has missed after a lost connection, and nothing of a stream that has ended', async () => {
    await used.start()
    const id = await begin()
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'tetra', arguments: {} } }
    const leave = new AbortController()
    const left = await fetch(`${used.url}/mcp`, {
      method: 'POST',
      headers: { ...messageHeaders, ...headers },
      body: JSON.stringify(call),
      signal: leave.signal,
    })
    const reader = left.body?.getReader()
    const text = new TextDecoder().decode((await reader?.read())?.value)
    const [, event = ''] = /^id: (\S+)$/m.exec(text) ?? []
    leave.abort()
    const resume = async (last: string) =>
      await fetch(`${used.url}/mcp`, {
        headers: { accept: 'text/event-stream', ...headers, 'last-event-id': last },
      })
    // Until the host has noticed that the connection is gone, its stream has an owner.
    let resumed = await resume(event)
    while (resumed.status === 409) resumed = await resume(event)
    expect(resumed.status).toBe(200)
    const missed = await readUntil(resumed, '"id":7')
    expect(missed).toContain('"structuredContent"')
    const [, last = ''] = /^id: (\S+)$/m.exec(missed) ?? []
    expect((await resume(last)).status).toBe(400)
    expect((await resume('0_guessed')).status).toBe(400)
  })
})

/** Reads a stream of events until a text has come, and leaves it. */
async function readUntil(answer: Response, wanted: string): Promise<string> {
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(wanted)) {
    const piece = await reader?.read()
    if (!piece || piece.done) throw new Error(`the stream ended without ${wanted}: ${text}`)
    text += decoder.decode(piece.value, { stream: true })
  }
  await reader?.cancel()
  return text
}

it('a host without agents has no such address', async () => {
  const api = await used.start({ mcp: 'off' })
  await expectProblem(await api.post('/mcp', initialize), 404, 'route.unknown')
  await used.host.close()
  await used.start({ host: '0.0.0.0', token: 'x' })
  const bearer = { authorization: 'Bearer x' }
  await expectProblem(await post(initialize, bearer), 404, 'route.unknown')
  await used.host.close()
  await used.start({ host: '0.0.0.0', token: 'x', mcp: 'on' })
  expect((await post(initialize, bearer)).status).toBe(200)
})
