/** The names under which a host answers, and whom it believes about its client. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { NetworkOptions } from '../../../../core/service/http/network.ts'
import { createProxies } from '../../../../core/service/http/request/proxies.ts'
import { createTestNetwork } from '../../../support/network.ts'

/** A request as far as it is looked at. */
function toMessage(headers: IncomingMessage['headers'], remoteAddress = '127.0.0.1'): IncomingMessage {
  const message: unknown = { headers, socket: { remoteAddress } }
  return message as IncomingMessage // of which nothing else is read
}

function isTaken(host: string | undefined, options: Partial<NetworkOptions> = {}, more = {}): boolean {
  try {
    createTestNetwork(options).names.check(toMessage({ ...(host !== undefined && { host }), ...more }))
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'host.unknown', message: expect.stringContaining('--public-name') })
    return false
  }
}

describe('a host on this machine', () => {
  it.each([
    undefined,
    'localhost',
    'LOCALHOST:8000',
    'localhost.',
    'app.localhost:8000',
    '127.0.0.1:8000',
    '127.0.0.1',
    '[::1]:8000',
    '[fe80::1]',
    '192.168.1.20:8000',
  ])('answers to %s', (host) => {
    expect(isTaken(host)).toBe(true)
  })

  it.each([
    '',
    'evil.example',
    'evil.example:8000',
    'lab-pc',
    'lab-pc.local',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'xlocalhost',
    'localhost:8000:1',
    'evil@127.0.0.1',
    '127.0.0.1@evil.example',
    '[::1',
    '0x7f000001',
    'evil.example,localhost',
  ])('does not answer to %j', (host) => {
    expect(isTaken(host)).toBe(false)
  })
})

it('answers to the name of its machine, and to the one it listens on, where others reach it', () => {
  for (const host of ['lab-pc:8000', 'lab-pc.local', 'lab-pc.example.org', 'LAB-PC'])
    expect(isTaken(host, { host: '0.0.0.0' }), host).toBe(true)
  expect(isTaken('other', { host: '0.0.0.0' })).toBe(false)
  expect(isTaken('other', { host: 'Other' })).toBe(true)
})

it('answers to the names that it was given, at any port', () => {
  const publicName = 'Lab.example.org, specimens'
  for (const host of ['lab.example.org', 'lab.example.org:8443', 'specimens', 'lab.example.org.'])
    expect(isTaken(host, { publicName }), host).toBe(true)
  expect(isTaken('x.lab.example.org', { publicName })).toBe(false)
})

it.each(['https://lab.example.org', 'lab.example.org:8443', 'lab/x', '', 'a,,b', '*', '*.example.org'])(
  'refuses the names %j',
  (publicName) => {
    expect(() => createTestNetwork({ publicName })).toThrow('--public-name must be')
  },
)

describe('X-Forwarded-Host', () => {
  const options = { trustProxy: '127.0.0.1', publicName: 'lab.example.org' }

  it('must be a name of the host when a trusted proxy sends it, and so must Host', () => {
    const forwarded = (name: string) => ({ 'x-forwarded-host': name })
    expect(isTaken('localhost', options, forwarded('lab.example.org'))).toBe(true)
    expect(isTaken('localhost', options, forwarded('evil.example'))).toBe(false)
    expect(isTaken('localhost', options, forwarded('lab.example.org, evil.example'))).toBe(false)
    expect(isTaken('evil.example', options, forwarded('lab.example.org'))).toBe(false)
  })

  it('means nothing from anybody else', () => {
    const more = { 'x-forwarded-host': 'lab.example.org' }
    expect(isTaken('evil.example', { publicName: 'lab.example.org' }, more)).toBe(false)
    expect(isTaken('localhost', {}, { 'x-forwarded-host': 'evil.example' })).toBe(true)
  })
})

describe('the address of a client', () => {
  it.each([
    ['203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['203.0.113.9, 10.0.0.2', '10.0.0.1', '203.0.113.9'],
    ['203.0.113.9:4711', '10.0.0.1', '203.0.113.9'],
    ['[2001:db8::1]:4711', '10.0.0.1', '2001:db8::1'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.1', '10.0.0.3'],
    ['203.0.113.9, unknown', '10.0.0.1', '10.0.0.1'],
    ['', '10.0.0.1', '10.0.0.1'],
    ['203.0.113.9', '192.0.2.1', '192.0.2.1'],
    ['203.0.113.9', '::ffff:10.0.0.1', '203.0.113.9'],
  ])('is, of X-Forwarded-For %j from %s, %s', (forwarded, sender, client) => {
    const proxies = createProxies('10.0.0.0/8')
    expect(proxies.addressOf(toMessage({ 'x-forwarded-for': forwarded }, sender))).toBe(client)
  })

  it('is the sender’s when no proxy is trusted', () => {
    const request = toMessage({ 'x-forwarded-for': '203.0.113.9' })
    expect(createProxies(undefined).addressOf(request)).toBe('127.0.0.1')
  })
})
