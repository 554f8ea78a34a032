/** What one client takes of a host leaves its share to every other. */
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'

let host: Host
let asked = 0
afterEach(async () => await host.close())

async function open(options: HostOptions): Promise<void> {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', logLevel: 'silent', ...options })
  const schema = { type: 'object', properties: { value: { type: 'integer', default: 0 } } } as const
  host.registerFunction('endless', () => new Promise(() => {}), { returns: 'volume', schema })
}

/** Starts jobs of one client, no two for the same, one after the other; returns the statuses of the answers. */
async function start(client: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) {
    const response = await host.inject({
      method: 'POST',
      url: '/api/specimens/endless/start',
      remoteAddress: client,
      payload: { params: { value: ++asked }, room_id: client },
    })
    statuses.push(response.statusCode)
    if (response.statusCode === 503) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  return statuses
}

describe.each<[string, HostOptions, number]>([
  ['a queue', { functionRuns: 1, queueSize: 4 }, 5],
  ['the jobs that may run', { jobLimit: 4 }, 4],
])('%s', (_, options, alone) => {
  it('is for one client alone, and has a share for the next when that has filled it', async () => {
    await open(options)
    expect(await start('192.0.2.1', alone + 1)).toEqual([...Array(alone).fill(200), 503])
    expect(await start('192.0.2.2', 3)).toEqual([200, 200, 503])
    expect(await start('192.0.2.1', 1)).toEqual([503])
    expect(await start('2001:db8::1', 2)).toEqual([200, 503])
  })
})

it('limits the runs of each client by itself', async () => {
  await open({ callerRuns: 1, queueSize: 0 })
  expect(await start('192.0.2.1', 2)).toEqual([200, 503])
  expect(await start('192.0.2.2', 2)).toEqual([200, 503])
})
