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
  await used.start({ plugins: '', specimens: '' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  client.destroy()
})

/** Sends the head of a request, and some of its body. */
async function begin(target: string, type: string): Promise<void> {
  const { hostname, port } = new URL(used.url)
  client = connect(Number(port), hostname)
  answer = once(client.setEncoding('latin1'), 'data')
  await once(client, 'connect')
  await send(
    `POST ${target} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${target.includes('files') ? 9_000_000 : 9000}\r\n\r\nply\n`,
  )
}

/** Resolves when the host has read a text: a request on another connection is answered behind it. */
async function send(text: string): Promise<void> {
  await new Promise((resolve) => client.write(text, resolve))
  await (await fetch(`${used.url}/livez`)).text()
}

it.each([
  ['/api/processing/invoke', 'application/json'],
  ['/api/files?name=a.ply', 'text/plain'],
])('refuses a body to %s that has not come in a minute', async (target, type) => {
  await begin(target, type)
  vi.advanceTimersByTime(60_000)
  const text = String(await answer)
  expect(readStatus(text)).toBe(408)
  expect(text).toContain('"code":"request.slow"')
})

it('lets a file come for longer while it comes', async () => {
  await begin('/api/files?name=a.csv', 'text/plain')
  for (let minute = 0; minute < 3; minute++) {
    await send('1,2,3\n'.repeat(200_000))
    vi.advanceTimersByTime(60_000)
  }
  await send('1,2,3\n')
  vi.advanceTimersByTime(60_000)
  expect(readStatus(String(await answer))).toBe(408)
})
