import type { Result } from '../contract/domain/result/result.ts'
import { readResultAt } from './specimens.ts'
import type { Transport } from './transport.ts'

/** A transport with the host's name for the envelope. */
export interface ResultTransport {
  readonly transport: Transport
  readonly envelopeMediaType: string
}

/** A result of a room, and the signal that gives up reading it. */
interface RoomResultPlace {
  readonly room: string
  readonly id: string
  readonly signal: AbortSignal | undefined
}

/** Returns a result that a room shows. @throws as `data`; `result.unknown` */
export async function readRoomResult(
  { transport, envelopeMediaType }: ResultTransport,
  result: RoomResultPlace,
): Promise<Result> {
  const { room, id, signal } = result
  const path = `/api/rooms/${encodeURIComponent(room)}/results/${encodeURIComponent(id)}`
  return await readResultAt(transport, { path, envelopeMediaType, signal })
}
