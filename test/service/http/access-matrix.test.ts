/**
 * Every route that a host declares, asked by every kind of caller. What must come of it follows from the
 * declaration and from what the OpenAPI document says of the route's inputs, so that a new route is asked
 * too.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, createWorker, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccess } from '../../../core/service/access/access.ts'
import type { Scope } from '../../../core/service/access/caller.ts'
import { createToken } from '../../../core/service/access/token.ts'
import { type TokenLine, writeLine } from '../../../core/service/access/token-file.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'
import type { DeclaredRoute } from '../../../core/service/http/routes/access.ts'
import type { ServedParts } from '../../../core/service/http/server.ts'
import { createServer } from '../../../core/service/http/server.ts'
import { Watch } from '../../../core/service/watch/watch.ts'
import type { Body } from '../../support/api.ts'
import { createTestNetwork } from '../../support/network.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { createUnlimitedAccount } from './unlimited-ledger.ts'

/** A kind of caller: what it shows, and what it may do. */
interface Kind {
  readonly name: string
  readonly token: string | undefined
  /** Undefined for whoever is not let in. */
  readonly scopes?: readonly Scope[]
  readonly isConfinedTo?: 'room' | 'specimen'
}

/** What a request names: the caller's own room and specimen, or another's. */
interface Names {
  readonly room: 'lab' | 'elsewhere'
  readonly id: 'tetra' | 'grid'
}

