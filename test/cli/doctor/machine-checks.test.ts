import { once } from 'node:events'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  checkClock,
  checkMemory,
  checkNode,
  checkPort,
  checkProcessors,
  checkReadable,
  checkWritable,
} from '../../../core/cli/doctor/machine-checks.ts'
import { adviseTrial } from '../../../core/cli/doctor/trial-checks.ts'
import { findPort } from '../../support/find-port.ts'

it('takes Node from 20.19 on', () => {
  const states = ['18.20.0', '20.18.3', '20.19.0', '22.0.0'].map((version) => checkNode(version).state)
  expect(states).toEqual(['fail', 'fail', 'ok', 'ok'])
})

it('finds a port that is taken, and one that is free', async () => {
  const port = await findPort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await checkPort('127.0.0.1', port)).toMatchObject({
    state: 'warn', // by the host itself, perhaps
    found: `On 127.0.0.1, port ${port} is taken by another program; --port 0 takes a free one.`,
    remedy: expect.stringContaining('--port'),
  })
  server.close()
  await once(server, 'close')
  expect(await checkPort('127.0.0.1', port)).toMatchObject({ state: 'ok', remedy: '' })
})

it('finds folders that are not there, and leaves nothing in those that are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-test-'))
  expect(['ok', 'warn']).toContain((await checkWritable(folder)).state) // a machine may have little room
  expect((await checkReadable(folder)).state).toBe('ok')
  await rmdir(folder) // which it could not if something were in it
  expect(await checkReadable(folder)).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('ENOENT'),
  })
  expect(await checkReadable(folder, 'a host does without it')).toMatchObject({
    state: 'ok',
    found: `${folder} is not there: a host does without it.`,
  })
  expect(await checkWritable(folder)).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('ENOENT'),
  })
})

it('compares runs with memory and processors', () => {
  const gibibyte = 2 ** 30
  expect([checkMemory(2, 1024, 2 * gibibyte).state, checkMemory(3, 1024, 2 * gibibyte).state]).toEqual([
    'ok',
    'warn',
  ])
  expect([checkProcessors(8, 2).state, checkProcessors(9, 2).state]).toEqual(['ok', 'warn'])
})

it('doubts a clock that was never set', () => {
  expect([checkClock(0).state, checkClock(Date.UTC(2026, 5, 1)).state]).toEqual(['fail', 'ok'])
})

it.each([
  [0o077, 'The umask is 077:'],
  [0o027, 'The umask is 027:'],
  [0o022, 'Look at memory'],
  [0o002, 'Look at memory'],
  [0, 'Look at memory'],
])('names the umask of a trial that has failed, where it closes files to others: %o', (umask, text) => {
  expect(adviseTrial(umask).startsWith(text)).toBe(true)
  expect(adviseTrial(umask)).toContain('ulimit -a')
})
