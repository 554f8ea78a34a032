import { readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { parseProcessStat } from '../domain/process-stat.ts'

/**
 * Which process this is, in terms that another host can check: process ids begin again in every container.
 */
export interface ProcessRecord {
  /**
   * The table in which the process id counts: on Linux this boot of the machine and the namespace of process
   * ids.
   */
  readonly table: string
  readonly pid: number
  /**
   * When it began, in the kernel's own terms, so that another process of the same id is not taken for it;
   * empty if unknown.
   */
  readonly start: string
}

/** Returns the record of this process. */
export function describeProcess(): ProcessRecord {
  const { pid } = process
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const namespace = readlinkSync('/proc/self/ns/pid')
    return { table: `${boot} ${namespace}`, pid, start: toStart(readFileSync(`/proc/${pid}/stat`, 'latin1')) }
  } catch {
    return { table: hostname(), pid, start: '' } // not Linux
  }
}

/** Returns whether a process of our own table still runs. */
export async function isRunning({ pid, start }: ProcessRecord): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isGone(error)) return false // EPERM: it lives, as another user's
  }
  return start === '' || (await readStart(pid).catch(() => '')) === start
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}

async function readStart(pid: number): Promise<string> {
  return toStart(await readFile(`/proc/${pid}/stat`, 'latin1'))
}

/** The 22nd field of `stat`. */
function toStart(stat: string): string {
  return parseProcessStat(stat)[19] ?? ''
}
