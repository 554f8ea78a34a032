import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../domain/errors.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { Call, Executor } from '../../run/executor.ts'
import type { Representation } from '../answer/represent.ts'
import { sendNothing, sendRepresentation } from '../answer/send.ts'
import { noteAnswer, tellOrigin } from '../answer/server-timing.ts'
import { watchClient } from '../request/parse-request.ts'
import { checkScope } from './access.ts'
import type { SpecimenCall } from './calls.ts'

/** A call, and how it may be superseded. */
interface AskedCall extends Pick<SpecimenCall, 'client'> {
  readonly call: Call
}

/** A call, and what its caller must be allowed to do where its result is not there yet. */
export interface NeededCall extends AskedCall {
  /** `read` for a file, which is there in every form. */
  readonly needs: 'read' | 'invoke'
}

/**
 * Returns the result of a call, computed if it is not there, for a client that may leave; the answer and the
 * log tell where it comes from.
 */
export async function awaitResult(
  executor: Executor,
  { call, client }: AskedCall,
  reply: FastifyReply,
): Promise<StoredResult> {
  noteCall(call, reply)
  const { origin, client: caller } = reply.request
  const answer = await executor.request(call, { caller, client, signal: watchClient(reply), origin })
  noteAnswer(answer, reply) // also for the line of a request whose run fails
  const entry = await answer.entry
  tellOrigin(reply, answer)
  return entry
}

/** Returns the result of a call if it is there, and computes nothing. */
async function findResult(
  executor: Executor,
  call: Call,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  noteCall(call, reply)
  const found = await executor.find(call.invocation, reply.request.origin)
  if (found) tellOrigin(reply, { cache: 'hit', run: undefined })
  return found
}

/**
 * Sends the result that `ask` returns, or an answer without a body for none. When its bytes are lost with the
 * host that had them, asks once more: nothing points to them any longer, so they are computed again.
 * @throws what `ask` and the representation do
 */
export async function sendFound(
  ask: () => Promise<StoredResult | undefined>,
  represent: (entry: StoredResult) => Representation,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const send = async (): Promise<FastifyReply> => {
    const entry = await ask()
    if (!entry) return await sendNothing(reply.header('cache-control', 'no-cache'))
    return await sendRepresentation(represent(entry), reply)
  }
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof SpecimenError) || error.code !== 'result.lost') throw error
    return await send()
  }
}

/**
 * Returns the result of a call. `If-Match` asks for one that is there (RFC 9110, 13.1.1), so then nothing is
 * computed; nor is it for a HEAD, which gets undefined when there is none, and for whoever may only read.
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
