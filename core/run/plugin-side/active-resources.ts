import { promisify } from 'node:util'
import type { JsonObject } from '../../domain/json.ts'
import { messages } from '../pool-message.ts'

const listResources = process.getActiveResourcesInfo.bind(process)

/** Waits for the next tick, in which Node reports new threads; immune to a plugin's changes to promises. */
export const toNextTick = promisify(process.nextTick.bind(process))

/** The active timers, sockets, threads and the like in this process or thread. */
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

  /** Takes a baseline: resources of an earlier call may still be there. */
  begin(): void {
    this.#kinds = listResources()
    this.#threadsBefore = this.#threads
  }

  sendLeft(run: number): void {
    const now = listResources()
    const count = (kinds: readonly string[], kind: string) => kinds.filter((one) => one === kind).length
    // Each request (`CloseReq`) ends by itself.
    const kinds = [...new Set(now)].filter((kind) => !kind.includes('Req'))
    const before = this.#kinds
    const added = kinds.filter((kind) => count(now, kind) > count(before, kind))
    if (this.#threads > this.#threadsBefore) added.push('Worker')
    this.begin() // once
    if (added.length > 0) this.#send(messages.left, { run, left: added.join().slice(0, 100) })
  }
}
