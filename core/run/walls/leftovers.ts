import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../../domain/log.ts'
import { parseProcessStat } from '../../domain/process-stat.ts'
import type { Enclosure } from './walls.ts'

/** Time in which processes are looked at before the event loop turns, in milliseconds: some 30 of them. */
const slice = 1
/** From a run's end to the walk, in milliseconds: one walk serves all runs that end meanwhile. */
const walkMilliseconds = 500
/** From one look at the number of the machine's threads to the next, while runs go on. */
const watchMilliseconds = 250
/** Walks at the close: what is found in one may have started others meanwhile. */
const lastWalks = 20
/** Processes of one run above which they are a fork bomb. */
const crowd = 256

/** One pool process, as long as anything that it started may be left. */
export interface Household {
  /** What all of it bears. */
  readonly mark: number
  /** The first process, which waits for the others. */
  pid: number | undefined
  /** `busy`: what it starts belongs to a run. `idle`: it belongs to a run that has ended. */
  stage: 'busy' | 'idle' | 'gone'
  /** Ends it at once. */
  readonly kill: () => void
}

/**
 * Ends what plugins have started and left behind: programs that live on when their run has ended, wherever
 * they have moved. They are known by a mark that all children inherit and that no program takes off without
 * knowing of it: the limit of file locks, which Linux keeps and does not use. Its value is one of a pool
 * process.
 *
 * The machine's processes are walked in slices, some time after a run has ended in which programs may have
 * been started. (A look at the children of each process, at each cancel, took 0.5 s for 3,000 of them, and
 * found none whose parent had ended.) While runs go on, the number of the machine's threads is watched;
 * when it rises by a crowd, a walk finds out who started it and ends that pool process.
 */
export class Leftovers {
  readonly #log: Log
  readonly #enclosure: Enclosure
  readonly #households = new Map<number, Household>()
  #lastMark = 2 ** 40 + randomInt(2 ** 31) * 2 ** 16
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #walking: Promise<void> = Promise.resolve()
  #isAsked = false
  /** Threads of the machine at the last walk. */
  #calm = 0
  /** What the last walk has ended, and may still be there at the next. */
  #ended: ReadonlySet<string> = new Set()

  constructor(enclosure: Enclosure, log: Log) {
    this.#enclosure = enclosure
    this.#log = log
  }

  /**
   * Returns a new household, before its first process is started. One that cannot start others is not kept.
   */
  add(kill: () => void, canStart: boolean): Household {
    const household: Household = { mark: ++this.#lastMark, pid: undefined, stage: 'idle', kill }
    if (canStart) this.#households.set(household.mark, household)
    return household
  }

  /** A run begins, and what it starts is its own. */
  begin(household: Household): void {
    if (!this.#households.has(household.mark)) return
    household.stage = 'busy'
    this.#calm ||= countThreads()
    this.#watch ??= setInterval(() => this.#look(), watchMilliseconds).unref()
  }

  /** The run has ended. */
  end(household: Household): void {
    if (!this.#households.has(household.mark) || household.stage === 'gone') return
    household.stage = 'idle'
    this.#ask(walkMilliseconds)
  }

  /** The pool process has ended. */
  leave(household: Household): void {
    household.stage = 'gone'
    // A process table of its own has ended with it.
    if (this.#enclosure !== 'supervisor') this.#households.delete(household.mark)
    else if (this.#households.has(household.mark)) this.#ask(walkMilliseconds)
  }

  /** Ends what has been left behind; resolves when nothing is found any more. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    await this.#walking
    for (let walks = 0; walks < lastWalks && this.#households.size > 0; walks++) await this.#walk()
  }

  #look(): void {
    const isBusy = [...this.#households.values()].some(({ stage }) => stage === 'busy')
    if (!isBusy) {
      clearInterval(this.#watch)
      this.#watch = undefined
      this.#calm = 0
    } else if (countThreads() > this.#calm + crowd) this.#ask(0)
  }

  #ask(milliseconds: number): void {
    this.#isAsked = true
    this.#timer ??= setTimeout(() => {
      this.#isAsked = false
      this.#walking = this.#walk().then((ended) => {
        this.#timer = undefined
        // What was ended may have started others, and runs that ended meanwhile were passed already.
        if (ended > 0 || this.#isAsked) this.#ask(walkMilliseconds)
      })
    }, milliseconds).unref()
  }

  /** Returns how many processes were ended; 0 when the machine did not let them be looked at. */
  async #walk(): Promise<number> {
    try {
      return await this.#endLeftovers()
    } catch (cause) {
      this.#log.warn({ cause }, 'programs that functions may have left behind could not be looked for')
      return 0
    }
  }

  /** Looks at every process of the machine once; returns how many were ended. */
  async #endLeftovers(): Promise<number> {
    const gone = [...this.#households.values()].filter(({ stage }) => stage === 'gone')
    const sizes = new Map<Household, number>()
    const ended = new Set<string>()
    let started = performance.now()
    for (const name of await listProcesses()) {
      if (performance.now() - started > slice) {
        await setImmediate()
        started = performance.now()
      }
      const household = this.#households.get(readMark(name))
      if (!household || hasEnded(name)) continue
      sizes.set(household, (sizes.get(household) ?? 0) + 1)
      if (household.stage === 'busy' || this.#isOwn(household, Number(name))) continue
      sendKill(Number(name))
      ended.add(name)
    }
    for (const [household, size] of sizes) if (size > crowd) household.kill()
    for (const household of gone) if (!sizes.has(household)) this.#households.delete(household.mark)
    this.#calm = countThreads()
    const processes = [...ended].filter((name) => !this.#ended.has(name)).length
    this.#ended = ended
    if (processes > 0) this.#log.warn({ processes }, 'programs that functions had left behind were ended')
    return ended.size
  }

  /**
   * Whether a process is one of those that a pool process is made of: each is the first child of the last.
   */
  #isOwn({ pid, stage }: Household, wanted: number): boolean {
    if (stage === 'gone') return false
    const depth = this.#enclosure === 'supervisor' ? 2 : 3
    for (let own = pid, left = depth; own !== undefined && left > 0; left--) {
      if (own === wanted) return true
      own = readFirstChild(own)
    }
    return false
  }
}

/** Returns how many threads the machine has: "0.1 0.2 0.3 4/567 890" are 567. */
function countThreads(): number {
  return Number(/\/(\d+) /.exec(read('/proc/loadavg'))?.[1] ?? 0)
}

async function listProcesses(): Promise<string[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
}

/**
 * Whether a process only waits for its parent to ask how it has ended. It waits for ever where that is the
 * host, as in a container whose first process the host is.
 */
function hasEnded(name: string): boolean {
  return parseProcessStat(read(`/proc/${name}/stat`))[0] === 'Z'
}

/** Returns 0 for a process that bears none, or that has ended. */
function readMark(name: string): number {
  const mark = /^Max file locks +(\d+)/m.exec(read(`/proc/${name}/limits`))?.[1]
  return Number(mark ?? 0)
}

function readFirstChild(pid: number): number | undefined {
  const first = read(`/proc/${pid}/task/${pid}/children`).split(' ', 1)[0]
  return first ? Number(first) : undefined
}

/** Returns '' for a process that has ended, or that is another user's. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already, which is what was wanted.
  }
}
