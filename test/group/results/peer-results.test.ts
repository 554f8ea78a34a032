/** Results of other hosts, over sockets: two real servers, and what stands between them. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createServer } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import type { StoredResult } from '../../../core/contract/domain/result/stored-result.ts'
import type { ResultPointer } from '../../../core/group/results/result-pointer.ts'
import { createFaultProxy } from '../../support/fault-proxy.ts'
import { type GroupHost, type GroupHostOptions, startGroupHost } from './group-host.ts'
import { digest, largeMesh, samples, smallMesh } from './samples.ts'

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close()
})

async function start(options: GroupHostOptions = {}): Promise<GroupHost> {
  const host = await startGroupHost(options)
  running.push(host)
  return host
}

/** An owner and a host that asks it, through a proxy that breaks what it is told to. */
async function startTwo(options: GroupHostOptions = {}) {
  const owner = await start()
  const proxy = await createFaultProxy({ target: owner.port })
  running.push(proxy)
  owner.moveTo(`http://127.0.0.1:${proxy.port}`)
  const other = await start(options)
  const find = (pointer: ResultPointer): StoredResult => {
    const found = other.find(pointer)
    if (!found) throw new Error('it is said to be of this host')
    return found
  }
  return { owner, proxy, other, find, countLost: () => other.countDropped() }
}

const lost = { code: 'result.lost' }
const open = async (found: StoredResult) => await found.open()

