import { readFileSync } from 'node:fs'
import { parseProcessStat } from '../../domain/process-stat.ts'
import { listFamily } from './family.ts'

/** Milliseconds between two checks, each of which takes a tenth of one. */
const pauses = { busy: 100, resting: 1000 }
/** Processor time that a process at rest may use, in ticks of 10 ms: in total, and per second. */
const restTicks = { atAll: 50, perSecond: 2 }

/** The subject of a {@link RestWatch}. */
export interface Watched {
  readonly pid: number
  readonly processes: number
  /** Called with a description of a run's leftovers; may be called more than once. */
  readonly onLeft: (left: string) => void
}

/** Checks a pool process each second after a run, from outside: its descendants and processor use. */
export class RestWatch {
  readonly #watched: Watched
  #timer: NodeJS.Timeout | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(watched: Watched) {
    this.#watched = watched
  }

  begin(): void {
    const isEarly = performance.now() - this.#lookedAt < pauses.busy
    if (isEarly) this.#timer = setTimeout(() => this.#look(), pauses.busy).unref()
    else this.#look()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  /** `rest`: the first look of this rest; absent while it begins. */
  #look(rest?: { readonly at: number; readonly ticks: number }): void {
    const at = performance.now()
    this.#lookedAt = at
    const { pid, processes, onLeft } = this.#watched
    const family = listFamily(pid)
    const ticks = family.reduce((sum, each) => sum + readTicks(each), 0)
    const first = rest ?? { at, ticks }
    const allowed = restTicks.atAll + (restTicks.perSecond * (at - first.at)) / 1000
    if (family.length > processes) onLeft('programs')
    else if (ticks - first.ticks > allowed) onLeft('something that uses the processor')
    else this.#timer = setTimeout(() => this.#look(first), pauses.resting).unref()
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
