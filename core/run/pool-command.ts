/**
 * The command line of a pool process. On Linux, where util-linux is installed (nearly everywhere), it goes through two
 * small programs that set a limit and replace themselves, so that the process keeps its id: `prlimit --data` bounds typed
 * arrays, which V8's heap limit does not count, and `setpriv --pdeathsig` ends the process when the host dies, also in the
 * middle of an endless loop (a watchdog thread would cost 10 MB each). Both together add 5 ms to a start of 47 ms.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BundlePoolOptions } from './bundle-pool.ts'

/** What a process needs beside a plugin's heap and result: Node itself takes 80 MiB of it. */
const ownMebibytes = 256
const mebibyte = 2 ** 20

export interface PoolCommand {
  readonly file: string
  readonly args: readonly string[]
}

/** Returns the command that starts a pool process, with the limits that this machine can set. Blocks for some 5 ms. */
export function toPoolCommand({ entry, heapMebibytes, resultBytes, log }: BundlePoolOptions): PoolCommand {
  const dataBytes = (heapMebibytes + ownMebibytes) * mebibyte + resultBytes
  const limits = [
    ['prlimit', `--data=${dataBytes}`],
    ['setpriv', '--pdeathsig', 'KILL'],
  ]
  const usable = process.platform === 'linux' ? limits.filter(canStart) : []
  if (usable.length < limits.length) {
    const missing = limits.filter((limit) => !usable.includes(limit)).map(([name]) => name)
    log.info({ missing }, 'without these programs of util-linux, pool processes run with weaker limits')
  }
  const node = [process.execPath, `--max-old-space-size=${heapMebibytes}`, fileURLToPath(entry)]
  const [file = process.execPath, ...args] = [...usable.flat(), ...node]
  return { file, args }
}

function canStart([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
}
