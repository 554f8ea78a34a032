/**
 * What the host and a pool process (or thread) send each other. The host sends one thing, a call; everything
 * else comes from the other side, whose messages are hostile until `pool/conversation.ts` has parsed them.
 * Each carries the number of its run, so that what an ended run still sends is discarded.
 */
import type { MessagePort } from 'node:worker_threads'
import { messageLength, messageLimit } from '../domain/job.ts'
import type { JsonObject } from '../domain/json.ts'
import type { ResultType } from '../domain/result/result.ts'

/** One call of one function, as it is sent. */
export type CallMessage = {
  readonly run: number
  /** The bundle's private folder. */
  readonly folder: string
  readonly functionName: string
  /** JSON of the parameters by name: text, because heads have a depth limit of their own. */
  readonly params: string
  /** The parameters in the order of the function's signature. */
  readonly parameters: readonly string[]
  readonly progress: string | null
  readonly returnType: ResultType
  readonly resultBytes: number
}

/** Message types, which are also the type bytes of their frames. */
export const messages = {
  /** To the other side: {@link CallMessage}. */
  call: 1,
  /** The process waits for its first call: a `WallReport`. */
  ready: 2,
  /** The call was understood; the function starts now. */
  accepted: 3,
  /** `skipped`: calls of `report` before these `reports` of which nothing is kept. */
  progress: 4,
  /** `text` that the plugin wrote to the console. */
  output: 5,
  /** A result's head; its arrays follow. */
  result: 6,
  /** The function threw: `text` for the client, `stack` for the log. */
  failure: 7,
  /**
   * Something threw that no call awaits: a timer, a promise, a microtask. The run (`functionName`) that
   * scheduled it may have ended.
   */
  late: 8,
  /** A run ended the process (`code`). */
  exit: 9,
  /**
   * The function has `changed` what all code of its process or thread shares. It is put back as far as can
   * be, so that this run ends as it should; no other is to be run there.
   */
  change: 10,
  /**
   * What the function has begun still goes on, such as a timer (`left` names its kinds): no other is to be
   * run there.
   */
  left: 11,
} as const

/** Longest `text` and `stack` of a failure, in characters. */
export const failureLength = 4000
/** Characters of console output kept of a run. */
export const outputLength = 8192
/** Characters of messages after which a progress frame is sent and the next one begun. */
export const progressFrameLength = 32_768

// JSON writes a character with at most six bytes (\u0000).
const worstCase = 6
/** Of a report beside its text: the names of its members, and a fraction of 24 characters. */
const reportBytes = 48

/** Longest head in bytes of each message from the other side. */
export const headLimits: ReadonlyMap<number, number> = new Map([
  [messages.ready, 256],
  [messages.accepted, 64],
  [messages.progress, worstCase * (progressFrameLength + messageLength) + reportBytes * messageLimit],
  [messages.output, worstCase * outputLength + 256],
  [messages.result, 4096],
  [messages.failure, worstCase * 2 * failureLength + 256],
  [messages.late, worstCase * 2 * failureLength + 512],
  [messages.exit, 512],
  [messages.change, 512],
  [messages.left, 1024],
])

/** Longest call that the other side accepts; the host bounds its requests far below. */
export const callLimit = 2 ** 28

/** A pool thread's task: only to start, or one call with a port of its own for its messages. */
export type ThreadTask =
  | { readonly kind: 'start' }
  | {
      readonly kind: 'call'
      readonly call: CallMessage
      readonly port: MessagePort
      /**
       * One element, set to 1 when the host has answered with {@link ThreadMemory}: the thread waits for it
       * without letting its event loop turn.
       */
      readonly answered: Int32Array
    }

/** From a thread: a message, or that the memory given for a result is full. */
export type ThreadMessage = { readonly type: number; readonly head: JsonObject } | { readonly filled: true }

/** To a thread: memory for the result that it has announced. */
export interface ThreadMemory {
  readonly memory: SharedArrayBuffer
}
