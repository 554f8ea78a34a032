import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../domain/log.ts'
import type { BundlePoolOptions } from './bundle-pool.ts'

const mebibyte = 2 ** 20
/** Beside a plugin's heap and its result: V8's young generation, Wasm code, stacks of threads. */
const besideMebibytes = 192

/** What is spawned. */
export interface PoolCommand {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * Returns the command that starts a pool process, with the limits that this machine can set. Blocks for some
 * 5 ms.
 *
 * Where util-linux is installed (nearly every Linux), `setpriv --pdeathsig` stands before it and replaces
 * itself: it ends the process when the host dies, also in the middle of an endless loop, for 3 ms where a
 * watchdog thread would cost 10 MB. The process then bounds its own memory (see `limitMemory` in
 * `pool-process.ts`).
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

/** A process that was started, with our ends of its pipes. */
export interface PoolProcess {
  readonly child: ChildProcess
  /** Its messages. */
  readonly output: Socket
  /** The calls it is sent. */
  readonly calls: Socket
  readonly stderr: Socket
}

/**
 * Starts a pool process, at a priority below the host's, in a group of its own and with an empty environment.
 * `onError` is called later when it could not be started after all.
 * @throws Error when the host has no descriptors left for it
 */
export function startPoolProcess(
  { file, args }: PoolCommand,
  log: Log,
  onError: (error: Error) => void,
): PoolProcess {
  const child = spawn(file, args, {
    detached: true,
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , stderr, output, calls] = child.stdio ?? []
  if (!(stderr instanceof Socket && output instanceof Socket && calls instanceof Socket)) {
    child.on('error', () => {}) // comes later, and is the one that is thrown now
    throw new Error('too many open files: a pool process needs six descriptors')
  }
  child.on('error', onError)
  if (child.pid !== undefined) lowerPriority(child.pid, log)
  return { child, output, calls, stderr }
}

function lowerPriority(pid: number, log: Log): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (cause) {
    log.debug({ cause }, 'a pool process ended before its priority was lowered')
  }
}
