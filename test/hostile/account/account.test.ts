/**
 * Everything that requests can make a host hold: each is made to grow over sockets until the host refuses, stays
 * within its bound, and comes back when the connections end.
 */
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { BuiltHost } from '../built-host.ts'
import { type HolderRow, holderRows } from './holders.ts'
import { mostMegabytes, readGauge, readMegabytes, startMeasured } from './measured-host.ts'
import { type RawHead, type RawRequest, sendRaw } from './raw-request.ts'

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
    const host = await startMeasured(row.flags)
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
    if (gauge && !row.isLasting) await expect.poll(() => readGauge(host, gauge.name)).toBe(0)
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

/** Resolves once the host has answered another request: what waits has been admitted by then. */
async function sleepless({ port }: BuiltHost): Promise<string> {
  await (await fetch(`http://127.0.0.1:${port}/livez`)).text()
  return 'waits'
}
