/** What is not believed to be a wall, whatever the machine has. */
import { readlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spaces } from '../../../../core/engine/run/pool-message.ts'
import { findGap } from '../../../../core/engine/run/walls/find-gap.ts'

const isLinux = process.platform === 'linux'
const report = { processes: 'pid:[1]', network: 'net:[1]', canWrite: false, canTune: false }

it.skipIf(!isLinux)('finds no gap where a process has spaces of its own', () => {
  expect(findGap('namespaces', report)).toBeNull()
})

it.skipIf(!isLinux).each([
  ['the process table of the host', { processes: isLinux ? readlinkSync(spaces.processes) : '' }, /table/],
  ['no name of its process table', { processes: '' }, /table/],
  ['the network of the host', { network: isLinux ? readlinkSync(spaces.network) : '' }, /network/],
  ['no name of its network', { network: '' }, /network/],
  ['files that it can write', { canWrite: true }, /write/],
  ['settings of the kernel that it can write', { canTune: true }, /kernel/],
  ['it does not say which settings', { canTune: 'no' }, /kernel/],
  ['it does not say which network', { network: 1 }, /network/],
  ['it does not say which files', { canWrite: 'no' }, /write/],
] as const)('does not believe in walls of a process that sees %s', (_, seen, words) => {
  expect(findGap('bubblewrap', { ...report, ...seen })).toMatch(words)
})

it('asks nothing of a supervisor', () => {
  expect(findGap('supervisor', { processes: '', network: '', canWrite: true, canTune: true })).toBeNull()
})
