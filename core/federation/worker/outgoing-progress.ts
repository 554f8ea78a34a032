import { messageLength, messageLimit } from '../../domain/job.ts'

interface Message {
  readonly seq: number
  readonly text: string
}

const gatherMilliseconds = 20
/** Characters in one frame: at six bytes each, the most that JSON makes of one, below the limit of frames. */
const frameLength = 500_000

/**
 * A run's messages on their way to the relay: gathered and sent some times a second, numbered from 0, and the
 * last ones kept so that a new link can go on where the lost one ended. What a flood has swept away is only
 * counted.
 */
export class OutgoingProgress {
  readonly #send: (seq: number, texts: readonly string[]) => void
  readonly #isCongested: () => boolean
  #kept: Message[] = []
  /** Number of the next message. */
  #next = 0
  /** Number of the first that is not sent. */
  #unsent = 0
  #isPaused = false
  #timer: NodeJS.Timeout | undefined

  /** While the link `isCongested`, messages wait, and a flood loses its older ones. */
  constructor(send: (seq: number, texts: readonly string[]) => void, isCongested: () => boolean) {
    this.#send = send
    this.#isCongested = isCongested
  }

  /** Takes a message, which is cut when it is too long. */
  report(text: string): void {
    this.#kept.push({ seq: this.#next++, text: text.slice(0, messageLength) })
    if (this.#kept.length >= 2 * messageLimit) this.#kept = this.#kept.slice(-messageLimit)
    if (!this.#isPaused) this.#timer ??= setTimeout(() => this.#tick(), gatherMilliseconds)
  }

  /** Counts messages that the run itself has left out. */
  skip(count: number): void {
    this.#next += count
  }

  /** The link is gone: messages are kept. */
  pause(): void {
    this.#isPaused = true
    this.stop()
  }

  /** Goes on with message number `seq`, or the first of those after it that are kept. */
  resume(seq: number): void {
    this.#isPaused = false
    this.#unsent = seq
    this.flush()
  }

  /** Sends all that is kept and was not sent. */
  flush(): void {
    this.stop()
    if (this.#isPaused) return
    const waiting = this.#kept.slice(-messageLimit).filter(({ seq }) => seq >= this.#unsent)
    this.#unsent = Math.max(this.#unsent, this.#next)
    for (const group of toGroups(waiting)) {
      const [first] = group
      if (first)
        this.#send(
          first.seq,
          group.map(({ text }) => text),
        )
    }
  }

  /** Ends the timer: nothing more is sent unless it is asked for. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #tick(): void {
    if (this.#isCongested()) this.#timer?.refresh()
    else this.flush()
  }
}

/** Returns messages in groups that fit a frame and have no gap inside. */
function toGroups(messages: readonly Message[]): Message[][] {
  const groups: Message[][] = []
  let length = 0
  for (const message of messages) {
    const group = groups.at(-1)
    if (group && group.at(-1)?.seq === message.seq - 1 && length + message.text.length <= frameLength)
      group.push(message)
    else {
      groups.push([message])
      length = 0
    }
    length += message.text.length
  }
  return groups
}
