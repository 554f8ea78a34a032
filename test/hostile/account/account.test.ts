/**
 * Everything that somebody outside can make a host hold: each is made to grow over sockets until the host
 * refuses, stays within its bound, and comes back when the connections end. `npm test` has a sample.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TestPeer } from '../../service/rooms/test-peer.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import { type HolderRow, holderRows, writeData } from './holders.ts'
import { type RawHead, type RawRequest, sendRaw } from './raw-request.ts'
import { roomHolderRows, toEnter } from './room-holders.ts'

/** Far above what all rows may hold, far below what they would take without a bound. */
const mostMegabytes = 400

async function start({ flags }: Pick<HolderRow, 'flags'>): Promise<BuiltHost> {
  const folders = makeTimed()
  const data = join(folders.plugins, '../data')
  writeData(data)
  const host = await startBuiltHost({ ...folders, witness: 'timed', flags: ['--data', data, ...flags] })
  onTestFinished(async () => void (await host.stop()))
  return host
}

function readMegabytes({ pid }: BuiltHost): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function readGauge({ port }: BuiltHost, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((found) => found.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

/** Sends all of the requests, and waits until one of them is refused. */
async function grow({ port }: BuiltHost, { requests, refusal }: HolderRow) {
  const sent: RawRequest[] = []
  for (const text of requests) sent.push(await sendRaw(port, text))
  const [status] = refusal
  const head = await new Promise<RawHead>((resolve) => {
    for (const { answer } of sent)
      void answer.then((found) => found.status === status && resolve(found)).catch(() => {})
  })
  return { sent, head }
}

describe.runIf(process.platform === 'linux')('what clients make a host hold', () => {
  it.each(holderRows)('$what: is bounded, and comes back', async (row) => {
    const host = await start(row)
    const { sent, head } = await grow(host, row)
    expect([head.status, head.code]).toEqual(row.refusal)
    expect(head.retryAfter).toBeGreaterThan(0)
    if (row.gauge) {
      const held = await readGauge(host, row.gauge.name)
      expect(held).toBeGreaterThan(row.gauge.most / 4)
      expect(held).toBeLessThanOrEqual(row.gauge.most)
    }
    expect(readMegabytes(host)).toBeLessThan(mostMegabytes)
    await Promise.all(
      sent.map(async ({ socket }) => {
        const closed = socket.closed ? undefined : once(socket, 'close')
        socket.destroy()
        await closed
      }),
    )
    const { gauge } = row
    if (gauge) await expect.poll(() => readGauge(host, gauge.name)).toBe(0)
    if (row.isLasting) return
    // There is room again, for the same.
    await expect
      .poll(async () => {
        const again = await sendRaw(host.port, row.requests[0] ?? '')
        const { socket, answer } = again
        const outcome = await Promise.race([answer.then(({ status }) => status), sleepless(host)])
        socket.destroy()
        return outcome
      })
      .not.toBe(row.refusal[0])
    expect(await host.findHarm()).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('what peers of rooms make a host hold', () => {
  it.each(roomHolderRows)('$what: is bounded, and comes back', async (row) => {
    const host = await start(row)
    const peers: TestPeer[] = []
    const enter = toEnter(host.port, peers)
    expect(await row.grow(enter)).toBe(row.refusal)
    const held = await readGauge(host, row.gauge.name)
    expect(held).toBeGreaterThan(row.gauge.most / 4)
    expect(held).toBeLessThanOrEqual(row.gauge.most)
    expect(readMegabytes(host)).toBeLessThan(mostMegabytes)
    // Rooms in which something is set are kept for a while.
    await Promise.all(peers.map(leave))
    await expect.poll(() => readGauge(host, row.gauge.name)).toBe(0)
    const again: TestPeer[] = []
    const peer = await toEnter(host.port, again)('lab')
    await peer.take('welcome')
    peer.webSocket.terminate()
    expect(await host.findHarm()).toBeUndefined()
  })
})

/** Removes what a peer has set, which its room would be kept for, and leaves. */
async function leave(peer: TestPeer): Promise<void> {
  const { webSocket } = peer
  if (webSocket.readyState !== webSocket.OPEN) return
  if (webSocket.isPaused) return webSocket.terminate()
  peer.set({ 'views/1/specimen': null, 'views/2/specimen': null, active: null }, 99)
  await peer.take('changed', ({ seq }) => seq === 99)
  peer.close()
}

/** Resolves once the host has answered another request: what waits has been admitted by then. */
async function sleepless({ port }: BuiltHost): Promise<string> {
  await (await fetch(`http://127.0.0.1:${port}/livez`)).text()
  return 'waits'
}
