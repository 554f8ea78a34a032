/** What is ended of what plugins leave behind, and what is not to be ended any more. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { Leftovers } from '../../../core/run/walls/leftovers.ts'
import { createTestLog } from '../../contract/runner-harness.ts'
import { listDescendants } from '../../support/list-descendants.ts'
import { isAlive } from '../is-alive.ts'

const hasLimits = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

test.runIf(hasLimits)(
  'a marked program is ended also when its name looks like the state of one that has',
  async () => {
    const leftovers = new Leftovers('supervisor', createTestLog())
    const household = leftovers.add(() => {}, true)
    // A title becomes the name that the system knows; a file's name would not last, as Node 24 names its thread.
    const script = "process.title = 'a) Z b'; setInterval(() => {}, 1000)"
    const args = [`--locks=${household.mark}:${household.mark}`, process.execPath, '-e', script]
    const child = spawn('prlimit', args, { stdio: 'ignore' })
    const exit = once(child, 'exit')
    await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, 'utf8')).toBe('a) Z b\n')
    leftovers.leave(household)
    await leftovers.close()
    expect(await exit).toEqual([null, 'SIGKILL'])
  },
)

test.runIf(hasLimits)('a marked program is ended, and one that has ended already is passed', async () => {
  const log = createTestLog()
  const leftovers = new Leftovers('supervisor', log)
  const household = leftovers.add(() => {}, true)
  // `sleep` takes the place of the shell, and never asks how the two others ended.
  const marked = `prlimit --locks=${household.mark}:${household.mark}`
  const script = `exec 3<&0; ${marked} cat <&3 & ${marked} sleep 1000 & exec sleep 1000`
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
  parent.stdin.end()
  const lookAtChildren = () => listDescendants(Number(parent.pid)).map(isAlive)
  await expect.poll(lookAtChildren).toEqual([false, true])
  leftovers.leave(household)
  await leftovers.close()
  await expect.poll(lookAtChildren).toEqual([false, false])
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { processes: 1 } }])
})
