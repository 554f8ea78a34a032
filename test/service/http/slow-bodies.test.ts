/** Bodies that come too slowly: over sockets, with a clock that the test moves. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStatus } from '../../support/raw-http.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
let client: Socket
let answer: Promise<unknown[]>

beforeEach(async () => {
  await used.start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  client.destroy()
})

/** Sends the head of a request whose body comes in chunks, and resolves once the host has read it. */
async function begin(target: string): Promise<void> {
  const { hostname, port } = new URL(used.url)
  client = connect(Number(port), hostname)
  client.on('error', () => {}) // the host ends it
  answer = once(client.setEncoding('latin1'), 'data')
  await once(client, 'connect')
  const headers = 'host: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked'
  client.write(`POST ${target} HTTP/1.1\r\n${headers}\r\n\r\n`)
}

const readHeld = async (what: string): Promise<number> => {
  const text = (await used.host.inject('/metrics')).body
  return Number(new RegExp(`held_bytes\\{what="${what}"\\} (\\d+)`).exec(text)?.[1])
}

it.each([
  ['/api/processing/invoke', 'answers'],
  ['/api/files?name=a.csv', 'files'],
])('refuses a body to %s that has not come in a minute', async (target, what) => {
  await begin(target)
  await expect.poll(() => readHeld(what)).toBeGreaterThan(0)
  vi.advanceTimersByTime(60_000)
  const text = String(await answer)
  expect(readStatus(text)).toBe(408)
  expect(text).toContain('"code":"request.slow"')
  await expect.poll(() => readHeld(what)).toBe(0)
})

it('lets a file come for longer while it comes', async () => {
  await begin('/api/files?name=a.csv')
  const rows = '1,2,3\n'.repeat(200_000)
  for (let minute = 1; minute <= 3; minute++) {
    client.write(`${rows.length.toString(16)}\r\n${rows}\r\n`)
    const read = minute * rows.length
    await expect.poll(() => readHeld('files')).toBe(Math.ceil(read / 2 ** 20) * 2 ** 20)
    vi.advanceTimersByTime(60_000)
  }
  vi.advanceTimersByTime(60_000)
  expect(readStatus(String(await answer))).toBe(408)
  await expect.poll(() => readHeld('files')).toBe(0)
})
