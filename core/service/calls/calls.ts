/**
 * The only way from "this asker wants this specimen with these values" to a result, for HTTP, agents and
 * rooms: it finds the call, decides whether the asker may have it run, and looks up or runs it.
 */
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import { type ProgressMessage, toQueuedMessage } from '../../contract/domain/job.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { FilesOfCallers, SoughtFiles } from '../../engine/catalog/brought-file.ts'
import type { CatalogView, FoundEntry } from '../../engine/catalog/catalog-view.ts'
import { toFileCall } from '../../engine/catalog/file-call.ts'
import { type FunctionPlan, planData } from '../../engine/catalog/plan-data.ts'
import { toPlannedCall } from '../../engine/catalog/planned-call.ts'
import type { CallTarget, Gate } from '../../engine/functions/gate.ts'
import type { Call, CallAnswer, CallExecutor, Waiter } from '../../engine/run/call.ts'
import type { FileDecoder } from '../../engine/run/decoding/file-decoder.ts'
import type { Caller } from '../access/caller.ts'
import { scopeMissingError } from '../access/rights.ts'

/** The parts of a host on which its calls stand. */
export interface CallParts {
  readonly catalog: Catalogs
  readonly gate: Gate
  readonly decoder: FileDecoder
  readonly executor: CallExecutor
  readonly files: SoughtFiles
}

/** The port of a catalog, for callers. */
export interface Catalogs {
  /** Returns the part with these names; all of it without names. */
  view(names?: ReadonlySet<string> | null): CatalogView
}

/** Whose request it is. */
export interface CallAsker {
  readonly caller: Caller
  /** The name for limits: the caller's, or an address where many share that. */
  readonly client: string
  readonly origin: CallOrigin | undefined
}

/** Values for a specimen, of which only the form has been checked, and the room whose result is meant. */
export interface CallValues {
  readonly params: Params
  readonly roomId: string
  /** Where references in the parameters lead: the catalog as the asker sees it, and the asker's files. */
  readonly view: CatalogView
  readonly caller: Pick<Caller, 'name'>
}

/** A call with the scope that it needs when its result is absent. */
export interface NeededCall {
  readonly call: Call
  /** `read` for a file, which exists in every form. */
  readonly needs: 'read' | 'invoke'
}

/** How an asker waits for a result. */
export interface CallLife extends Pick<Waiter, 'client' | 'signal' | 'onMessages'> {
  /** Called when the cache has the result or its run is admitted, before the result is there. */
  readonly onAdmitted?: ((answer: CallAnswer) => void) | undefined
}

/** A result, and where it came from. */
export interface OpenedResult extends Omit<CallAnswer, 'entry'> {
  readonly entry: StoredResult
}

/** The place of a run that waits is looked at so often. */
const lookSeconds = 0.5

/** The calls of a host. */
export class Calls {
  readonly #parts: CallParts

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  /** Returns the catalog as a caller may see it. */
  view({ specimens }: Caller): CatalogView {
    return this.#parts.catalog.view(specimens)
  }

  /** Returns the call of a function before its data are opened. @throws the errors of gate and references */
  plan(
    target: CallTarget,
    { params, roomId, view, caller }: CallValues,
    files: FilesOfCallers = this.#parts.files,
  ): FunctionPlan {
    const { gate } = this.#parts
    return planData(target, gate.admit(target, params, roomId), { view, gate, files: files.of(caller.name) })
  }

  /** Returns the call of a function, whose files may be at other hosts. @throws as {@link plan}, and the errors of files that it takes */
  async admit(target: CallTarget, values: CallValues, signal: AbortSignal): Promise<NeededCall> {
    const { decoder, files } = this.#parts
    const found = await files.seek(values.params, values.caller.name)
    const call = await toPlannedCall(this.plan(target, values, found), { decoder, signal })
    return { call, needs: 'invoke' }
  }

  /** Returns the call of a function, or the one that decodes a file. @throws those of gate and file */
  async find(entry: FoundEntry, values: CallValues, signal: AbortSignal): Promise<NeededCall> {
    if (entry.kind === 'dynamic') return await this.admit(entry.target, values, signal)
    const call = await toFileCall(entry.specimen, this.#parts.decoder, { roomId: values.roomId, signal })
    return { call, needs: 'read' }
  }

  /**
   * Returns the result of a call: from the room, from an identical run, or computed. A caller without the
   * scope that it needs gets what the room has.
   * @throws `scope.missing` where it has none; the errors of the run
   */
  async open({ call, needs }: NeededCall, asker: CallAsker, life: CallLife): Promise<OpenedResult> {
    if (asker.caller.scopes.has(needs)) return await openCall(this.#parts.executor, call, asker, life)
    const found = await this.look(call, asker)
    if (found) return found
    throw scopeMissingError(asker.caller, needs, `${describeAbsence(call)}. `)
  }

  /** Returns the result that the room has, if any; nothing is computed. */
  async look({ invocation }: Call, { origin }: CallAsker): Promise<OpenedResult | undefined> {
    const entry = await this.#parts.executor.find(invocation, origin)
    return entry && { entry, cache: 'hit', run: undefined }
  }
}

/** Returns the result of a call of somebody who may have it run. @throws the errors of the run */
export async function openCall(
  executor: Pick<CallExecutor, 'request'>,
  call: Call,
  { client: caller, origin }: Pick<CallAsker, 'client' | 'origin'>,
  { onAdmitted, ...life }: CallLife,
): Promise<OpenedResult> {
  const answer = await executor.request(call, { caller, origin, ...life })
  onAdmitted?.(answer)
  return { cache: answer.cache, run: answer.run, entry: await answer.entry }
}

/** Does work, and once more where the bytes of a result are lost with the host that had them. */
export async function retryLost<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'result.lost')) throw error
    return await work()
  }
}

/** Returns the refusal of an asker who takes an existing result only, as `If-Match` does. */
export function absentResultError(call: Call): SpecimenError {
  const detail = `${describeAbsence(call)}; ask without If-Match to have it computed.`
  return new SpecimenError('condition.failed', detail)
}

/** Tells of the place of a run in its queue, whenever it is another, until the result is there. */
export function tellPlaces(
  { entry, run }: CallAnswer,
  onMessages: (messages: readonly ProgressMessage[]) => void,
): void {
  let known: number | undefined
  const look = (): void => {
    const before = run?.countBefore?.()
    if (before !== undefined && before !== known) onMessages([toQueuedMessage(before)])
    known = before
    due.start(lookSeconds)
  }
  const due = createDeadline(look)
  look()
  const stop = (): void => due.stop()
  entry.then(stop, stop)
}

function describeAbsence({ invocation: { roomId, functionName } }: Call): string {
  return `The room ${JSON.stringify(roomId)} holds no result of ${functionName} for these parameters`
}
