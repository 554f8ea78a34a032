/** Whether a process of this (Linux) machine is running. */
import { readFileSync } from 'node:fs'

/**
 * A killed program stays a zombie (Z) until its parent, or the machine's first process for it, asks for it.
 */
export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false // no such process
  }
}
