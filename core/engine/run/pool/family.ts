import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** True on Linux, unless its kernel was built without this file. */
export const knowsChildren = existsSync('/proc/thread-self/children')
const familyLimit = 512

/** Returns a process with all its descendants; visits each thread before its children are read. */
export function listFamily(pid: number, visit: (thread: number) => void = () => {}): number[] {
  const family = [pid]
  for (let index = 0; index < Math.min(family.length, familyLimit); index++) {
    const each = family[index] ?? pid
    for (const thread of orNone(() => listThreads(each)))
      family.push(...orNone(() => visitThread(each, thread, visit)))
  }
  return family
}

function listThreads(pid: number): number[] {
  return knowsChildren ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
}

function visitThread(pid: number, thread: number, visit: (thread: number) => void): number[] {
  visit(thread)
  if (!knowsChildren) return []
  return (readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)
}

function orNone(list: () => number[]): number[] {
  try {
    return list()
  } catch {
    return []
  }
}
