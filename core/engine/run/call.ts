/** A call, who waits for its result, and the answer: what travels between those who ask and the executor. */
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { FactWords } from '../../contract/domain/result/with-words.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import type { CallAdmission, FlightWaiter } from './flights.ts'
import type { Runner } from './runner.ts'

/** What gives the result of a call: a function, the file of a specimen, or one that a caller has brought. */
export type CallSource = {
  /** The kind of its result. */
  readonly type: ResultType
} & (
  | { readonly kind: 'function'; readonly owner: string }
  | { readonly kind: 'specimen'; readonly file: string | null }
  | { readonly kind: 'file'; readonly hash: string; readonly name: string }
)

/** An invocation with its runner. */
export interface Call {
  readonly invocation: Invocation
  readonly runner: Runner
  /** Absent where nobody asks for its provenance, as for runs of others. */
  readonly source?: CallSource
  /** The calls of the data that it takes; absent for none. */
  readonly inputs?: readonly CallInput[]
  /** The files that it takes as they are; absent for none. */
  readonly files?: readonly FileInput[]
}

/** Returns whether a call takes data, which are at the host that was asked. */
export function takesData({ inputs, files }: Call): boolean {
  return inputs !== undefined || files !== undefined
}

/** A file that is taken as it is, in the place of a reference. */
export interface FileInput {
  /** As those of a {@link CallInput}. */
  readonly steps: readonly string[]
  readonly file: TakenFile
}

/** A file whose bytes a call takes. */
export interface TakenFile {
  /** As the function sees it. */
  readonly name: string
  /** Equal for equal bytes. */
  readonly key: string
  /**
   * The hash of a file that was brought, or the specimen whose file it is, with what tells it from an earlier
   * one.
   */
  readonly source:
    | { readonly kind: 'brought'; readonly hash: string }
    | { readonly kind: 'specimen'; readonly id: string; readonly revision: string }
  /** Resolves with the whole file. @throws as its asset; `file.missing` for one that is another by now */
  readonly open: (signal: AbortSignal) => Promise<AssetAnswer>
  /** Keeps its bytes until the returned function is called; absent where they stay. */
  readonly hold?: () => () => void
}

/** The call that gives data of another one. */
export interface CallInput {
  /** The names and indices in the parameters that lead to its reference. */
  readonly steps: readonly string[]
  /** The kinds that fit there. */
  readonly kinds: readonly string[]
  readonly call: Call
  /** The id of the specimen that its reference names; absent for a file that was brought. */
  readonly id?: string
  /** The part of its scene that is taken; absent for a whole result. */
  readonly part?: string
  /** What the author says of the result; absent for nothing. */
  readonly words?: FactWords
}

/** A client that waits for a result. */
export interface Waiter extends FlightWaiter {
  /** The client's name within its caller: a newer request supersedes this one; without a name none does. */
  readonly client?: string | undefined
  /** Aborts when the client leaves; with an error of the code `run.cancelled` where it cancels the run. */
  readonly signal: AbortSignal
  readonly origin?: CallOrigin | undefined
}

/** The answer to an admitted call. */
export interface CallAnswer extends CallAdmission {
  /** Rejects with `run.cancelled` when this waiter leaves, with `run.superseded` after a newer request. */
  readonly entry: Promise<StoredResult>
}

/** The port of the executor: answers calls from the rooms' cache, from identical runs, or by runs. */
export interface CallExecutor {
  /**
   * Resolves once the cache has the result or the run is admitted; the run then continues.
   * @throws the refusal of the run, to all its waiters
   */
  request(call: Call, waiter: Waiter): Promise<CallAnswer>
  /** Returns the room's result for an invocation, if any, and computes nothing. */
  find(invocation: Invocation, origin?: CallOrigin): Promise<StoredResult | undefined>
}
