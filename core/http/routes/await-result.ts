import type { FastifyReply } from 'fastify'
import type { StoredResult } from '../../domain/result/result.ts'
import type { Call, Executor } from '../../run/executor.ts'
import { tellOrigin } from '../answer/server-timing.ts'
import { watchClient } from '../request/parse-request.ts'

/**
 * Returns the result of a call, computed if it is not there, for a client that may leave; the answer and the
 * log tell where it comes from.
 */
export async function awaitResult(
  executor: Executor,
  call: Call,
  reply: FastifyReply,
): Promise<StoredResult> {
  noteCall(call, reply)
  const { origin } = reply.request
  const answer = await executor.request(call, { signal: watchClient(reply), origin })
  const entry = await answer.entry
  tellOrigin(reply, answer)
  return entry
}

/** Returns the result of a call if it is there, and computes nothing. */
export async function findResult(
  executor: Executor,
  call: Call,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  noteCall(call, reply)
  const found = await executor.find(call.invocation, reply.request.origin)
  if (found) tellOrigin(reply, { cache: 'hit', run: undefined })
  return found
}

function noteCall({ invocation }: Call, { request }: FastifyReply): void {
  request.facts.room = invocation.roomId
  request.facts.function = invocation.functionName
}
