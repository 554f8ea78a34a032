/** Requests for an upgrade that no worker sends: each is answered or refused, and costs the relay nothing. */
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRelayHarness, type RelayHarness, tokens } from './hostile-harness.ts'

describe('requests that no worker sends', () => {
  let relay: RelayHarness
  beforeAll(async () => {
    relay = await createRelayHarness()
  })
  afterAll(async () => {
    await relay.close()
  })
  afterEach(async () => {
    await relay.expectSound()
  })
  const sound = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
    'sec-websocket-protocol': 'specimen-fed.v1',
    authorization: `Bearer ${tokens.evil}`,
  }
  /** Sends a request by hand and resolves with the answer, once it begins or the connection is closed. */
  async function ask(
    line: string,
    headers: { readonly [name: string]: string | undefined },
    rest = '',
  ): Promise<string> {
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}`],
    )
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1')
    socket.write(`${[line, ...lines].join('\r\n')}\r\n\r\n${rest}`)
    const answer = await new Promise<string>((resolve, reject) => {
      socket.once('data', (bytes) => resolve(bytes.toString()))
      socket.once('close', () => resolve(''))
      socket.once('error', reject)
    })
    socket.destroy()
    return answer
  }
  const path = '/ws/federation/evil'

  it('are upgraded when they are sound, so that those below fail for what they say', async () => {
    expect(await ask(`GET ${path} HTTP/1.1`, sound)).toMatch(/^HTTP\/1\.1 101 /)
  })
  it.each([
    ['no key', { 'sec-websocket-key': undefined }],
    ['a key that is none', { 'sec-websocket-key': 'x' }],
    ['an old version of WebSocket', { 'sec-websocket-version': '7' }],
    ['a list of versions that is none', { 'sec-websocket-protocol': ',,specimen-fed.v1 x' }],
  ])('are answered with a refusal when they have %s', async (_, headers) => {
    expect(await ask(`GET ${path} HTTP/1.1`, { ...sound, ...headers })).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
  it('are answered with a refusal when they are POST', async () => {
    expect(await ask(`POST ${path} HTTP/1.1`, { ...sound, 'content-length': '0' })).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    )
  })
  it.each([
    '/ws/federation',
    '/ws/federation/',
    '/ws',
    '/',
    '/api/specimens/',
    '/ws/federation/evil/more',
    '/ws/federation/../evil',
    '/%77s/federation/evil',
    '/ws%2ffederation%2fevil',
    '/%2577s/federation/evil',
    '//ws/federation/evil',
    '/ws//federation/evil',
    '/./ws/federation/evil',
    '/docs/../ws/federation/evil',
    '/WS/federation/evil',
    '/ws/federation;x/evil',
    '\\ws\\federation\\evil',
    'http://localhost/more/ws/federation/evil',
    'ws://relay/ws/federation/evil',
    '*',
  ])('are answered 404 or 400 when a WebSocket is asked for at %s', async (place) => {
    expect(await ask(`GET ${place} HTTP/1.1`, sound)).toMatch(/^HTTP\/1\.1 40[04] /)
  })
  it('are answered as without it when an ordinary one offers HTTP/2, as clients in Java do', async () => {
    const offer = {
      host: 'localhost',
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAAB',
    }
    expect(await ask('GET /api/specimens/local HTTP/1.1', offer)).toMatch(/^HTTP\/1\.1 200 /)
    const body = '{"function_name":"local"}'
    const headers = { ...offer, 'content-type': 'application/json', 'content-length': String(body.length) }
    expect(await ask('POST /api/processing/invoke HTTP/1.1', headers, body)).toMatch(/^HTTP\/1\.1 200 /)
  })
  it('are refused as ordinary ones when the address of the channel is not upgraded', async () => {
    const response = await fetch(`${relay.url}${path}`)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })
  it('cost nothing when a frame comes with the request that is then refused', async () => {
    const answer = await ask(
      `GET ${path} HTTP/1.1`,
      { ...sound, authorization: 'Bearer wrong' },
      '\x82\xff'.repeat(1000),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})
