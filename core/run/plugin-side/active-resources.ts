import { promisify } from 'node:util'
import type { JsonObject } from '../../domain/json.ts'
import { messages } from '../pool-message.ts'

const listResources = process.getActiveResourcesInfo.bind(process)

/** Waits for the next tick, in which Node tells of new threads; whatever a plugin makes of promises. */
export const toNextTick = promisify(process.nextTick.bind(process))

/** The timers, sockets, threads and the like that go on in this process or thread. */
export class ActiveResources {
  readonly #send: (type: number, head: JsonObject) => void
  #kinds: readonly string[] = []
  #threads = 0
  #threadsBefore = 0

  constructor(send: (type: number, head: JsonObject) => void) {
    this.#send = send
    process.on('worker', (thread) => {
      this.#threads++
      thread.once('exit', () => this.#threads--)
    })
  }

  /** A call begins; what an earlier one has made of arrays may still be there. */
  begin(): void {
    this.#kinds = listResources()
    this.#threadsBefore = this.#threads
  }

  /** Tells the host what there is more of than before: it would go on beside the next call. */
  sendLeft(run: number): void {
    const now = listResources()
    const count = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length
    // Each request (`CloseReq`) has an end.
    const kinds = [...new Set(now)].filter((kind) => !kind.includes('Req'))
    const before = this.#kinds
    const added = kinds.filter((kind) => count(now, kind) > count(before, kind))
    if (this.#threads > this.#threadsBefore) added.push('Worker')
    this.begin() // once
    if (added.length > 0) this.#send(messages.left, { run, left: added.join().slice(0, 100) })
  }
}
