import type { FastifyReply } from 'fastify'
import { toFileCall } from '../../../engine/catalog/file-call.ts'
import { representFacts } from '../answer/represent.ts'
import { watchClient } from '../request/parse-request.ts'
import { readEntry, type SpecimenCall, sendFound, toCall } from './await-result.ts'
import type { Services } from './routes.ts'

/**
 * Sends the facts of a result: that of a function, or that in the file of a static specimen. The result is
 * computed and cached as `/data` does it.
 * @throws the errors of the call, and of opening or decoding the file
 */
export async function sendFacts(
  { gate, decoder, executor, encoder }: Services,
  { view, id, params, roomId, client }: SpecimenCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const entry = view.find(id)
  const words = view.snapshot.specimens.get(id)?.words ?? {}
  const call =
    entry.kind === 'dynamic'
      ? toCall(gate, entry.target, { params, roomId })
      : await toFileCall(entry.specimen, decoder, { roomId, signal: watchClient(reply) })
  const needs = entry.kind === 'dynamic' ? 'invoke' : 'read'
  const ask = async () => await readEntry(executor, { call, client, needs }, reply)
  return await sendFound(ask, (entry) => representFacts(entry, words, encoder), reply)
}
