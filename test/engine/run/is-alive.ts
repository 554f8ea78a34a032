/** Whether a process of this (Linux) machine is running. */
import { readFileSync } from 'node:fs'
import { parseProcessStat } from '../../../core/engine/run/process-stat.ts'

/**
 * A killed program stays a zombie (Z) until its parent, or the machine's first process for it, asks for it.
 */
export function isAlive(pid: number): boolean {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))[0] !== 'Z'
  } catch {
    return false // no such process
  }
}
