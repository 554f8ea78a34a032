/** How many connections a host takes: what is too many is told so, and the places come back. */
import dns from 'node:dns'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { readHeaders, readStatus } from '../../support/raw-http.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost()
const { start } = used
const clients: Socket[] = []
/** Opens a connection, asks for something on it and returns the answer's beginning. */
async function ask(): Promise<string> {
  const { hostname, port } = new URL(used.url)
  const client = connect(Number(port), hostname)
  clients.push(client)
  client.on('error', () => {})
  client.write('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [head] = await once(client.setEncoding('latin1'), 'data')
  return String(head)
}
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

it.each([{ connectionLimit: 3 }, { clientConnections: 3 }])(
  'refuses one more with 503, and takes it when another has gone (%j)',
  async (options) => {
    await start(options)
    for (let i = 0; i < 3; i++) expect(readStatus(await ask())).toBe(200)
    const refused = await ask()
    expect(readStatus(refused)).toBe(503)
    expect(readHeaders(refused)).toMatchObject({ 'retry-after': '2', connection: 'close' })
    expect(refused).toContain('"code":"host.busy"')
    clients[0]?.destroy()
    await expect.poll(async () => readStatus(await ask())).toBe(200)
  },
)

it('counts no connections of a trusted proxy by its address', async () => {
  await start({ clientConnections: 2, trustProxy: '127.0.0.1' })
  for (let i = 0; i < 5; i++) expect(readStatus(await ask())).toBe(200)
})

it('listens at one address where localhost has two, as the limits are of one server', async () => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const { lookup } = dns
  /** Answers who asks for all addresses; who asks for one has a callback in place of options. */
  const findAll = (...given: Parameters<typeof lookup>): void => {
    const [, , done] = given as readonly unknown[]
    if (typeof done === 'function') done(null, both)
    else lookup(...given)
  }
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(findAll as typeof lookup) // has no `__promisify__`
  onTestFinished(() => spy.mockRestore())
  await start({ host: 'localhost' })
  expect(readStatus(await ask())).toBe(200)
  const other = connect(Number(new URL(used.url).port), '::1')
  onTestFinished(() => void other.destroy())
  const [error] = await once(other, 'error')
  expect(error).toMatchObject({ code: expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL/) })
})
