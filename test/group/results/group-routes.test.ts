/** The route for other hosts: who may ask, and what everybody else gets. */
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { type GroupHost, type GroupHostOptions, secret, startGroupHost } from './group-host.ts'
import { smallMesh } from './samples.ts'

let host: GroupHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})

async function start(options: GroupHostOptions = {}): Promise<GroupHost> {
  host = await startGroupHost(options)
  return host
}

interface Asked {
  readonly authorization?: string
  readonly method?: string
  readonly host?: string
}

/** Asks a host for a result. */
async function ask(
  { port }: GroupHost,
  path: string,
  { authorization, method = 'GET', ...more }: Asked = {},
) {
  const headers = { ...(authorization && { authorization }), ...(more.host && { host: more.host }) }
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  const body = await buffer(response)
  const isProblem = response.headers['content-type'] === 'application/problem+json'
  const problem = isProblem ? JSON.parse(body.toString()) : undefined
  return { status: response.statusCode, headers: response.headers, body, code: problem?.code, problem }
}

/** Signs a request to the host of the test. */
function sign(
  target: string,
  { now = Date.now(), by = secret, method = 'GET', address = host?.address } = {},
): Asked {
  const signed = { method, url: `${address}${target}` }
  return { authorization: new PeerSignatures([by], () => now).sign(signed) }
}

const keepOne = (owner: GroupHost): string => `/group/results/${owner.keep(smallMesh).id}`

describe('a request of another host', () => {
  it('is answered with the result, of which nothing is kept on the way', async () => {
    const owner = await start()
    const path = keepOne(owner)
    const { status, headers, body } = await ask(owner, path, sign(path))
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'no-store',
      'application/octet-stream',
    ])
    expect(body.length).toBe(Number(headers['content-length']))
    expect(body.length).toBeGreaterThan(132_000)
  })

  it('needs no token and no name of the host, and is not counted as a client', async () => {
    const owner = await start({ token: 'a token for clients', network: { requestRate: 0.01 } })
    const path = keepOne(owner)
    for (let i = 0; i < 5; i++) {
      const asked = { ...sign(path), host: 'a-name-in-the-network:8000' }
      expect((await ask(owner, path, asked)).status).toBe(200)
    }
  })

  it('is answered until a host that stops has ended', async () => {
    const owner = await start()
    const path = keepOne(owner)
    let isBusy = true
    const draining = owner.server.drain({ drainDelay: 0, drainTimeout: 60 }, () => isBusy)
    expect((await ask(owner, '/api/specimens/')).code).toBe('host.stopping')
    expect((await ask(owner, path, sign(path))).status).toBe(200)
    isBusy = false
    await draining
  })

  it('is told when a result is there no longer', async () => {
    const owner = await start()
    const path = '/group/results/00ff'
    expect(await ask(owner, path, sign(path))).toMatchObject({ status: 404, code: 'route.unknown' })
  })
})

describe('everybody else', () => {
  it.each([
    ['without a signature', {}],
    ['with a token', { authorization: 'Bearer a token for clients' }],
    ['with something like a signature', { authorization: 'Specimen-Peer 12.x' }],
  ])('is refused %s, and learns what is missing', async (_what, asked) => {
    const owner = await start({ token: 'a token for clients' })
    const answer = await ask(owner, keepOne(owner), asked)
    expect(answer).toMatchObject({ status: 401, code: 'peer.unsigned' })
    expect(answer.headers['www-authenticate']).toBe('Specimen-Peer')
    expect(answer.problem.detail).toContain('SPECIMEN_GROUP_SECRET')
  })

  it('is refused by the same words for a result that is not there', async () => {
    const owner = await start()
    const [there, gone] = [await ask(owner, keepOne(owner)), await ask(owner, '/group/results/00ff')]
    expect(gone).toMatchObject({ status: 401, problem: there.problem })
  })

  it('is refused with the signature of another secret, path, host or method', async () => {
    const owner = await start()
    const path = keepOne(owner)
    const other = 'another secret of a group, long enough'
    for (const asked of [
      sign(path, { by: other }),
      sign(`${path}0`),
      sign(path, { address: 'http://another-host:8000' }),
      sign(path, { method: 'POST' }),
    ])
      expect(await ask(owner, path, asked)).toMatchObject({ status: 403, code: 'peer.refused' })
    expect((await ask(owner, `${path}?a=b`, sign(path))).status).toBe(403)
  })

  it('is refused with what was signed more than a minute before or after', async () => {
    const now = Date.UTC(2026, 0, 1)
    const owner = await start({ now: () => now })
    const path = keepOne(owner)
    for (const apart of [-60_001, 60_001]) {
      const answer = await ask(owner, path, sign(path, { now: now + apart }))
      expect(answer).toMatchObject({ status: 403, code: 'peer.refused' })
      expect(answer.problem.detail).toContain('60 s from that of this host')
    }
    for (const apart of [-60_000, 60_000])
      expect((await ask(owner, path, sign(path, { now: now + apart }))).status).toBe(200)
  })

  it('is counted as a client', async () => {
    const owner = await start({ network: { requestRate: 0.01 } })
    const path = keepOne(owner)
    const codes = []
    for (let i = 0; i < 4; i++) codes.push((await ask(owner, path)).code)
    expect(codes.at(-1)).toBe('client.limited')
  })

  it('finds no such address in the description of the API', async () => {
    const owner = await start()
    const { status, body } = await ask(owner, '/openapi.json')
    expect([status, body.includes('/group/')]).toEqual([200, false])
  })

  it('finds nothing there at a host by itself', async () => {
    const alone = await start({ isAlone: true })
    const path = keepOne(alone)
    for (const asked of [{}, sign(path)])
      expect(await ask(alone, path, asked)).toMatchObject({ status: 404, code: 'route.unknown' })
  })
})
