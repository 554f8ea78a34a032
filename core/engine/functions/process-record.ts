import { readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { parseProcessStat } from '../run/process-stat.ts'

/** The identity of this process for other hosts: process ids begin again in every container. */
export interface ProcessRecord {
  /** The scope of the process id: on Linux this boot and the namespace of process ids. */
  readonly table: string
  readonly pid: number
  /** The start time in the kernel's terms, which distinguishes processes of the same id; empty if unknown. */
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

/** Returns true while a process of our own table runs. */
export async function isRunning({ pid, start }: ProcessRecord): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isGone(error)) return false // EPERM: a living process of another user
  }
  return start === '' || (await readStart(pid).catch(() => '')) === start
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}

async function readStart(pid: number): Promise<string> {
  return toStart(await readFile(`/proc/${pid}/stat`, 'latin1'))
}

/** Returns the 22nd field of `stat`. */
function toStart(stat: string): string {
  return parseProcessStat(stat)[19] ?? ''
}
