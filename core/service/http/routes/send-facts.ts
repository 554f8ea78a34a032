import type { FastifyReply } from 'fastify'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Calls } from '../../calls/calls.ts'
import { representFacts } from '../answer/represent.ts'
import { watchClient } from '../request/parse-request.ts'
import { readEntry, type SpecimenCall, sendFound } from './await-result.ts'

/** The parts of a host that send facts. */
export interface FactsParts {
  readonly calls: Calls
  readonly encoder: Encoder
}

/**
 * Sends the facts of a result: that of a function, or that in the file of a static specimen. The result is
 * computed and cached as `/data` does it.
 * @throws the errors of the call, and of opening or decoding the file
 */
export async function sendFacts(
  { calls, encoder }: FactsParts,
  { view, id, client, part, ...values }: SpecimenCall,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = reply.request
  const words = view.snapshot.specimens.get(id)?.words ?? {}
  const call = await calls.find(view.find(id), { ...values, view, caller }, watchClient(reply))
  const ask = async () => await readEntry(calls, { ...call, client }, reply)
  return await sendFound(ask, (entry) => representFacts(entry, words, encoder), reply, part)
}