describe('a result of another host', () => {
  it.each(Object.entries(samples))('is the same here: %s', async (_name, result: Result) => {
    const { owner, find } = await startTwo()
    const pointer = owner.keep(result)
    const found = find(pointer)
    expect(found).toMatchObject({ id: pointer.id, type: result.type, bytes: pointer.bytes })
    expect(digest((await open(found)).result)).toEqual(digest(result))
  })

  it('is asked for once by twenty who want it at once, and never again', async () => {
    const { owner, proxy, other, find } = await startTwo()
    const pointer = owner.keep(largeMesh)
    const all = await Promise.all(Array.from({ length: 20 }, () => open(find(pointer))))
    expect(new Set(all.map((opened) => opened.result)).size).toBe(1)
    expect(proxy.connections.length).toBe(1)
    const passed = proxy.connections[0]?.passed.toTarget
    expect(other.shelf.usage.entries).toBe(1)
    await find(pointer).open()
    expect(proxy.connections[0]?.passed.toTarget).toBe(passed)
  })

  it('is asked for at addresses of hosts of the group alone, and by nothing but its id', async () => {
    const asked: string[] = []
    const stranger = createPlainServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(404).end()
    })
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    running.push({ close: async () => void stranger.close() })
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` // as just asked
    const { owner, find } = await startTwo({ isKnown: (host) => host !== 'stranger' })
    const pointer = { ...owner.keep(smallMesh), id: '../../api/specimens/reload?', address }
    await expect(open(find({ ...pointer, host: 'stranger' }))).rejects.toMatchObject(lost)
    expect(asked).toEqual([])
    await expect(open(find({ ...pointer, host: 'member' }))).rejects.toMatchObject(lost)
    expect(asked).toEqual(['/group/results/..%2F..%2Fapi%2Fspecimens%2Freload%3F'])
  })

  it('comes over the connection that brought the last one', async () => {
    const { owner, proxy, find } = await startTwo()
    for (const result of [smallMesh, smallMesh, smallMesh]) await open(find(owner.keep(result)))
    expect(proxy.connections.length).toBe(1)
  })

  it('comes over a new connection when the kept one was closed meanwhile', async () => {
    const { owner, proxy, find } = await startTwo()
    const pointers = [1, 2].map(() => owner.keep(smallMesh))
    for (const pointer of pointers) {
      expect(digest((await open(find(pointer))).result)).toEqual(digest(smallMesh))
      // The one that asks cannot know yet: it finds out when it has sent its request.
      proxy.endAll('reset')
    }
    expect(proxy.connections.length).toBe(2)
  })
})

describe('a result at an address of HTTPS', () => {
  it('comes encrypted, and only from one whose certificate is trusted', async () => {
    const owner = await start()
    const other = await start()
    const [front, port] = await startTls(owner.port)
    running.push(front)
    owner.moveTo(`https://localhost:${port}`)
    const pointer = owner.keep(largeMesh)
    const find = () => other.find(pointer)
    await expect(find()?.open()).rejects.toMatchObject(lost)
    expect(String(Reflect.get(other.warnings[0]?.fields ?? {}, 'err'))).toContain('self-signed')
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0') // Node reads a list of its own only at its start
    try {
      const found = find()
      expect(digest((found && (await open(found)).result) ?? {})).toEqual(digest(largeMesh))
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

/** Starts what ends TLS before a port of this machine, with a certificate of its own. */
async function startTls(port: number): Promise<[{ close(): Promise<void> }, number]> {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', ...kind, '-subj', '/CN=localhost', '-keyout', key, '-out', cert])
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    const behind = connect(port, '127.0.0.1')
    pipeline(socket, behind, socket, () => {}) // either end may be cut off
  })
  rmSync(folder, { recursive: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => void server.close()
  return [{ close }, (server.address() as AddressInfo).port] // it listens on a port, as just asked
}

describe('a result that cannot be had', () => {
  it.each(['fin', 'reset'] as const)('is lost when the connection ends by %s at any byte', async (ending) => {
    for (const bytes of [0, 1, 200, 400, 2_000, 1_000_000, 8_000_000, 12_099_000, 12_100_200]) {
      const { owner, proxy, other, find, countLost } = await startTwo()
      const pointer = owner.keep(largeMesh)
      const ended = proxy.endAfter('toClient', bytes, ending)
      await expect(open(find(pointer))).rejects.toMatchObject(lost)
      await ended
      expect([other.shelf.usage.entries, countLost(), other.warnings.length]).toEqual([0, 1, 1])
      // And is there as if nothing had been, as long as its host is.
      expect(digest((await open(find(pointer))).result)).toEqual(digest(largeMesh))
    }
  })

  it('is lost when its host can be reached by nobody, and by nobody any longer', async () => {
    const { owner, proxy, find } = await startTwo()
    const pointer = owner.keep(smallMesh)
    proxy.admit('refuse')
    await expect(find(pointer).open()).rejects.toMatchObject(lost)
    await proxy.close()
    running.splice(running.indexOf(proxy), 1)
    await expect(find(pointer).open()).rejects.toMatchObject(lost)
  })

  it.each([
    ['the head of the answer', { answerSeconds: 0.1 }, 0],
    ['more bytes', { stallSeconds: 0.1 }, 1_000_000],
  ])('is lost when its host keeps this one waiting for %s', async (_what, waits, bytes) => {
    const { owner, proxy, find } = await startTwo({ waits })
    const pointer = owner.keep(largeMesh)
    if (bytes === 0) proxy.admit('half-open')
    else void proxy.endAfter('toClient', bytes, 'half-open')
    await expect(open(find(pointer))).rejects.toMatchObject(lost)
  })

  it('is lost when a kept connection swallows the request, and is not asked for once more', async () => {
    const { owner, proxy, find } = await startTwo({ waits: { answerSeconds: 0.5 } })
    const keep = (): StoredResult => find(owner.keep(smallMesh))
    const asked = vi.spyOn(owner.shelf, 'get')
    await open(keep())
    proxy.endAll('half-open')
    await expect(keep().open()).rejects.toMatchObject(lost)
    await open(keep())
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('is lost when its host has it no longer', async () => {
    const { owner, other, find } = await startTwo()
    const pointer = owner.keep(smallMesh)
    owner.shelf.close()
    await expect(find(pointer).open()).rejects.toMatchObject(lost)
    expect(String(Reflect.get(other.warnings[0]?.fields ?? {}, 'err'))).toContain('no longer')
  })

  it.each([
    ['has another secret', { secrets: ['another secret of a group, long enough'] as const }],
    ['is an hour behind', { now: () => Date.now() - 3_600_000 }],
  ])('is lost to a host that %s, which says so in its log', async (_what, options) => {
    const { owner, other, find } = await startTwo(options)
    const pointer = owner.keep(smallMesh)
    await expect(find(pointer).open()).rejects.toMatchObject(lost)
    expect(String(Reflect.get(other.warnings[0]?.fields ?? {}, 'err'))).toContain('(403)')
  })

  it('is lost when it is larger than this host allows', async () => {
    const { owner, find } = await startTwo({ resultBytes: 1_000_000 })
    const pointer = owner.keep(largeMesh)
    await expect(find(pointer).open()).rejects.toMatchObject(lost)
  })

  it.each(['http://', 'ftp://127.0.0.1', 'file:///etc/passwd', 'http://a:b@127.0.0.1', 'nowhere'])(
    'is lost when its address is %s',
    async (address) => {
      const { owner, other } = await startTwo()
      const pointer = owner.keep(smallMesh)
      const found = other.find({ ...pointer, address })
      await expect(found?.open()).rejects.toMatchObject(lost)
    },
  )

  it('was of this host and is there no longer, which nobody needs to be asked for', async () => {
    const { owner } = await startTwo()
    const pointer = owner.keep(smallMesh)
    expect(owner.find(pointer)?.held).toBe(smallMesh)
    owner.shelf.close()
    expect(owner.find(pointer)).toBeUndefined()
  })

  it('waits for none of the others: what is more than this host has memory for is refused', async () => {
    const { owner, proxy, other, find } = await startTwo({ arrivingBytes: 14_000_000 })
    const [first, second] = [1, 2].map(() => owner.keep(largeMesh))
    if (!first || !second) throw new Error('there are two')
    proxy.setFaults('toClient', { bytesPerSecond: 4e6 })
    const opened = find(first).open()
    await expect(find(second).open()).rejects.toMatchObject({ code: 'host.busy' })
    proxy.heal()
    await opened
    expect(digest((await open(find(second))).result)).toEqual(digest(largeMesh))
    expect(other.shelf.usage.entries).toBe(2)
  })
})

it('takes hosts that are one step behind while the secret is changed', async () => {
  const old = 'the old secret of a group, long enough'
  const fresh = 'the new secret of a group, long enough'
  const steps = [[old], [old, fresh], [fresh, old], [fresh]] as const
  const hosts = await Promise.all(steps.map((secrets) => start({ secrets })))
  for (const [step, owner] of hosts.entries()) {
    for (const other of hosts.filter((_, index) => Math.abs(index - step) === 1)) {
      const pointer = owner.keep(smallMesh)
      const found = other.find(pointer)
      if (found) expect(digest((await open(found)).result)).toEqual(digest(smallMesh))
    }
  }
})
