/**
 * The messages between the host and a pool process (or thread). The host sends only calls; all other messages
 * come from the other side and are hostile until `pool/conversation.ts` has parsed them. Each carries the
 * number of its run, so that late messages of an ended run are discarded.
 */
import type { MessagePort } from 'node:worker_threads'
import { messageLength, messageLimit } from '../../contract/domain/job.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { SceneShape } from '../../contract/domain/result/returned.ts'
import type { Variables } from '../../contract/domain/variables.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import type { CallValue } from './put-value.ts'
import { progressFrameLength } from './report-limiter.ts'
import { resultHeadBytes } from './result-head.ts'

/** The file that a call takes in place of parameters. */
export interface InputFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** Most bytes of its result. */
  readonly byteLimit: number
}

/** A result or file on its way to a function, without its bytes; a head is as in {@link planResult}. */
export type DataHead = { readonly steps: readonly string[] } & (
  | { readonly head: JsonObject; readonly file?: never }
  | { readonly file: { readonly name: string; readonly byteLength: number }; readonly head?: never }
)

/** One call of one function, as it is sent. */
export type CallMessage = {
  readonly run: number
  readonly folder: string
  /** Variables of the host that it gives to this bundle; absent for none. */
  readonly variables?: Variables
  /** A path in the folder from which packages with native code are loaded; null where they are not. */
  readonly packages: string | null
  readonly functionName: string
  /** JSON of the parameters by name, as text, because heads have a depth limit of their own. */
  readonly params: string
  readonly parameters: readonly string[]
  readonly progress: string | null
  /** Null for a function of a file, whose content decides. */
  readonly returnType: ResultType | null
  /** The parts of a scene; absent for another kind. */
  readonly returns?: SceneShape
  /** Set for a function of a file, whose bytes follow. */
  readonly file?: { readonly name: string; readonly byteLength: number }
  /** What takes the places of references in `params`; its bytes follow, in order. */
  readonly data?: readonly DataHead[]
  readonly resultBytes: number
  /** Set to load the bundle and call none of its functions. */
  readonly loadsOnly: boolean
}

/** Message types, which are also the type bytes of their frames. */
export const messages = {
  /** To the other side: {@link CallMessage}. */
  call: 1,
  /** The process waits for its first call: a {@link WallReport}. */
  ready: 2,
  /** The call was understood; the function starts. */
  accepted: 3,
  /** `skipped`: the number of dropped `report` calls before these `reports`. */
  progress: 4,
  output: 5,
  /** A result's head, with the most bytes that the process has had resident (`peak`); its arrays follow. */
  result: 6,
  /** The function threw: `text` for the client, `stack` for the log; `code` where a file was refused. */
  failure: 7,
  /** An uncaught error of a timer, promise or microtask of the run `functionName`, which may have ended. */
  late: 8,
  /** A run ended the process (`code`). */
  exit: 9,
  /**
   * The function has `changed` a shared intrinsic. It is restored as far as possible, so that this run ends
   * properly; no further run may use the process or thread.
   */
  change: 10,
  /** The function left something active (`left` names the kinds); no further run may use the process. */
  left: 11,
  /** The bundle was loaded for the call; the answer where it was to load only. */
  loaded: 12,
} as const

/** The view of a process on its walls from inside, sent when it is ready. */
export type WallReport = {
  /** Name of its process table, such as `pid:[4026531836]`; '' where the machine has none. */
  readonly processes: string
  /** The same of its network. */
  readonly network: string
  /** Set when it may write into the folder of its own program. */
  readonly canWrite: boolean
  /** Set when it may change a setting of the kernel. */
  readonly canTune: boolean
}

/** Links that name the namespaces of the reading process. */
export const spaces = { processes: '/proc/self/ns/pid', network: '/proc/self/ns/net' } as const

/** Longest `text` and `stack` of a failure, in characters. */
export const failureLength = 4000
/** Characters of console output kept per run. */
export const outputLength = 8192

// JSON writes a character with at most six bytes (\u0000).
const worstCase = 6
/** Overhead of a report: the names of its members, and a fraction of 24 characters. */
const reportBytes = 48

/** Longest head in bytes of each message from the other side. */
export const headLimits: ReadonlyMap<number, number> = new Map([
  [messages.ready, 256],
  [messages.accepted, 64],
  [messages.progress, worstCase * (progressFrameLength + messageLength) + reportBytes * messageLimit],
  [messages.output, worstCase * outputLength + 256],
  [messages.result, resultHeadBytes + 256],
  [messages.failure, worstCase * 2 * failureLength + 256],
  [messages.late, worstCase * 2 * failureLength + 512],
  [messages.exit, 512],
  [messages.change, 512],
  [messages.left, 1024],
  [messages.loaded, 64],
])

/** Longest call that the other side accepts; the host bounds its requests far below. */
export const callLimit = 2 ** 28

/** A pool thread's task: only to start, or one call with a port of its own for its messages. */
export type ThreadTask =
  | { readonly kind: 'start' }
  | {
      readonly kind: 'call'
      readonly call: CallMessage
      readonly values: readonly CallValue[]
      readonly port: MessagePort
      /** One element, on which the thread blocks: 1 when the host has sent memory for the result. */
      readonly answered: Int32Array
    }

/** From a thread: a message, or the notice that result memory is full. */
export type ThreadMessage = { readonly type: number; readonly head: JsonObject } | { readonly filled: true }
