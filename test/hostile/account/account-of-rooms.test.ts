/**
 * Everything that peers of rooms can make a host hold: each is made to grow until the host refuses, stays within its
 * bound, and comes back when they leave.
 */
import { describe, expect, it } from 'vitest'
import type { TestPeer } from '../../service/rooms/test-peer.ts'
import { mostMegabytes, readGauge, readMegabytes, startMeasured } from './measured-host.ts'
import { roomHolderRows, toEnter } from './room-holders.ts'

describe.runIf(process.platform === 'linux')('what peers of rooms make a host hold', () => {
  it.each(roomHolderRows)('$what: is bounded, and comes back', async (row) => {
    const host = await startMeasured(row.flags)
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
