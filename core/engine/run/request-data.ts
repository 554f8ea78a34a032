/** The data of a run: their calls, which are requested before it, and what it takes of their results. */
import { type Invocation, isRoomAhead, toRoomAhead } from '../../contract/domain/invocation.ts'
import type { ProgressMessage, Report } from '../../contract/domain/job.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Call, CallAnswer, CallInput, Waiter } from './call.ts'
import { toFlightId } from './flights.ts'
import { createNaming, type RunNodes } from './run-nodes.ts'
import type { RunContext, RunData } from './runner.ts'
import { nameInput, readInput } from './take-input.ts'
import { toRunData } from './to-run-data.ts'

/** An account of data, which several runs may hold. */
export interface DataAccount {
  /** @throws `host.busy` */
  takeShared(client: string, data: { readonly key: unknown; readonly amount: number }, own: number): DataHold
}

/** Data in memory: two of one id are the same. */
export type HeldBytes = { readonly id: unknown; readonly bytes: number }

/** Data that a run holds, from their arrival to its end. */
export interface DataHold {
  readonly release: () => void
}

/** How data are requested. */
export interface DataRequests {
  /** Requests a call, as an executor does. */
  readonly request: (call: Call, waiter: Waiter) => Promise<CallAnswer>
  /** Returns what a room has. */
  readonly find: (invocation: Invocation, origin?: CallOrigin) => Promise<StoredResult | undefined>
}

/** The context of a run that waits for its data. */
export interface DataContext extends RunContext {
  readonly origin: CallOrigin | undefined
  readonly nodes: RunNodes
  readonly onAdmitted: () => void
  readonly onReleased: () => void
}

/** The result of an input, or its run. */
interface InputAnswer extends Pick<CallAnswer, 'entry'> {
  readonly input: CallInput
}

/**
 * Requests the data of a run, whose calls it names in its progress; resolves when all are there, or their
 * runs are admitted.
 */
export async function requestData(
  outer: Call,
  { caller, origin, signal, progress, nodes }: DataContext,
  { request, find }: DataRequests,
): Promise<readonly InputAnswer[]> {
  const say = createNaming(outer)
  const heard = new Set<string>()
  const isAhead = isRoomAhead(outer.invocation.roomId)
  return await Promise.all(
    (outer.inputs ?? []).map(async (input, i) => {
      const call = isAhead ? toCallAhead(input.call) : input.call
      const id = toFlightId(call.invocation)
      const isHeard = heard.has(id)
      heard.add(id)
      const report = (each: Report): void => progress.report(say(call, each))
      const onMessages = (messages: readonly ProgressMessage[]): void => messages.forEach(report)
      const waiter = { caller, origin, signal, ...(!isHeard && { onMessages }) }
      const kept = isAhead ? await find(input.call.invocation, origin) : undefined
      const answer = kept ? toKept(kept) : await request(call, waiter)
      answer.entry.catch(() => {}) // unobserved until all are admitted
      nodes.follow(i, answer)
      if (answer.run && !isHeard) report({ text: '' })
      return { input, entry: answer.entry }
    }),
  )
}

/** How the files of a run are read. */
interface FileReadings {
  /** Most bytes of each. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly hold: (bytes: HeldBytes) => void
}

/** Returns the data that a run takes of a result, which it holds from then on. */
export async function takeData(
  { input, entry }: InputAnswer,
  hold: (stored: HeldBytes) => void,
): Promise<RunData> {
  const stored = await entry.catch((error: unknown) => {
    throw nameInput(error, input)
  })
  hold(stored)
  return toRunData(input, stored.id, (await openWhole(stored)).result)
}

/** Reads the files that a call takes as they are; each run has bytes of its own. */
export function readFiles(
  { invocation: { functionName }, files = [] }: Call,
  { limit, signal, hold }: FileReadings,
): readonly Promise<RunData>[] {
  const read = { functionName, limit, signal }
  return files.map((file) =>
    readInput(file, { ...read, onSize: (bytes) => hold({ id: Symbol(file.file.name), bytes }) }),
  )
}

function toKept(entry: StoredResult): CallAnswer {
  return { cache: 'hit', run: undefined, entry: Promise.resolve(entry) }
}

/** Returns a call for a run ahead of its use: in the queue, it must come as late as that. */
function toCallAhead(call: Call): Call {
  const roomId = toRoomAhead(call.invocation.roomId, 'data')
  return { ...call, invocation: { ...call.invocation, roomId } }
}