const issuer = 'https://id.example.org'
const log = { debug() {}, info() {}, warn() {}, error() {} }
let host: Host
let routes: readonly DeclaredRoute[]
let kinds: readonly Kind[]
let document: Body
let remove: () => void
/** A job of each caller that may start one, by the caller's name. */
const jobs = new Map<string, string>()

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-matrix-'))
  const probe = makeProbe()
  remove = () => {
    for (const path of [folder, probe.folder]) rmSync(path, { recursive: true })
  }
  const lines: string[] = []
  const add = (name: string, scopes: readonly Scope[], more: Partial<TokenLine> = {}): Kind => {
    const { text, ...made } = createToken(randomBytes)
    const grant = { name, scopes, rooms: null, specimens: null, endsAt: Number.POSITIVE_INFINITY }
    lines.push(writeLine({ ...made, ...grant, ...more }))
    return { name, token: text, scopes }
  }
  const both = ['read', 'invoke'] as const
  const { scopes: _, ...expired } = add('expired', ['read', 'invoke', 'admin'], { endsAt: Date.now() - 1 })
  const known: Kind[] = [
    { name: 'nobody', token: undefined },
    { name: 'wrong', token: createToken(randomBytes).text },
    expired,
    { name: 'the one token', token: 'the one token', scopes: ['read', 'invoke', 'admin'] },
    add('read', ['read']),
    add('invoke', ['invoke']),
    add('admin', ['admin']),
    { ...add('room', both, { rooms: ['lab'] }), isConfinedTo: 'room' },
    { ...add('specimen', both, { specimens: ['tetra'] }), isConfinedTo: 'specimen' },
  ]
  const [tokens, jwtKeys] = [join(folder, 'tokens.txt'), join(folder, 'keys.json')]
  writeFileSync(tokens, lines.join('\n'))
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(jwtKeys, JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a' }] }))
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 3600
  const claims = { iss: issuer, aud: 'specimens', sub: 'ada', exp, scope: 'read invoke' }
  const signed = `${encode({ alg: 'ES256', kid: 'a' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const jwt = { jwtKeys, jwtIssuer: issuer, jwtAudience: 'specimens' }
  const access = { token: 'the one token', tokens, ...jwt }
  const { plugins, specimens } = probe
  host = await createHost({ plugins, specimens, ...access, logLevel: 'silent' })
  const given = await post('/api/tickets', 'the one token', { room_id: 'lab' })
  kinds = [
    ...known,
    { name: 'jwt', token: `${signed}.${signature.toString('base64url')}`, scopes: both },
    { name: 'ticket', token: given.json().ticket, scopes: both, isConfinedTo: 'room' },
  ]
  for (const { name, token, scopes } of kinds) {
    if (!scopes?.includes('invoke')) continue
    const started = await post('/api/specimens/tetra/start', token, { room_id: 'lab' })
    jobs.set(name, started.json().job_id)
  }
  document = (await host.inject('/openapi.json')).json()
  routes = await listRoutes()
})
afterAll(async () => {
  await host.close()
  remove()
})

async function post(url: string, token: string | undefined, payload: object) {
  return await host.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
}

/** Those of a server without a host behind it, which are the same. */
async function listRoutes(): Promise<readonly DeclaredRoute[]> {
  const publicPath = createPublicPath(undefined, undefined)
  const watch = new Watch({ log, now: Date.now, idPrefix: 't' })
  const given: unknown = {
    envelopeMediaType: 'application/x-test',
    legacyClient: false,
    publicPath,
    account: createUnlimitedAccount(),
    log,
    watch,
    readiness: [],
  }
  const parts = given as ServedParts // no route is asked
  const settings = { token: 'x', host: '127.0.0.1', allowAnonymous: false }
  const access = await openAccess(settings, { log, now: Date.now })
  const files = { envelopeDocument: new URL(import.meta.url), viewerFiles: new URL(import.meta.url) }
  const server = await createServer({
    parts,
    version: '0',
    ...files,
    access,
    network: createTestNetwork(),
    bodyBytes: 1,
  })
  await server.close()
  return server.routes
}

/** The names of what a route takes: in its path, its query and its body, as the document has them. */
function listInputs({ operation, url }: DeclaredRoute): { query: string[]; body: string[]; path: string[] } {
  const path = [...url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  const described = Object.values<Body>(document.paths)
    .flatMap((methods) => Object.values<Body>(methods))
    .find(({ operationId }) => operationId === operation)
  const schema: string = described?.requestBody?.content['application/json']?.schema.$ref ?? ''
  const body = Object.keys(document.components.schemas[schema.split('/').at(-1) ?? '']?.properties ?? {})
  const parameters: readonly Body[] = described?.parameters ?? []
  return { path, body, query: parameters.filter((one) => one.in === 'query').map(({ name }) => name) }
}

async function ask(route: DeclaredRoute, { name, token }: Kind, { room, id }: Names) {
  const { body, query } = listInputs(route)
  const job = jobs.get(name) ?? jobs.get('the one token') ?? ''
  const url = route.url
    .replace(':job_id', job)
    .replace(':room_id', room)
    .replace(/:(specimen_id|name)/, id)
    .replace('*', 'zarr.json')
  const payload = {
    ...(body.includes('room_id') && { room_id: room }),
    ...(body.includes('function_name') && { function_name: id }),
  }
  const answer = await host.inject({
    method: route.method as 'GET', // as Fastify has it
    url: query.includes('room_id') ? `${url}?room_id=${room}` : url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(route.method === 'POST' && { payload }),
  })
  const { statusCode: status } = answer
  const code = status < 400 || route.method === 'HEAD' ? undefined : answer.json().code
  return { status, code, challenge: answer.headers['www-authenticate'] }
}

/** Returns the status and code that a refusal must have; null where there must be none. */
function expectRefusal(route: DeclaredRoute, kind: Kind, { room, id }: Names): [number, string] | null {
  const { scope } = route
  const { scopes, token, isConfinedTo } = kind
  const { path, body, query } = listInputs(route)
  if (scope === 'open' || scope === 'peer') return null // no host by itself has routes for peers
  if (!scopes) return [401, token === undefined ? 'token.missing' : 'token.refused']
  if (!scopes.includes(scope)) return [403, 'scope.missing']
  const takesRoom = [...path, ...body, ...query].includes('room_id')
  if (isConfinedTo === 'room' && room !== 'lab' && takesRoom) return [403, 'room.refused']
  const isHidden = isConfinedTo === 'specimen' && id !== 'tetra'
  if (isHidden && path.includes('specimen_id')) return [404, 'specimen.unknown']
  if (isHidden && (path.includes('name') || body.includes('function_name'))) return [404, 'function.unknown']
  if (path.includes('job_id') && !jobs.has(kind.name)) return [404, 'job.unknown']
  if (route.operation === 'readZarr' && id === 'tetra') return null // no store is of a mesh
  if (isData(route) && route.method !== 'HEAD' && !scopes.includes('invoke')) return [403, 'scope.missing']
  return null
}

describe('the matrix of routes and callers', () => {
  it('has every route, and every operation has its scope in the document', () => {
    expect(routes.length).toBeGreaterThan(25)
    for (const { operation, scope, method } of routes) {
      if (operation === undefined || method === 'HEAD') continue
      const described = Object.values<Body>(document.paths)
        .flatMap((methods) => Object.values<Body>(methods))
        .find(({ operationId }) => operationId === operation)
      expect(described?.security, operation).toEqual([scope === 'open' ? {} : { bearer: [scope] }])
    }
  })

  it('is as the declarations say, in the own and in another room, of the own and of another specimen', async () => {
    const wrong: string[] = []
    let count = 0
    for (const room of ['elsewhere', 'lab'] as const)
      for (const id of ['grid', 'tetra'] as const)
        for (const kind of kinds)
          for (const route of routes) {
            // What another has computed there is there.
            if (isData(route)) await post('/api/processing/cache/clear', 'the one token', {})
            const wanted = expectRefusal(route, kind, { room, id })
            const { status, code, challenge } = await ask(route, kind, { room, id })
            count++
            const isRefusal = [401, 403].includes(status) || /^(specimen|function|job)\.unknown/.test(code)
            const isRight = wanted
              ? status === wanted[0] && [wanted[1], undefined].includes(code)
              : !isRefusal
            const isTold = !/^40[13]$/.test(String(status)) || String(challenge).startsWith('Bearer')
            const isAnswer = status < 500 || route.url === '/readyz' // 503 while processes start
            if (isRight && isTold && isAnswer) continue
            const found = `${status} ${code} (${challenge})`
            wrong.push(
              `${kind.name}: ${route.method} ${route.url} of ${id} in ${room}: ${found}, not ${wanted}`,
            )
          }
    expect(wrong).toEqual([])
    expect(count).toBe(routes.length * kinds.length * 4)
  })
})

/** Whether a route answers with what is there, and has it computed for whoever may invoke. */
function isData({ scope, cost }: DeclaredRoute): boolean {
  return scope === 'read' && cost === 'run'
}

describe('a caller', () => {
  const bearer = (name: string) => ({
    authorization: `Bearer ${kinds.find((kind) => kind.name === name)?.token}`,
  })
  const get = async (name: string, url: string, more: object = {}) =>
    await host.inject({ method: 'GET', url, headers: { ...bearer(name), ...more } })

  it('that may only read gets what the room has, a file in every form, and a word about what is not there', async () => {
    const url = '/api/specimens/tetra/data?room_id=readers'
    const refused = await get('read', url)
    expect(refused.statusCode).toBe(403)
    expect(refused.json().detail).toBe(
      'The room "readers" holds no result of tetra for these parameters. ' +
        'This token is for read; use one that is for invoke.',
    )
    expect((await get('jwt', url)).statusCode).toBe(200)
    expect((await get('read', url)).statusCode).toBe(200)
    expect((await get('read', '/api/specimens/rock/data')).statusCode).toBe(200)
    const decoded = await get('read', '/api/specimens/rock/data', { accept: 'application/json' })
    expect([decoded.statusCode, decoded.json().type]).toEqual([200, 'mesh'])
  })

  it('of some specimens sees no others, by no way', async () => {
    const ids = (await get('specimen', '/api/specimens/')).json().map(({ id }: Body) => id)
    const names = (await get('specimen', '/api/processing/functions')).json().map(({ name }: Body) => name)
    expect([ids, names]).toEqual([['tetra'], ['tetra']])
    const absent = (await get('specimen', '/api/specimens/absent')).json()
    const hidden = (await get('specimen', '/api/specimens/grid')).json()
    expect(hidden).toEqual(JSON.parse(JSON.stringify(absent).replaceAll('absent', 'grid')))
    // A name of one of its parameters is no parameter either.
    const askOf = async (caller: 'specimen' | 'jwt', id: string) =>
      (await get(caller, `/api/specimens/${id}/data?depth=3`)).json()
    expect(await askOf('specimen', 'grid')).toEqual(await askOf('specimen', 'absent'))
    expect(await askOf('jwt', 'grid')).not.toEqual(await askOf('jwt', 'absent'))
    const own = (await get('specimen', '/api/specimens/')).headers.etag
    const all = (await get('read', '/api/specimens/')).headers.etag
    expect(own).not.toBe(all)
    expect((await get('specimen', '/api/specimens/', { 'if-none-match': all })).statusCode).toBe(200)
    expect((await get('specimen', '/api/specimens/', { 'if-none-match': own })).statusCode).toBe(304)
  })

  it('of one room means it where a request names none', async () => {
    const started = await host.inject({
      method: 'POST',
      url: '/api/processing/invoke',
      payload: { function_name: 'tetra', kwargs: { size: 7 } },
      headers: bearer('room'),
    })
    expect(started.statusCode).toBe(200)
    const url = `/api/specimens/tetra/data?params=${encodeURIComponent('{"size":7}')}`
    expect((await get('read', `${url}&room_id=lab`)).statusCode).toBe(200)
    expect((await get('read', `${url}&room_id=service`)).statusCode).toBe(403)
    expect((await get('ticket', url)).statusCode).toBe(200)
  })

  it('has no job of another, whatever both may do', async () => {
    const job = jobs.get('jwt')
    for (const { name, scopes } of kinds.filter(({ scopes }) => scopes?.includes('read'))) {
      const wanted = name === 'jwt' ? 200 : 404
      expect((await get(name, `/api/jobs/${job}/progress`)).statusCode, `${name} ${scopes}`).toBe(wanted)
    }
  })

  it('hands out no more than it has', async () => {
    const give = async (name: string, payload: object) =>
      (await host.inject({ method: 'POST', url: '/api/tickets', payload, headers: bearer(name) })).json()
    expect(await give('read', { scopes: ['invoke'] })).toMatchObject({ code: 'scope.missing' })
    expect(await give('room', { room_id: 'elsewhere' })).toMatchObject({ code: 'room.refused' })
    expect(await give('the one token', { scopes: ['admin'] })).toMatchObject({ code: 'request.invalid' })
    expect(await give('the one token', { scopes: [] })).toMatchObject({ code: 'request.invalid' })
    expect(await give('the one token', { expires_in: 86_401 })).toMatchObject({ code: 'request.invalid' })
    expect(await give('the one token', { expires_in: 0.5 })).toMatchObject({ code: 'request.invalid' })
    expect(await give('the one token', { room: 'lab' })).toMatchObject({ code: 'request.invalid' })
    expect(await give('the one token', {})).toMatchObject({ room_id: 'service', scopes: ['read', 'invoke'] })
    const { ticket } = await give('specimen', { room_id: 'lab', scopes: ['read'] })
    const headers = { authorization: `Bearer ${ticket}` }
    const listed = await host.inject({ method: 'GET', url: '/api/specimens/', headers })
    expect(listed.json().map(({ id }: Body) => id)).toEqual(['tetra'])
    const again = await host.inject({ method: 'POST', url: '/api/tickets', payload: {}, headers })
    expect(again.json()).toMatchObject({ room_id: 'lab', scopes: ['read'] })
  })
})

it('a host that asks for no token hands out no tickets', async () => {
  const open = await createHost({ plugins: '', specimens: '', logLevel: 'silent' })
  const answer = await open.inject({ method: 'POST', url: '/api/tickets', payload: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
  await open.close()
})

it('a host that others reach starts without a token only when that is wanted', async () => {
  const elsewhere = { host: '0.0.0.0', plugins: '', specimens: '', logLevel: 'silent' } as const
  await expect(createHost(elsewhere)).rejects.toThrow('--allow-anonymous')
  for (const more of [{ allowAnonymous: true }, { token: 'x' }])
    await (await createHost({ ...elsewhere, ...more })).close()
})

it('what a worker has is there for whom it is named, and a job at it for whoever started it', async () => {
  const { folder, plugins, specimens } = makeProbe()
  const tokens = join(folder, 'tokens.txt')
  const make = (name: string, more: Partial<TokenLine> = {}) => {
    const { text, ...made } = createToken(randomBytes)
    const grant = { name, scopes: ['read', 'invoke'] as const, rooms: null, specimens: null }
    return { text, line: writeLine({ ...made, ...grant, endsAt: Number.POSITIVE_INFINITY, ...more }) }
  }
  const [all, some] = [make('all'), make('some', { specimens: ['w1:tetra'], rooms: ['lab'] })]
  writeFileSync(tokens, [all.line, some.line].join('\n'))
  const relay = await createHost({ relay: true, tokens, port: 0, logLevel: 'silent' })
  const url = await relay.listen()
  const worker = await createWorker({ relay: url, id: 'w1', plugins, specimens, logLevel: 'silent' })
  await worker.connected
  const ask = async ({ text }: { readonly text: string }, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers }
    const answer = await fetch(url + path, init)
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  const listed = (await ask(some, '/api/specimens/')).body
  expect(listed.map(({ id }: Body) => id)).toEqual(['w1:tetra'])
  expect((await ask(some, '/api/specimens/w1:grid')).status).toBe(404)
  expect((await ask(some, '/api/processing/invoke', { function_name: 'w1:grid' })).status).toBe(404)
  const elsewhere = { function_name: 'w1:tetra', room_id: 'service' }
  expect((await ask(some, '/api/processing/invoke', elsewhere)).body.code).toBe('room.refused')
  const beside = { function_name: 'w1:tetra', room_id: 'lab~preview' }
  expect((await ask(some, '/api/processing/invoke', beside)).status).toBe(200)
  const alike = { function_name: 'w1:tetra', room_id: 'labs' }
  expect((await ask(some, '/api/processing/invoke', alike)).body.code).toBe('room.refused')
  const started = await ask(some, '/api/specimens/w1:tetra/start', {})
  const progress = `/api/jobs/${started.body.job_id}/progress`
  expect([(await ask(some, progress)).status, (await ask(all, progress)).status]).toEqual([200, 404])
  await worker.close()
  await relay.close()
  rmSync(folder, { recursive: true })
})
