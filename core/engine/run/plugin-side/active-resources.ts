import { promisify } from 'node:util'
import type { JsonObject } from '../../../contract/values/json.ts'
import { messages } from '../pool-message.ts'

const listResources = process.getActiveResourcesInfo.bind(process)

/** Waits for the next tick, in which Node reports new threads; immune to a plugin's changes to promises. */
export const toNextTick = promisify(process.nextTick.bind(process))

/** Tells what a run has left behind. */
export interface ResourceWatch {
  begin(): void
  sendLeft(run: number): void
}

/** Watches the active timers, sockets, threads and the like in this process or thread. */
export function watchResources(send: (type: number, head: JsonObject) => void): ResourceWatch {
  let kinds: readonly string[] = []
  let threads = 0
  let threadsBefore = 0
  process.on('worker', (thread) => {
    threads++
    thread.once('exit', () => threads--)
  })
  /** Takes a baseline: resources of an earlier call may still be there. */
  function begin(): void {
    kinds = listResources()
    threadsBefore = threads
  }
  function sendLeft(run: number): void {
    const now = listResources()
    const count = (all: readonly string[], kind: string) => all.filter((one) => one === kind).length
    const before = kinds
    // Each request (`CloseReq`) ends by itself.
    const found = [...new Set(now)].filter((kind) => !kind.includes('Req'))
    const added = found.filter((kind) => count(now, kind) > count(before, kind))
    if (threads > threadsBefore) added.push('Worker')
    begin() // once
    if (added.length > 0) send(messages.left, { run, left: added.join().slice(0, 100) })
  }
  return { begin, sendLeft }
}
