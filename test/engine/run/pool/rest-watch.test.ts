/** What can be seen of a process from outside; the processes are programs of our own. */
import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { listFamily } from '../../../../core/engine/run/pool/family.ts'
import { createRestWatch } from '../../../../core/engine/run/pool/rest-watch.ts'

const isLinux = process.platform === 'linux'

/** Starts a shell script in a group of its own, and watches it at rest as if it were one process. */
function watch(script: string): {
  readonly left: string[]
  readonly pid: number
  readonly begin: () => void
} {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' })
  const pid = Number(child.pid)
  const left: string[] = []
  const rest = createRestWatch(pid, 1, (what) => left.push(what))
  onTestFinished(() => {
    rest.end()
    process.kill(-pid, 'SIGKILL')
  })
  return { left, pid, begin: () => rest.begin() }
}

test.runIf(isLinux)('finds what uses the processor while it should rest', async () => {
  const { left, begin } = watch('while :; do :; done')
  begin()
  expect(left).toEqual([])
  await expect.poll(() => left).toEqual(['something that uses the processor'])
})

test.runIf(isLinux)('finds programs at the end of a run, in a session of their own as well', async () => {
  const { left, pid, begin } = watch('sleep 1000 & setsid sleep 1000; :')
  await expect.poll(() => listFamily(pid)).toHaveLength(3)
  begin()
  expect(left).toEqual(['programs'])
})
