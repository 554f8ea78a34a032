import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Need } from '../../../contract/domain/needs.ts'
import type { AssetAnswer } from '../../../contract/domain/specimen.ts'
import { createDeferred } from '../../../contract/time/deferred.ts'
import { spaces } from '../pool-message.ts'
import { type Command, enclose, listOwnFiles } from '../walls/enclose.ts'
import { listPackageFolders } from '../walls/package-folders.ts'
import type { Walls } from '../walls/walls.ts'
import type { BundlePoolOptions } from './bundle-pool.ts'

const mebibyte = 2 ** 20
/** Memory beside a plugin's heap and its result: V8's young generation, Wasm code, stacks of threads. */
const besideMebibytes = 192

/**
 * Returns the command that starts a pool process within the walls of this machine. It ends when the host
 * dies, also in the middle of an endless loop, by a signal of the kernel: it costs 3 ms, where a watchdog
 * thread would cost 10 MB.
 */
export function toPoolCommand(
  walls: Walls,
  options: Pick<
    BundlePoolOptions,
    'entry' | 'folder' | 'heapMebibytes' | 'resultBytes' | 'packages' | 'ownProgram'
  >,
  needs: readonly Need[],
): Command {
  const { heapMebibytes, resultBytes, folder, ownProgram } = options
  const entry = fileURLToPath(options.entry)
  const [ownFolder, ownSettings] = listOwnFiles(entry)
  const files = [ownSettings, ...Object.values(spaces)]
  const native = needs.includes('native') && options.packages ? listPackageFolders(options.packages) : []
  const packages = ownProgram?.readable ?? native
  const permissions = walls.hasPermissions
    ? toPermissions(needs, [...packages, ownFolder, folder], files)
    : []
  const dataBytes = ownProgram?.dataBytes ?? (heapMebibytes + besideMebibytes) * mebibyte + resultBytes
  return enclose(walls, {
    program: [process.execPath, `--max-old-space-size=${heapMebibytes}`, ...permissions, entry],
    readable: [...packages, ownFolder, ownSettings, folder],
    needs,
    dataBytes: walls.nodeBytes + dataBytes,
  })
}

/** Returns the flags of Node's permission model, which denies by default. */
function toPermissions(
  needs: readonly Need[],
  folders: readonly string[],
  single: readonly string[],
): string[] {
  const files = needs.includes('fs')
    ? ['--allow-fs-read=*', '--allow-fs-write=*']
    : [...folders.map((folder) => join(folder, '*')), ...single].map((path) => `--allow-fs-read=${path}`)
  const flags: { readonly [Name in Need]: readonly string[] } = {
    fs: [],
    native: ['--allow-addons'],
    net: process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : [],
    child: ['--allow-child-process'],
    worker: ['--allow-worker'],
  }
  // Node warns on standard error about each allowance that was requested here.
  return ['--permission', '--no-warnings', ...files, ...needs.flatMap((need) => flags[need])]
}

/** Starts others at a lower priority (POSIX), which their descendants inherit. */
const nice = ['/usr/bin/nice', '/bin/nice'].find((path) => existsSync(path))
const below = String(constants.priority.PRIORITY_BELOW_NORMAL)

/** A process with its streams: console, calls, errors. */
export interface StartedProcess {
  readonly child: ChildProcess
  readonly output: Socket
  readonly calls: Socket
  readonly stderr: Socket
}

/** Starts a process in its own group, at lower priority. @throws Error when out of descriptors */
export function startPoolProcess(
  { file, args, env }: Command,
  onError: (error: Error) => void,
): StartedProcess {
  const command = nice === undefined ? [file, ...args] : [nice, '-n', below, file, ...args]
  const [program = file, ...programArgs] = command
  const child = spawn(program, programArgs, {
    detached: true,
    env,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , stderr, output, calls] = child.stdio ?? []
  if (!(stderr instanceof Socket && output instanceof Socket && calls instanceof Socket)) {
    child.on('error', () => {}) // comes later, and is thrown now
    throw new Error('too many open files: a pool process needs six descriptors')
  }
  child.on('error', onError)
  // `output` has the messages of the process; its `close` is independent of the child's.
  return { child, output, calls, stderr }
}

/**
 * Writes a file into a pipe as fast as it is read at the other end, while `isLive`.
 * @throws `file.missing` for a file of another length than it said, and the error of its body
 */
export async function sendBody(
  { byteLength, body }: Pick<AssetAnswer, 'byteLength' | 'body'>,
  pipe: Socket,
  isLive: () => boolean,
): Promise<void> {
  let left = byteLength
  for await (const piece of body ?? []) {
    if (!isLive()) return
    left -= piece.length
    if (left < 0) break
    if (!pipe.write(piece)) await waitForRoom(pipe)
  }
  if (left !== 0 && isLive())
    throw new SpecimenError('file.missing', 'The file has changed while it was read; try again.')
}

/** Resolves when a pipe takes more, or is closed. */
async function waitForRoom(pipe: Socket): Promise<void> {
  const { promise, resolve } = createDeferred<void>()
  for (const event of ['drain', 'close']) pipe.on(event, resolve)
  await promise
  for (const event of ['drain', 'close']) pipe.off(event, resolve)
}

/**
 * Lowers the session of a pool process below the host's: outside of cgroups that divide the processor, Linux
 * gives each session the same share of it, and priorities count only within one (autogroups, sched(7)).
 * @throws Error where there are none, or less than 100 ms after another call
 */
export function lowerSession(pid: number): void {
  writeFileSync(`/proc/${pid}/autogroup`, below)
}

/** Sends SIGKILL to the process group of `pid`; processes outside it end with its process table. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // ESRCH: it has ended already. EPERM: a program of another user.
  }
}

/** Returns the signal that ended a process, from a shell's exit code. */
export function findSignal(code: number | null): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0]
}
