/** What functions compute does not hold up the host, nor the start of a process that somebody waits for. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Log } from '../../domain/log.ts'

const below = constants.priority.PRIORITY_BELOW_NORMAL
/** Whether the children of a process can be asked for: by Linux, unless its kernel was built without. */
const knowsChildren = existsSync('/proc/thread-self/children')
/** A pool process is at most the third of its chain: see `enclose`. */
const chainLength = 3
/** Whether the kernel divides the processor among sessions first. */
const hasAutogroups = existsSync('/proc/self/autogroup')
/** So often the kernel lets whoever is not its administrator change the priority of a session. */
const againMilliseconds = 110

/**
 * As {@link lowerPriority}, at the start of a process whose children cannot be asked for when it is ready.
 */
export function lowerEarly(pid: number, log: Log): void {
  if (!knowsChildren) lowerThreads(pid, log)
}

/**
 * Gives a pool process, which `pid` is or leads to, a priority below the host's, and all that it will start.
 * What has to wait is done while `isLive`, as the number may be another process' after that.
 */
export function lowerPriority(pid: number, log: Log, isLive: () => boolean): void {
  if (knowsChildren) lowerThreads(pid, log)
  if (hasAutogroups) lowerSession(pid, log, isLive)
}

/** Linux has a priority for each thread. */
function lowerThreads(pid: number, log: Log): void {
  try {
    for (let each = pid, left = chainLength; each > 0 && left > 0; left--) {
      const threads = knowsChildren ? readdirSync(`/proc/${each}/task`).map(Number) : [each]
      for (const thread of threads) setPriority(thread, below)
      each = knowsChildren ? readFirstChild(each) : 0
    }
  } catch (cause) {
    log.debug({ cause }, 'a pool process ended before its priority was lowered')
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

/** Returns 0 where there is none. */
function readFirstChild(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ', 1)[0])
}
