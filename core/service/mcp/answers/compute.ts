import { hasCode, SpecimenError } from '../../../contract/domain/errors.ts'
import { type ProgressMessage, toQueuedMessage } from '../../../contract/domain/job.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { Words } from '../../../contract/text/words.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import type { CatalogView } from '../../../engine/catalog/catalog-view.ts'
import { toFileCall } from '../../../engine/catalog/file-call.ts'
import type { Call, CallAnswer } from '../../../engine/run/executor.ts'
import { withdrawnError } from '../../../engine/run/run-failure.ts'
import { checkScope } from '../../http/routes/access.ts'
import { toCall } from '../../http/routes/await-result.ts'
import type { Services } from '../../http/routes/routes.ts'
import type { AskerFacts } from './asker.ts'

/** The place of a run that waits is looked at so often. */
const lookSeconds = 0.5

/** A specimen or function with values, as a tool names it; nothing of it has been checked. */
export interface AskedResult {
  readonly id: string
  readonly params: Params
  readonly roomId: string
}

/** The life of a tool's call. */
export interface CallLife {
  /** Aborts when the client cancels the call, or its session ends. */
  readonly signal: AbortSignal
  readonly onMessages: (messages: readonly ProgressMessage[]) => void
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
  readonly cache: 'hit' | 'miss' | 'joined'
  readonly milliseconds: number
}

/** The parts of a host that {@link computeResult} uses. */
export type ComputeParts = Pick<Services, 'catalog' | 'gate' | 'decoder' | 'executor'> & {
  /** Counts what may run a function. @throws `client.limited` */
  readonly countRun: (client: string) => void
}

/**
 * Returns a result as the API has it: from the room's cache, from an identical run, or computed; or as the
 * session has it, whose results the room has no more. A caller without the scope `invoke` gets what the room
 * has.
 * @throws the errors of `/data`: `specimen.unknown`, `params.invalid`, `scope.missing`, `client.limited`,
 * those of the run, `run.cancelled` when the signal aborts
 */
export async function computeResult(
  parts: ComputeParts,
  asker: AskerFacts,
  asked: AskedResult,
  life: CallLife,
): Promise<ComputedResult> {
  const { catalog, executor, countRun } = parts
  const { caller, client, origin } = asker
  countRun(client)
  const startedAt = performance.now()
  const view = catalog.view(caller.specimens)
  const cancel = new AbortController()
  const withdraw = (): void => cancel.abort(withdrawnError())
  if (life.signal.aborted) withdraw()
  else life.signal.addEventListener('abort', withdraw, { once: true })
  try {
    const { call, needs } = await findCall(parts, view, asked, cancel.signal)
    const { functionName, revision, key } = call.invocation
    const identity = `${revision} ${key}`
    const name = JSON.stringify([asker.roomId, functionName, identity])
    const { entry, cache } = await ask()
    const shown = view.snapshot.specimens.get(asked.id)
    const { displayName = asked.id, words = {} } = shown ?? {}
    const milliseconds = performance.now() - startedAt
    return { id: asked.id, displayName, words, call, entry, functionName, identity, cache, milliseconds }

    async function ask(): Promise<Pick<ComputedResult, 'entry' | 'cache'>> {
      if (caller.scopes.has(needs)) {
        const known = await findKnown()
        if (known) return { cache: 'hit', entry: known }
        const waiter = { caller: client, signal: cancel.signal, origin, onMessages: life.onMessages }
        const answer = await executor.request(call, waiter)
        const made = await withPlaces(answer, life.onMessages)
        asker.kept.keep(name, made)
        return { cache: answer.cache, entry: made }
      }
      const found = await executor.find(call.invocation, origin)
      if (found) return { cache: 'hit', entry: found }
      const { roomId } = call.invocation
      const room = `The room ${JSON.stringify(roomId)} holds no result of ${functionName} for these values. `
      checkScope(caller, needs, room)
      throw new TypeError('a caller has a scope and has not')
    }

    /** Results that the room shows come before those that the session remembers. */
    async function findKnown(): Promise<StoredResult | undefined> {
      const kept = asker.kept.find(name)
      return kept && ((await executor.find(call.invocation, origin)) ?? kept)
    }
  } finally {
    life.signal.removeEventListener('abort', withdraw)
  }
}

/** Waits for the result of a call, and tells of its place in the queue meanwhile, whenever it is another. */
async function withPlaces(
  { entry, run }: CallAnswer,
  onMessages: CallLife['onMessages'],
): Promise<StoredResult> {
  let known: number | undefined
  const look = (): void => {
    const before = run?.countBefore?.()
    if (before !== undefined && before !== known) onMessages([toQueuedMessage(before)])
    known = before
    due.start(lookSeconds)
  }
  const due = createDeadline(look)
  look()
  return await entry.finally(() => due.stop())
}

/** Calls `use` with a result, and once more where its bytes are lost with the host that had them. */
export async function withResult<Answer>(
  compute: () => Promise<ComputedResult>,
  use: (computed: ComputedResult) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await use(await compute())
  } catch (error) {
    if (!hasCode(error, 'result.lost')) throw error
    return await use(await compute())
  }
}

async function findCall(
  { gate, decoder }: ComputeParts,
  view: CatalogView,
  { id, params, roomId }: AskedResult,
  signal: AbortSignal,
): Promise<{ readonly call: Call; readonly needs: 'read' | 'invoke' }> {
  const found = view.find(id)
  if (found.kind === 'dynamic')
    return { call: toCall(gate, found.target, { params, roomId }), needs: 'invoke' }
  const [name] = Object.keys(params)
  if (name !== undefined) {
    const detail = `${describe(id)} is a file and has no parameters (got ${describe(name)}); leave them out.`
    throw new SpecimenError('params.invalid', detail)
  }
  return { call: await toFileCall(found.specimen, decoder, { roomId, signal }), needs: 'read' }
}
