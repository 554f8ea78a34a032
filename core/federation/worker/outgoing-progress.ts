import { messageLength, messageLimit, type Report } from '../../contract/domain/job.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'

type Message = Report & { readonly seq: number }
type ProgressMembers = Omit<WorkerFrameOf<'progress'>, 'type' | 'id'>

const gatherMilliseconds = 20
/** Characters in one frame: at six bytes each, the most that JSON makes of one, below the limit of frames. */
const frameLength = 500_000

/**
 * A run's messages on their way to the relay: batched and sent some times a second, numbered from 0, and the
 * last ones kept so that a new link can continue where the lost one ended. Dropped messages are only counted.
 */
export class OutgoingProgress {
  readonly #send: (members: ProgressMembers) => void
  readonly #isCongested: () => boolean
  #kept: Message[] = []
  #next = 0
  /** Number of the first unsent message. */
  #unsent = 0
  #isPaused = false
  #timer: NodeJS.Timeout | undefined

  /** While the link `isCongested`, messages wait, and a flood loses its older ones. */
  constructor(send: (members: ProgressMembers) => void, isCongested: () => boolean) {
    this.#send = send
    this.#isCongested = isCongested
  }

  /** Queues a message, which is cut when it is too long. */
  report(text: string, fraction?: number): void {
    const message = { seq: this.#next++, text: text.slice(0, messageLength) }
    this.#kept.push(fraction === undefined ? message : { ...message, fraction })
    if (this.#kept.length >= 2 * messageLimit) this.#kept = this.#kept.slice(-messageLimit)
    if (!this.#isPaused) this.#timer ??= setTimeout(() => this.#tick(), gatherMilliseconds)
  }

  /** Counts messages that the run itself has dropped. */
  skip(count: number): void {
    this.#next += count
  }

  /** Keeps messages without sending, as the link or the client is gone. */
  pause(): void {
    this.#isPaused = true
    this.#stop()
  }

  /** Continues with message number `seq`, or the first kept one after it. */
  resume(seq: number): void {
    this.#isPaused = false
    this.#unsent = seq
    this.flush()
  }

  flush(): void {
    this.#stop()
    if (this.#isPaused) return
    const waiting = this.#kept.slice(-messageLimit).filter(({ seq }) => seq >= this.#unsent)
    this.#unsent = Math.max(this.#unsent, this.#next)
    for (const members of toMembers(waiting)) this.#send(members)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    if (this.#isCongested()) this.#timer?.refresh()
    else this.flush()
  }
}

/**
 * Returns messages in groups that fit a frame and have no gap inside. `fractions` is present when a message
 * has one: an older relay ignores it.
 */
function toMembers(messages: readonly Message[]): ProgressMembers[] {
  const groups: { readonly seq: number; readonly texts: string[]; readonly fractions: (number | null)[] }[] =
    []
  let length = 0
  for (const { seq, text, fraction = null } of messages) {
    const group = groups.at(-1)
    if (group && group.seq + group.texts.length === seq && length + text.length <= frameLength) {
      group.texts.push(text)
      group.fractions.push(fraction)
    } else {
      groups.push({ seq, texts: [text], fractions: [fraction] })
      length = 0
    }
    length += text.length
  }
  return groups.map(({ fractions, ...group }) => {
    return { ...group, fractions: fractions.some((fraction) => fraction !== null) ? fractions : undefined }
  })
}
