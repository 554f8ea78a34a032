import { readFileSync } from 'node:fs'
import { parseProcessStat } from '../process-stat.ts'
import { listFamily } from './family.ts'

/** Milliseconds between two checks, each of which takes a tenth of one. */
const pauses = { busy: 100, resting: 1000 }
/** Processor time that a process at rest may use, in ticks of 10 ms: in total, and per second. */
const restTicks = { atAll: 50, perSecond: 2 }

/** Looks whether a process rests between two runs. */
export interface RestWatch {
  begin(): void
  end(): void
}

/**
 * Checks a pool process each second after a run, from outside: its descendants and processor use. `onLeft` is
 * called with a description of a run's leftovers, possibly more than once.
 */
export function createRestWatch(pid: number, processes: number, onLeft: (left: string) => void): RestWatch {
  let timer: NodeJS.Timeout | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  /** `rest`: the first look of this rest; absent while it begins. */
  const look = (rest?: { readonly at: number; readonly ticks: number }): void => {
    const at = performance.now()
    lookedAt = at
    const family = listFamily(pid)
    const ticks = family.reduce((sum, each) => sum + readTicks(each), 0)
    const first = rest ?? { at, ticks }
    const allowed = restTicks.atAll + (restTicks.perSecond * (at - first.at)) / 1000
    if (family.length > processes) onLeft('programs')
    else if (ticks - first.ticks > allowed) onLeft('something that uses the processor')
    else timer = setTimeout(() => look(first), pauses.resting).unref()
  }
  return {
    begin: (): void => {
      const isEarly = performance.now() - lookedAt < pauses.busy
      if (isEarly) timer = setTimeout(look, pauses.busy).unref()
      else look()
    },
    end: (): void => clearTimeout(timer),
  }
}

/** Returns the processor time of a process with all its threads, in ticks; 0 when it has ended. */
function readTicks(pid: number): number {
  try {
    const [user, system] = parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8')).slice(11, 13)
    return Number(user) + Number(system)
  } catch {
    return 0
  }
}
