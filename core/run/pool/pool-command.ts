/**
 * The command line of a pool process. Where util-linux is installed (nearly every Linux), `setpriv
 * --pdeathsig` stands before it and replaces itself: it ends the process when the host dies, also in the
 * middle of an endless loop, for 3 ms where a watchdog thread would cost 10 MB. The process then bounds its
 * own memory (see `limitMemory` in `pool-process.ts`).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BundlePoolOptions } from './bundle-pool.ts'

const mebibyte = 2 ** 20
/** Beside a plugin's heap and its result: V8's young generation, Wasm code, stacks of threads. */
const besideMebibytes = 192

export interface PoolCommand {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * Returns the command that starts a pool process, with the limits that this machine can set. Blocks for some
 * 5 ms.
 */
export function toPoolCommand({ entry, heapMebibytes, resultBytes, log }: BundlePoolOptions): PoolCommand {
  const memory = ['prlimit', '--version']
  const orphans = ['setpriv', '--pdeathsig', 'KILL']
  const missing =
    process.platform === 'linux'
      ? [memory, [...orphans, 'true']].filter(isMissing).map(([name]) => name)
      : null
  if (missing?.length)
    log.info({ missing }, 'without these programs of util-linux, pool processes run with weaker limits')
  const node = [process.execPath, `--max-old-space-size=${heapMebibytes}`, fileURLToPath(entry)]
  const allowance = (heapMebibytes + besideMebibytes) * mebibyte + resultBytes
  if (missing && !missing.includes('prlimit')) node.push(String(allowance))
  const [file = process.execPath, ...args] =
    missing && !missing.includes('setpriv') ? [...orphans, ...node] : node
  return { file, args }
}

function isMissing([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status !== 0
}
