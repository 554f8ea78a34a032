/**
 * Processes by the title that a function gave its own: the id that a process sees itself may be of a process
 * table of its own.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Returns the id of the process with this title. */
export function findProcess(title) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const pid = pids.find((name) => read(name, 'cmdline').startsWith(title))
  if (pid === undefined) throw new Error(`there is no process with the title ${title}`)
  return Number(pid)
}

/** Resolves when a process has ended. */
export async function waitForEnd(pid) {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 1))
}

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it has ended in the meantime
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (error.code === 'ESRCH') return false
    throw error
  }
}
