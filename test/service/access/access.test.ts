/** Who is let in by which token: one, a file that changes, tickets, and an identity provider. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Access, type AccessSettings, openAccess } from '../../../core/service/access/access.ts'
import type { Caller } from '../../../core/service/access/caller.ts'
import { readScopes } from '../../../core/service/access/jwt.ts'
import { createToken } from '../../../core/service/access/token.ts'
import { writeLine } from '../../../core/service/access/token-file.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

let time = Date.UTC(2027, 0, 1)
const log = createTestLog()

async function open(
  settings: Partial<AccessSettings>,
  ticketSecrets?: readonly [string, ...string[]],
): Promise<Access> {
  const place = { host: '127.0.0.1', allowAnonymous: false }
  const access = await openAccess({ ...place, ...settings }, { log, now: () => time, ticketSecrets })
  onTestFinished(() => access.close())
  return access
}
const ask = async ({ authenticate }: Access, token: string): Promise<Caller> =>
  await authenticate(`Bearer ${token}`)
const refused = (problem: string | RegExp) =>
  expect.objectContaining({ code: 'token.refused', message: expect.stringMatching(problem) })

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
function makeLine(more: { readonly name?: string; readonly endsAt?: number } = {}) {
  const { text, ...made } = createToken(randomBytes)
  const grant = { name: 'lab', scopes: ['read'] as const, rooms: null, specimens: null }
  return { text, line: writeLine({ ...made, ...grant, endsAt: Number.POSITIVE_INFINITY, ...more }) }
}

describe('without a token configured', () => {
  it('everybody is let in, whatever they show', async () => {
    const access = await open({})
    expect(access.asksToken).toBe(false)
    expect(access.authenticate(undefined)).toMatchObject({ name: 'everybody' })
    expect(access.authenticate('Bearer x')).toMatchObject({ name: 'everybody' })
  })
})

describe('tokens of a file', () => {
  it('let in at once, each as whoever its line names; nothing and anything else is refused', async () => {
    const tokens = join(makeFolder(), 'tokens.txt')
    const [a, b, ended] = [makeLine(), makeLine({ name: 'b' }), makeLine({ endsAt: time - 1 })]
    writeFileSync(tokens, [a.line, b.line, ended.line].join('\n'))
    const access = await open({ tokens, token: 'the one' })
    expect(access.authenticate(`Bearer ${a.text}`)).toMatchObject({
      name: 'token:lab',
      scopes: new Set(['read']),
    })
    expect(await ask(access, b.text)).toMatchObject({ name: 'token:b' })
    expect(await ask(access, 'the one')).toMatchObject({
      name: 'token',
      scopes: new Set(['read', 'invoke', 'admin']),
    })
    expect(() => access.authenticate(undefined)).toThrow(expect.objectContaining({ code: 'token.missing' }))
    expect(() => access.authenticate('Basic eDp5')).toThrow(
      expect.objectContaining({ code: 'token.missing' }),
    )
    await expect(ask(access, ended.text)).rejects.toEqual(refused('ended on 2026-12-31'))
    const other = createToken(randomBytes).text
    const mixed = a.text.slice(0, 21) + b.text.slice(21) // the id of one, the secret of the other
    for (const wrong of ['x', other, mixed, `${a.text}x`, a.text.toUpperCase(), 'eyJ.eyJ.x'])
      await expect(ask(access, wrong)).rejects.toEqual(refused('does not know'))
  })

  it('are read again when the file changes; a broken one leaves the former in use and says so', async () => {
    const tokens = join(makeFolder(), 'tokens.txt')
    const [a, b] = [makeLine(), makeLine({ name: 'b' })]
    writeFileSync(tokens, a.line)
    const access = await open({ tokens })
    const names = () =>
      Promise.all(
        [a, b].map(({ text }) =>
          ask(access, text).then(
            ({ name }) => name,
            () => 'refused',
          ),
        ),
      )
    expect(await names()).toEqual(['token:lab', 'refused'])
    writeFileSync(tokens, `${a.line}\n${b.line}\n`)
    await expect.poll(names).toEqual(['token:lab', 'token:b'])
    writeFileSync(tokens, `${b.line}\nlab read`)
    const warnings = () => log.entries.filter(({ level }) => level === 'warn').map(({ message }) => message)
    await expect.poll(warnings).toHaveLength(1)
    expect(warnings()[0]).toMatch(/tokens\.txt, line 2: .*Those that were read before stay in use\./)
    expect(await names()).toEqual(['token:lab', 'token:b'])
    rmSync(tokens)
    await expect.poll(warnings).toHaveLength(2)
    expect(await names()).toEqual(['token:lab', 'token:b'])
    writeFileSync(tokens, b.line)
    await expect.poll(names).toEqual(['refused', 'token:b'])
  })

  it.each([
    ['is not there', undefined, 'cannot be opened'],
    ['is broken', 'lab read', 'line 1'],
  ])('end the start when the file %s', async (_, content, problem) => {
    const tokens = join(makeFolder(), 'tokens.txt')
    if (content !== undefined) writeFileSync(tokens, content)
    const wrong = expect.objectContaining({
      code: 'config.invalid',
      message: expect.stringContaining(problem),
    })
    await expect(open({ tokens })).rejects.toEqual(wrong)
  })
})

describe('tickets', () => {
  const wish = { room: 'lab', scopes: ['read'] as const, specimens: null, seconds: 60 }

  it('let in until they end, also those that were seen before', async () => {
    const access = await open({ token: 'x' })
    const { text } = access.issueTicket(wish)
    expect(access.authenticate(`Bearer ${text}`)).toMatchObject({ rooms: new Set(['lab']) })
    time += 61_000
    await expect(ask(access, text)).rejects.toEqual(refused('ended'))
    await expect(ask(await open({ token: 'x' }), text)).rejects.toEqual(refused('has not signed'))
  })

  it('are taken by each host of a group, also while its secret is changed, unless a file has the key', async () => {
    const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]
    const { text } = (await open({ token: 'x' }, [old])).issueTicket(wish)
    const { text: newer } = (await open({ token: 'x' }, [next, old])).issueTicket(wish)
    const between = await open({ token: 'x' }, [old, next])
    for (const ticket of [text, newer])
      expect(await ask(between, ticket)).toMatchObject({ rooms: new Set(['lab']) })
    await expect(ask(await open({ token: 'x' }, [next]), text)).rejects.toEqual(refused('has not signed'))
    const ticketKey = join(makeFolder(), 'key')
    writeFileSync(ticketKey, old)
    const other = await open({ token: 'x', ticketKey }, [old])
    await expect(ask(other, text)).rejects.toEqual(refused('has not signed'))
  })

  it('outlive a host by its key, and end with the token of their giver', async () => {
    const folder = makeFolder()
    const [tokens, ticketKey] = [join(folder, 'tokens.txt'), join(folder, 'key')]
    const { text: own, line } = makeLine()
    writeFileSync(tokens, line)
    writeFileSync(ticketKey, 'k'.repeat(32))
    const access = await open({ tokens, ticketKey })
    const giver = await ask(access, own)
    const { text } = access.issueTicket({ ...wish, giver })
    expect(await ask(await open({ tokens, ticketKey }), text)).toMatchObject({ rooms: new Set(['lab']) })
    expect(await ask(access, text)).toMatchObject({ rooms: new Set(['lab']) })
    writeFileSync(tokens, '# nobody\n')
    const problem = () =>
      ask(access, text).then(
        () => '',
        ({ message }: Error) => message,
      )
    await expect.poll(problem).toContain('has been taken back')
  })
})

describe('tokens of an identity provider', () => {
  const issuer = 'https://id.example.org'
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keySet = (...keys: KeyObject[]) =>
    JSON.stringify({
      keys: keys.map((key, i) => ({ ...key.export({ format: 'jwk' }), kid: `k${i}`, use: 'sig' })),
    })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const usual = () => ({
    iss: issuer,
    aud: 'specimens',
    sub: 'ada',
    exp: Math.floor(time / 1000) + 600,
    scope: 'openid read specimen:invoke',
  })
  /** By hand, so that the golden is not of the library that is tested. */
  function makeJwt(claims: object = {}, key = rsa.privateKey, header: object = {}): string {
    const signed = `${encode({ alg: 'RS256', kid: 'k0', ...header })}.${encode({ ...usual(), ...claims })}`
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }
  async function openProvider(keys: string, more: Partial<AccessSettings> = {}): Promise<Access> {
    return await open({ jwtKeys: keys, jwtIssuer: issuer, jwtAudience: 'specimens', ...more })
  }
  function writeKeys(...keys: KeyObject[]): string {
    const path = join(makeFolder(), 'keys.json')
    writeFileSync(path, keySet(...keys))
    return path
  }

  it('let in by the keys in a file, until they end', async () => {
    const access = await openProvider(writeKeys(rsa.publicKey))
    const token = makeJwt()
    for (let i = 0; i < 2; i++) {
      expect(await ask(access, token)).toMatchObject({
        ...{ name: 'jwt:ada', scopes: new Set(['read', 'invoke']), rooms: null },
      })
    }
    const soon = makeJwt({ exp: Math.floor(time / 1000) - 20 })
    expect(await ask(access, soon)).toMatchObject({ name: 'jwt:ada' })
    time += 10_000
    await expect(ask(access, soon)).rejects.toEqual(refused('"exp"'))
    time += 700_000
    await expect(ask(access, token)).rejects.toEqual(refused('"exp"'))
  })

  it('are refused when anything about them is wrong', async () => {
    const access = await openProvider(writeKeys(rsa.publicKey))
    const hmac = makeJwt({}, rsa.privateKey, { alg: 'HS256' })
    const none = `${encode({ alg: 'none' })}.${encode(usual())}.`
    const wrong: readonly (readonly [string, string])[] = [
      ['another key', makeJwt({}, other.privateKey)],
      ['an unknown key', makeJwt({}, other.privateKey, { kid: 'k9' })],
      ['a symmetric algorithm', hmac],
      ['no signature', none],
      ['another issuer', makeJwt({ iss: 'https://evil.example.org' })],
      ['another audience', makeJwt({ aud: 'mail' })],
      ['an end that has passed', makeJwt({ exp: Math.floor(time / 1000) - 60 })],
      ['a beginning to come', makeJwt({ nbf: Math.floor(time / 1000) + 600 })],
      ['no end', makeJwt({ exp: undefined })],
      ['no name', makeJwt({ sub: undefined })],
      ['a name with a space', makeJwt({ sub: 'a token:lab' })],
      ['a claim changed', makeJwt().replace(/\.[^.]+\./, `.${encode({ ...usual(), sub: 'eve' })}.`)],
    ]
    for (const [what, token] of wrong)
      await expect(ask(access, token), what).rejects.toMatchObject({ code: 'token.refused' })
    const tolerated = makeJwt({ exp: Math.floor(time / 1000) - 10, sub: 'late' })
    expect(await ask(access, tolerated)).toMatchObject({ name: 'jwt:late' })
  })

  it('are refused once their key has left the file', async () => {
    const path = writeKeys(rsa.publicKey)
    const access = await openProvider(path)
    const token = makeJwt()
    expect(await ask(access, token)).toMatchObject({ name: 'jwt:ada' })
    writeFileSync(path, keySet(other.publicKey))
    const isIn = () =>
      ask(access, token).then(
        () => true,
        () => false,
      )
    await expect.poll(isIn).toBe(false)
    expect(await ask(access, makeJwt({}, other.privateKey))).toMatchObject({ name: 'jwt:ada' })
  })

  it('let in by the keys at an address; while those cannot be had, that is no fault of the token', async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked++
      response.writeHead(asked === 1 ? 500 : 200, { 'content-type': 'application/json' })
      response.end(keySet(rsa.publicKey))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // it listens on a port
    const access = await openProvider(`http://127.0.0.1:${port}/jwks`)
    expect(asked).toBe(0)
    await expect(ask(access, makeJwt())).rejects.toMatchObject({ code: 'keys.unreachable' })
    expect(await ask(access, makeJwt())).toMatchObject({ name: 'jwt:ada' })
    await ask(access, makeJwt({ sub: 'bob' }))
    expect(asked).toBe(2)
  })

  it('are refused a minute after their key has left the address, new ones and those seen before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: time }) // the clock of jose
    onTestFinished(() => void vi.useRealTimers())
    let keys = keySet(rsa.publicKey)
    const server = createServer((_request, response) => response.end(keys))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // it listens on a port
    const access = await openProvider(`http://127.0.0.1:${port}/jwks`)
    const pass = (milliseconds: number) => {
      time += milliseconds
      vi.setSystemTime(time)
    }
    const [early, late] = [makeJwt(), makeJwt({ sub: 'late' })]
    await ask(access, early)
    keys = keySet(other.publicKey)
    pass(29_000)
    expect(await ask(access, late)).toMatchObject({ name: 'jwt:late' }) // by keys that are almost too old
    pass(1_000)
    for (const token of [early, makeJwt({ sub: 'new' })])
      await expect(ask(access, token)).rejects.toMatchObject({ code: 'token.refused' })
    pass(29_000)
    await expect(ask(access, late)).rejects.toMatchObject({ code: 'token.refused' })
    expect(await ask(access, makeJwt({}, other.privateKey))).toMatchObject({ name: 'jwt:ada' })
  })

  it.each([
    ['http://id.example.org/jwks', {}, 'https'],
    ['no-such-file.json', {}, 'cannot be opened'],
    ['https://id.example.org/jwks', { jwtAudience: undefined }, 'belong together'],
    ['https://id.example.org/jwks', { jwtIssuer: undefined }, 'belong together'],
  ])('end the start with %s and %j', async (keys, more, problem) => {
    await expect(openProvider(keys, more)).rejects.toThrow(problem)
  })

  it('end the start with a file that is no set of keys, and with an issuer alone', async () => {
    const path = join(makeFolder(), 'keys.json')
    for (const content of ['', '[]', '{"keys":7}']) {
      writeFileSync(path, content)
      await expect(openProvider(path)).rejects.toThrow('must be a JWK Set')
    }
    await expect(open({ jwtIssuer: issuer })).rejects.toThrow('belong together')
  })

  it.each([
    [{ scope: 'read admin' }, undefined, ['read', 'admin']],
    [{ scp: ['invoke'] }, undefined, ['invoke']],
    [{ scope: 'specimen:read other:admin reads' }, undefined, ['read']],
    [{ roles: ['admin'] }, undefined, []],
    [{ roles: ['admin', 7] }, 'roles', ['admin']],
    [{ realm_access: { roles: ['read'] } }, 'realm_access.roles', ['read']],
    [{ 'https://x.org/roles': ['read'] }, 'https://x.org/roles', ['read']],
    [{ scope: 'read' }, 'roles', []],
    [{ scope: { read: true } }, undefined, []],
    [{}, 'constructor.name', []],
  ])('have the scopes of the claims %j by the claim %s', (claims, path, wanted) => {
    expect(readScopes(claims, path)).toEqual(wanted)
  })
})
