import { isJsonObject } from '../../contract/values/json.ts'
import { roomsPath } from '../../service/http/routes/peer-answers.ts'
import type { StateFields } from '../../service/rooms/room-fields.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { type PeerRequests, readBody } from '../results/peer-request.ts'
import type { RoomOwners } from './room-owners.ts'

/** The way to the host of a room. */
export interface OwnerQuestion {
  readonly owners: Pick<RoomOwners, 'find'>
  readonly requests: Pick<PeerRequests, 'ask'>
}

/** Seconds without a byte after which the state of a room is given up. */
const stallSeconds = 5

/** Resolves with the fields of a room at the host that has it; undefined where it cannot be asked. */
export async function askOwner(
  { owners, requests }: OwnerQuestion,
  roomId: string,
): Promise<StateFields | undefined> {
  const { address } = owners.find(roomId)
  try {
    const response = await requests.ask(`${address}${roomsPath}${encodeURIComponent(roomId)}`)
    const pieces: Uint8Array[] = []
    for await (const piece of readBody(response, stallSeconds)) pieces.push(piece)
    const fields = response.statusCode === 200 ? parseOwnJson(Buffer.concat(pieces).toString()) : undefined
    return fields !== undefined && isJsonObject(fields) ? new Map(Object.entries(fields)) : undefined
  } catch {
    return undefined // as for a room that nobody has
  }
}
