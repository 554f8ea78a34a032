/** Results as HTTP asks for them: its conditions, its headers, and the facts of the log. */
import type { FastifyReply } from 'fastify'
import { openPart, type StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import type { CatalogView } from '../../../engine/catalog/catalog-view.ts'
import {
  absentResultError,
  type Calls,
  type NeededCall,
  type OpenedResult,
  retryLost,
} from '../../calls/calls.ts'
import type { Representation } from '../answer/represent.ts'
import { sendRepresentation } from '../answer/send.ts'
import { noteAnswer, tellOrigin } from '../answer/server-timing.ts'
import { watchClient } from '../request/parse-request.ts'

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
  /** The part of a scene that it asks for alone. */
  readonly part?: string | undefined
}

/** A call, and the name of its client where the request may be superseded. */
export type AskedCall = NeededCall & Pick<SpecimenCall, 'client'>

/** Returns the result of a call, computed if necessary, and records its origin in the answer and the log. */
export async function awaitResult(
  calls: Calls,
  asked: AskedCall,
  reply: FastifyReply,
): Promise<StoredResult> {
  noteCall(asked, reply)
  const life = {
    client: asked.client,
    signal: watchClient(reply),
    onAdmitted: noteAdmitted, // also for the log line of a failed run
  }
  return tellOpened(await calls.open(asked, reply.request, life), reply)

  function noteAdmitted(answer: Pick<OpenedResult, 'cache' | 'run'>): void {
    noteAnswer(answer, reply)
  }
}

/**
 * Returns the result of a call. `If-Match` requires an existing one (RFC 9110, 13.1.1), so nothing is
 * computed; nor for a HEAD, which gets undefined for none, or for a caller with `read` only.
 * @throws `condition.failed`, `scope.missing`
 */
export async function readEntry(
  calls: Calls,
  asked: AskedCall,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  const { headers, method } = reply.request
  const isConditional = headers['if-match'] !== undefined
  if (!isConditional && method !== 'HEAD') return await awaitResult(calls, asked, reply)
  noteCall(asked, reply)
  const found = await calls.look(asked.call, reply.request)
  if (found) return tellOpened(found, reply)
  if (isConditional) throw absentResultError(asked.call)
  return undefined
}

/**
 * Sends the result that `ask` returns, or the part of it with a name; an answer without a body for none. When
 * its bytes are lost with the host that had them, `ask` runs once more and computes them again.
 * @throws the errors of `ask` and of the representation
 */
export async function sendFound(
  ask: () => Promise<StoredResult | undefined>,
  represent: (entry: StoredResult) => Representation,
  reply: FastifyReply,
  part?: string,
): Promise<FastifyReply> {
  const find = async (): Promise<Representation | undefined> => {
    const entry = await ask()
    return entry && represent(part === undefined ? entry : await openPart(entry, part))
  }
  return await retryLost(async () => await sendRepresentation(find, reply))
}

function noteCall({ call: { invocation } }: AskedCall, { request }: FastifyReply): void {
  request.facts.room = invocation.roomId
  request.facts.function = invocation.functionName
}

function tellOpened(opened: OpenedResult, reply: FastifyReply): StoredResult {
  tellOrigin(reply, opened)
  return opened.entry
}
