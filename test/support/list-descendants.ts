/** The processes that a process of this (Linux) machine has started, and those that these have started. */
import { readdirSync, readFileSync } from 'node:fs'
import { parseProcessStat } from '../../core/engine/run/process-stat.ts'

/** Returns their ids. */
export function listDescendants(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readParent(name)]),
  )
  const isBelow = (id: number | undefined): boolean =>
    id !== undefined && (parents.get(id) === pid || isBelow(parents.get(id)))
  return [...parents.keys()].filter(isBelow)
}

function readParent(pid: string): number | undefined {
  try {
    return Number(parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1])
  } catch {
    return undefined // it has ended meanwhile
  }
}
