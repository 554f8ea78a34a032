import type { FastifyReply } from 'fastify'
import type { Log } from '../../../contract/domain/log.ts'
import { type ProvenanceParts, toShortProvenance } from '../../../engine/catalog/provenance.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Calls } from '../../calls/calls.ts'
import { representData, type WantedForm } from '../answer/represent.ts'
import { type AskedCall, readEntry, type SpecimenCall, sendFound } from './await-result.ts'

/** The parts of a host that send data. */
export interface DataParts {
  readonly calls: Calls
  readonly encoder: Encoder
  readonly log: Log
  readonly envelopeMediaType: string
  readonly legacyClient: boolean
  readonly provenance: ProvenanceParts
}

/** Sends the result of a call, or a part of it, in the form that is wanted. @throws the errors of the call */
export async function sendResult(
  parts: DataParts,
  { wanted, part, ...call }: AskedCall & Pick<SpecimenCall, 'part'> & { readonly wanted: WantedForm },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { calls, encoder } = parts
  const { inputs } = call.call
  const provenance = () => inputs && toShortProvenance(call.call, parts.provenance)
  const ask = async () => await readEntry(calls, call, reply)
  return await sendFound(
    ask,
    (entry) => representData(entry, { ...wanted, provenance }, encoder),
    reply,
    part,
  )
}
