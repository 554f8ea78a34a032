/** `specimen join`: a room as JSON lines. */
import { expect, it } from 'vitest'
import { runCommand } from '../../../core/cli/run-command.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { useProbeHost } from '../../support/use-host.ts'
import { connectPeer } from './test-peer.ts'

const used = useProbeHost()

async function join(args: readonly string[], environment: { [name: string]: string } = {}) {
  const lines: string[] = []
  const stop = createDeferred<void>()
  let stderr = ''
  const written = new EventTarget()
  const streams = {
    stdout: {
      write: (text: string) => {
        lines.push(text)
        written.dispatchEvent(new Event('line'))
      },
    },
    stderr: { write: (text: string) => (stderr += text) },
  }
  const code = runCommand(['join', ...args], { streams, environment, now: Date.now, stopped: stop.promise })
  const until = async (text: string): Promise<void> => {
    while (!lines.some((line) => line.includes(text)))
      await new Promise((resolve) => written.addEventListener('line', resolve, { once: true }))
  }
  return { lines, until, stop: stop.resolve, code, readErrors: () => stderr }
}

it('writes the state, then what changes, one JSON line each, until it is stopped', async () => {
  await used.start({ token: 'right' })
  const ada = await connectPeer(used.url, 'lab', { join: { token: 'right' } })
  ada.set({ 'views/1/specimen': 'tetra' })
  await ada.take('changed', ({ fields }) => 'views/1/result' in fields)
  const { lines, until, stop, code } = await join([used.url, '--room', 'lab'], { SPECIMEN_TOKEN: 'right' })
  await until('"entered"')
  ada.set({ 'views/1/params/size': 2 })
  await until('"views/1/params/size":2')
  ada.close()
  await until('"type":"peers"')
  stop()
  expect(await code).toBe(0)
  const events = lines.map((line) => JSON.parse(line))
  expect(events[0]).toMatchObject({ type: 'entered', peer: 2, fields: { 'views/1/specimen': 'tetra' } })
  const last = events.findLast(({ type }) => type === 'peers')
  expect(last).toMatchObject({ peers: [{ name: 'specimen join' }] })
})

it('says why it is refused', async () => {
  await used.start({ token: 'right' })
  const { code, lines, readErrors } = await join([used.url, '--room', 'lab', '--token', 'wrong'])
  expect(await code).toBe(1)
  expect(lines).toEqual([])
  expect(readErrors()).toContain('token')
})

it.each([
  [['http://127.0.0.1:1'], '--room must be'],
  [['127.0.0.1:1', '--room', 'lab'], 'the host must be an address'],
  [[], 'address is missing'],
])('refuses %j', async (args, text) => {
  const { code, readErrors } = await join(args)
  expect([await code, readErrors()]).toEqual([2, expect.stringContaining(text)])
})
