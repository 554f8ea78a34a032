/**
 * What passes between the host and a pool thread over the port of one call, beside the messages of
 * `pool-message.ts`.
 */
import type { MessagePort } from 'node:worker_threads'
import type { JsonObject } from '../domain/json.ts'
import type { Call } from './pool-message.ts'

/** The task of one call. Without a call it only waits until the thread has started. */
export interface ThreadTask {
  readonly call?: Call
  readonly port?: MessagePort
  /**
   * One element, set to 1 when the host has answered with {@link ThreadMemory}: the thread waits for it
   * without turning.
   */
  readonly answered?: Int32Array
}

/** From the thread: a message, or that the memory given for a result is full. */
export type ThreadWord = { readonly type: number; readonly head: JsonObject } | { readonly filled: number }

/** From the host: memory for the result that was announced. */
export interface ThreadMemory {
  readonly memory: SharedArrayBuffer
}
