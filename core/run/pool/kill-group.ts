import { readdirSync, readFileSync } from 'node:fs'

/**
 * Ends a pool process with everything it started: sends SIGKILL to the process group that `pid` leads and, on
 * Linux, to its detached descendants, which have groups of their own and are found by their parents first. A
 * plain kill would leave its children, a kill of the group the detached ones.
 */
export function killGroup(pid: number): void {
  const descendants = process.platform === 'linux' ? listDescendants(pid) : []
  sendKill(-pid)
  for (const descendant of descendants) sendKill(descendant)
}

function sendKill(target: number): void {
  try {
    process.kill(target, 'SIGKILL')
  } catch {
    // ESRCH: it has ended already, which is what was wanted. EPERM: a program of another user, which is not
    // ours to end.
  }
}

function listDescendants(pid: number): number[] {
  const children = listTasks(pid).flatMap((task) => listChildren(`/proc/${pid}/task/${task}/children`))
  return children.flatMap((child) => [...listDescendants(child), child])
}

function listTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // it has ended in the meantime
  }
}

function listChildren(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return [] // the thread has ended, or this kernel does not keep lists of children
  }
}
