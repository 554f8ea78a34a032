/** What functions compute does not hold up the host, nor the start of a process that somebody waits for. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Log } from '../../domain/log.ts'

const below = constants.priority.PRIORITY_BELOW_NORMAL
/** Whether the children of a process can be asked for: by Linux, unless its kernel was built without. */
const knowsChildren = existsSync('/proc/thread-self/children')
/** So many are lowered: what `enclose` starts on the way to a pool process, and what that has started. */
const processLimit = 512
/** Whether the kernel divides the processor among sessions first. */
const hasAutogroups = existsSync('/proc/self/autogroup')
/** So often the kernel lets whoever is not its administrator change the priority of a session. */
const againMilliseconds = 110

/** As {@link lowerPriority}, at the start of a process whose children cannot be asked for later. */
export function lowerEarly(pid: number, log: Log): void {
  if (!knowsChildren) lowerThreads(pid, log)
}

/**
 * Gives a pool process, which `pid` is or leads to, a priority below the host's, with all that it has started
 * and will start. What has to wait is done while `isLive`, as the number may be another process' after that.
 */
export function lowerPriority(pid: number, log: Log, isLive: () => boolean): void {
  if (knowsChildren) lowerThreads(pid, log)
  if (hasAutogroups) lowerSession(pid, log, isLive)
}

/** Linux has a priority for each thread; what a thread starts has its own. */
function lowerThreads(pid: number, log: Log): void {
  const family = [pid]
  for (let index = 0; index < Math.min(family.length, processLimit); index++) {
    const each = family[index] ?? pid
    for (const thread of orNone(log, () => listThreads(each)))
      family.push(...orNone(log, () => lowerThread(each, thread)))
  }
}

function listThreads(pid: number): number[] {
  return knowsChildren ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
}

/** Returns the processes that it has started. */
function lowerThread(pid: number, thread: number): number[] {
  setPriority(thread, below)
  if (!knowsChildren) return []
  return (readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)
}

function orNone(log: Log, list: () => number[]): number[] {
  try {
    return list()
  } catch (cause) {
    log.debug({ cause }, 'a thread of a pool process ended before its priority was lowered')
    return []
  }
}

/**
 * Outside of cgroups that divide the processor, Linux gives each session the same share of it, and goes by
 * the priorities of threads only within one (autogroups, sched(7)). A pool process leads a session, so that
 * by its threads' priority alone an endless loop on each processor would leave the host two thirds of one.
 */
function lowerSession(pid: number, log: Log, isLive: () => boolean): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(below))
  } catch (cause) {
    const again = (): void => {
      if (isLive()) lowerSession(pid, log, isLive)
    }
    if (isTooSoon(cause)) setTimeout(again, againMilliseconds).unref()
    else log.debug({ cause }, 'the priority of a pool process could not be lowered')
  }
}

function isTooSoon(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}
