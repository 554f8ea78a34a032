import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../../contract/domain/job.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { Words } from '../../../contract/text/words.ts'
import type { Call } from '../../../engine/run/call.ts'
import type { CallAdmission } from '../../../engine/run/flights.ts'
import { withdrawnError } from '../../../engine/run/run-failure.ts'
import { type Calls, tellPlaces } from '../../calls/calls.ts'
import type { AskerFacts } from './asker.ts'

/** A specimen or function with values, as a tool names it; nothing of it has been checked. */
export interface AskedResult {
  readonly id: string
  readonly params: Params
  readonly roomId: string
}

/** The life of a tool's call. */
export interface ToolLife {
  /** Aborts when the client cancels the call, or its session ends. */
  readonly signal: AbortSignal
  readonly onMessages: (messages: readonly ProgressMessage[]) => void
}

/** One of the results that a tool computes one after another. */
interface ResultPart {
  /** From 0. */
  readonly index: number
  readonly count: number
}

/**
 * Returns the life of one result among several: its messages say which one it is, and its fractions are those
 * of the whole call.
 */
export function toPartLife({ signal, onMessages }: ToolLife, { index, count }: ResultPart): ToolLife {
  return {
    signal,
    onMessages: (messages) =>
      onMessages(
        messages.map(({ seq, text, ts, fraction }) => {
          const told = { seq, text: `${index + 1} of ${count}: ${text}`, ts }
          return fraction === undefined ? told : { ...told, fraction: (index + fraction) / count }
        }),
      ),
  }
}

/** A result with what its answer says of it. */
export interface ComputedResult {
  readonly id: string
  readonly displayName: string
  /** Those of the specimen; empty for a function without one. */
  readonly words: Words
  readonly call: Call
  readonly entry: StoredResult
  readonly functionName: string
  /** Equal ones mean the same result. */
  readonly identity: string
  readonly cache: CallAdmission['cache']
  readonly milliseconds: number
}

/** The parts of a host that {@link computeResult} uses. */
export interface ComputeParts {
  readonly calls: Calls
  /** Counts what may run a function. @throws `client.limited` */
  readonly countRun: (client: string) => void
}

/**
 * Returns a result as the API has it, or as the session has it, whose results the room has no more.
 * @throws the errors of `/data`: `specimen.unknown`, `params.invalid`, `scope.missing`, `client.limited`,
 * those of the run, `run.cancelled` when the signal aborts
 */
export async function computeResult(
  { calls, countRun }: ComputeParts,
  asker: AskerFacts,
  { id, ...values }: AskedResult,
  life: ToolLife,
): Promise<ComputedResult> {
  countRun(asker.client)
  const startedAt = performance.now()
  const cancel = new AbortController()
  const withdraw = (): void => cancel.abort(withdrawnError())
  if (life.signal.aborted) withdraw()
  else life.signal.addEventListener('abort', withdraw, { once: true })
  try {
    const view = calls.view(asker.caller)
    const found = view.find(id)
    if (found.kind === 'static') refuseParams(id, values.params)
    const { call, needs } = await calls.find(found, { ...values, view, caller: asker.caller }, cancel.signal)
    const { functionName, revision, key } = call.invocation
    const identity = `${revision} ${key}`
    const name = JSON.stringify([asker.roomId, functionName, identity])
    const { entry, cache } = await open()
    const { displayName = id, words = {} } = view.snapshot.specimens.get(id) ?? {}
    const milliseconds = performance.now() - startedAt
    return { id, displayName, words, call, entry, functionName, identity, cache, milliseconds }

    /** Results that the room shows come before those that the session remembers. */
    async function open(): Promise<Pick<ComputedResult, 'entry' | 'cache'>> {
      const kept = asker.kept.find(name)
      if (kept) return (await calls.look(call, asker)) ?? { entry: kept, cache: 'hit' }
      const opened = await calls.open({ call, needs }, asker, {
        signal: cancel.signal,
        onMessages: life.onMessages,
        onAdmitted: (answer) => tellPlaces(answer, life.onMessages),
      })
      if (asker.caller.scopes.has(needs)) asker.kept.keep(name, opened.entry)
      return opened
    }
  } finally {
    life.signal.removeEventListener('abort', withdraw)
  }
}

function refuseParams(id: string, params: AskedResult['params']): void {
  const [name] = Object.keys(params)
  if (name === undefined) return
  const detail = `${describe(id)} is a file and has no parameters (got ${describe(name)}); leave them out.`
  throw new SpecimenError('params.invalid', detail)
}
