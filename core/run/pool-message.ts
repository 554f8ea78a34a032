/**
 * What the host and a pool process (or thread) say to each other. The host says one thing, a call; everything
 * else comes from the other side, whose words are hostile until `run-exchange.ts` has parsed them. Each
 * carries the number of its run, so that what an ended run still says reaches nobody.
 */
import { messageLength, messageLimit } from '../domain/job.ts'
import type { ResultType } from '../domain/result.ts'

/** One call of one function, as it is sent. */
export type Call = {
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
  /** To the other side: {@link Call}. */
  call: 1,
  /** The process or thread waits for its first call. */
  ready: 2,
  /** The call was understood; the function starts now. */
  accepted: 3,
  /** `skipped`: calls of `report` before these `texts` of which nothing is kept. */
  progress: 4,
  /** `text` that the plugin wrote to the console. */
  output: 5,
  /** A result's head; its arrays follow. */
  result: 6,
  /** The function threw: `text` for whoever asked, `stack` for the log. */
  failure: 7,
  /**
   * Something threw that no call awaits: a timer, a promise, a microtask. The run (`functionName`) that
   * scheduled it may have ended.
   */
  late: 8,
  /** A run ended the process (`code`). */
  exit: 9,
} as const

/** Longest `text` and `stack` of a failure, in characters. */
export const failureLength = 4000
/** Characters of console output kept of a run. */
export const outputLength = 8192
/** Characters of messages after which a progress frame is sent and the next one begun. */
export const progressFrameLength = 32_768

// JSON writes a character with at most six bytes (\u0000).
const worstCase = 6

/** Longest head in bytes of each message from the other side. */
export const headLimits: ReadonlyMap<number, number> = new Map([
  [messages.ready, 64],
  [messages.accepted, 64],
  [messages.progress, worstCase * (progressFrameLength + messageLength) + 4 * messageLimit],
  [messages.output, worstCase * outputLength + 256],
  [messages.result, 4096],
  [messages.failure, worstCase * 2 * failureLength + 256],
  [messages.late, worstCase * 2 * failureLength + 512],
  [messages.exit, 512],
])

/** Longest call that the other side accepts; the host bounds its requests far below. */
export const callLimit = 2 ** 28
