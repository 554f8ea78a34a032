import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import type { Reachability } from '../redis/reachability.ts'
import type { MemberAnswer } from './ask-member.ts'
import { life, pause } from './life.ts'

/** The dependencies of a {@link Standing}. */
export interface StandingOptions {
  readonly reachability: Pick<Reachability, 'isAway' | 'onChange'>
  /** Returns the addresses of the other hosts, as they were known last. */
  readonly findOthers: () => readonly string[]
  readonly ask: (address: string) => Promise<MemberAnswer>
  /** Called after each change. */
  readonly onChange: () => void
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

type Stage = 'reached' | 'asking' | 'alone' | 'lost'

/** Milliseconds after which the others have given up a host that does not reach Redis, and have its rooms. */
const lostAfter = life + pause
/** Seconds between two questions while changes wait for the answer, and afterwards. */
const soonSeconds = 0.25
const laterSeconds = 1

/**
 * The standing of a host that does not reach Redis: with all others it goes on without Redis (`alone`); while
 * another host may reach Redis it waits (`asking`), and is then the one that is `lost`: others have its
 * rooms.
 */
export class Standing {
  readonly #options: StandingOptions
  #stage: Stage = 'reached'
  /** The number of the absence of Redis. */
  #absence = 0
  readonly #next: Deadline = createDeadline(() => void this.#askAll())
  /** The time since when another host may reach Redis and this one does not. */
  #since: number | undefined

  constructor(options: StandingOptions) {
    this.#options = options
    options.reachability.onChange((isAway) => {
      this.close()
      this.#since = isAway ? options.clock() : undefined
      if (!isAway) this.#turn('reached')
      else if (options.findOthers().length === 0) this.#turn('alone')
      else {
        this.#turn('asking')
        void this.#askAll()
      }
    })
  }

  /** True while no host reaches Redis, so that changes need not be kept there. */
  get isAlone(): boolean {
    return this.#stage === 'alone'
  }

  /** True while other hosts have what this one had, as they reach Redis. */
  get isLost(): boolean {
    return this.#stage === 'lost'
  }

  /** Ends the questions. */
  close(): void {
    this.#absence++
    this.#next.stop()
  }

  /** Asks all others, and again in a while, until Redis is back. */
  async #askAll(): Promise<void> {
    const { findOthers, ask } = this.#options
    const absence = this.#absence
    const answers = await Promise.all(findOthers().map(ask))
    if (absence !== this.#absence) return
    this.#judge(answers.some(({ kind }) => kind !== 'lost' && kind !== 'gone'))
    this.#next.start(this.#stage === 'asking' ? soonSeconds : laterSeconds)
  }

  #judge(mayReach: boolean): void {
    const now = this.#options.clock()
    this.#since = mayReach ? (this.#since ?? now) : undefined
    if (this.#since === undefined) this.#turn('alone')
    else this.#turn(now - this.#since >= lostAfter ? 'lost' : 'asking')
  }

  #turn(stage: Stage): void {
    if (stage === this.#stage) return
    this.#stage = stage
    this.#options.onChange()
  }
}
