import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import type { CatalogView } from '../../../engine/catalog/catalog-view.ts'
import type { CallTarget, Gate } from '../../../engine/functions/gate.ts'
import type { Call, Executor } from '../../../engine/run/executor.ts'
import type { Representation } from '../answer/represent.ts'
import { sendRepresentation } from '../answer/send.ts'
import { noteAnswer, tellOrigin } from '../answer/server-timing.ts'
import { watchClient } from '../request/parse-request.ts'
import { checkScope } from './access.ts'

/** A request for a specimen; only its form has been checked. */
export interface SpecimenCall {
  readonly view: CatalogView
  readonly id: string
  readonly params: Params
  readonly roomId: string
  /** The client's name within its caller; undefined unless the request may be superseded. */
  readonly client?: string | undefined
  /** The form that the request names beside its headers. */
  readonly format?: string | undefined
}

/** Returns the call of a target with parameters that the gate has admitted. @throws the errors of the gate */
export function toCall(
  gate: Gate,
  target: CallTarget,
  { params, roomId }: Pick<SpecimenCall, 'params' | 'roomId'>,
): Call {
  return { invocation: gate.admit(target, params, roomId), runner: target.registered.runner }
}

/** A call with the scope that it needs when its result is absent. */
export interface NeededCall extends Pick<SpecimenCall, 'client'> {
  readonly call: Call
  /** `read` for a file, which exists in every form. */
  readonly needs: 'read' | 'invoke'
}

/** Returns the result of a call, computed if necessary, and records its origin in the answer and the log. */
export async function awaitResult(
  executor: Executor,
  { call, client }: Omit<NeededCall, 'needs'>,
  reply: FastifyReply,
): Promise<StoredResult> {
  noteCall(call, reply)
  const { origin, client: caller } = reply.request
  const answer = await executor.request(call, { caller, client, signal: watchClient(reply), origin })
  noteAnswer(answer, reply) // also for the log line of a failed run
  const entry = await answer.entry
  tellOrigin(reply, answer)
  return entry
}

async function findResult(
  executor: Executor,
  call: Call,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  noteCall(call, reply)
  const result = await executor.find(call.invocation, reply.request.origin)
  if (result) tellOrigin(reply, { cache: 'hit', run: undefined })
  return result
}

/**
 * Sends the result that `ask` returns, or an answer without a body for none. When its bytes are lost with the
 * host that had them, `ask` runs once more and computes them again.
 * @throws the errors of `ask` and of the representation
 */
export async function sendFound(
  ask: () => Promise<StoredResult | undefined>,
  represent: (entry: StoredResult) => Representation,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const find = async (): Promise<Representation | undefined> => {
    const entry = await ask()
    return entry && represent(entry)
  }
  try {
    return await sendRepresentation(find, reply)
  } catch (error) {
    if (!(error instanceof SpecimenError) || error.code !== 'result.lost') throw error
    return await sendRepresentation(find, reply)
  }
}

/**
 * Returns the result of a call. `If-Match` requires an existing one (RFC 9110, 13.1.1), so nothing is
 * computed; nor for a HEAD, which gets undefined for none, or for a caller with `read` only.
 * @throws `condition.failed`, `scope.missing`
 */
export async function readEntry(
  executor: Executor,
  { call, client, needs }: NeededCall,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  const { headers, method, caller } = reply.request
  const isConditional = headers['if-match'] !== undefined
  const mayRun = caller.scopes.has(needs)
  if (mayRun && !isConditional && method !== 'HEAD')
    return await awaitResult(executor, { call, client }, reply)
  const cached = await findResult(executor, call, reply)
  if (cached || (method === 'HEAD' && !isConditional)) return cached
  const { roomId, functionName } = call.invocation
  const found = `The room ${JSON.stringify(roomId)} holds no result of ${functionName} for these parameters`
  if (!isConditional) checkScope(caller, needs, `${found}. `)
  throw new SpecimenError('condition.failed', `${found}; ask without If-Match to have it computed.`)
}

function noteCall({ invocation }: Call, { request }: FastifyReply): void {
  request.facts.room = invocation.roomId
  request.facts.function = invocation.functionName
}
