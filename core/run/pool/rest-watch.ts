import { readFileSync } from 'node:fs'
import { parseProcessStat } from '../../domain/process-stat.ts'
import { listFamily } from './family.ts'

/** Milliseconds between two checks, each of which takes a tenth of one. */
const pauses = { busy: 100, resting: 1000 }
/** Processor time that a process at rest may use, in ticks of 10 ms: in total, and per second. */
const restTicks = { atAll: 50, perSecond: 2 }

/** Checks a pool process each second after a run, from outside: its descendants and processor use. */
export class RestWatch {
  readonly #pid: number
  readonly #processes: number
  readonly #onLeft: (left: string) => void
  #timer: NodeJS.Timeout | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `onLeft` is called with a description of a run's leftovers, possibly more than once. */
  constructor(pid: number, processes: number, onLeft: (left: string) => void) {
    this.#pid = pid
    this.#processes = processes
    this.#onLeft = onLeft
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
    const family = listFamily(this.#pid)
    const ticks = family.reduce((sum, each) => sum + readTicks(each), 0)
    const first = rest ?? { at, ticks }
    const allowed = restTicks.atAll + (restTicks.perSecond * (at - first.at)) / 1000
    if (family.length > this.#processes) this.#onLeft('programs')
    else if (ticks - first.ticks > allowed) this.#onLeft('something that uses the processor')
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
