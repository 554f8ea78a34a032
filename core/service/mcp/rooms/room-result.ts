import { hasCode } from '../../../contract/domain/errors.ts'
import { mergeDefaults } from '../../../contract/domain/schema.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { FilesOfCallers } from '../../../engine/catalog/brought-file.ts'
import type { Gate } from '../../../engine/functions/gate.ts'
import type { RoomPort } from '../../rooms/room-port.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { computeResult, type ToolLife } from '../answers/compute.ts'
import { readFacts, toReader } from '../answers/facts.ts'
import type { DrawnResult } from '../answers/picture.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import type { AgentPeer } from './agent-peer.ts'
import { type RoomView, readViewState } from './room-view.ts'

/** The parts of a host that tools of rooms use. */
export interface RoomParts extends ToolParts {
  readonly gate: Gate
  readonly files: FilesOfCallers
  readonly rooms: Pick<RoomPort, 'find'>
}

/** The result that a view shows, as all in the room have it. */
export interface SeenResult extends DrawnResult {
  readonly displayName: string
  /** The id by which it is fetched of the room; undefined for a file. */
  readonly resultId: string | undefined
  readonly facts: JsonObject
}

/** A view of the room that a peer is in. */
export interface PeerView {
  readonly peer: AgentPeer
  readonly view: RoomView
}

/** Returns the values of a view with the defaults. @throws `specimen.unknown` for one that is not shown */
export function completeValues(
  { calls }: Pick<RoomParts, 'calls'>,
  { caller }: AskerFacts,
  { specimenId, params }: RoomView,
): JsonObject {
  const found = calls.view(caller).find(specimenId)
  return found.kind === 'static' ? {} : mergeDefaults(found.target.schema, params)
}

/**
 * Returns the result that a view shows; undefined while there is none. Nothing is computed but the decoding
 * of a file. @throws `specimen.unknown` where the token does not show the specimen, `result.lost`
 */
export async function findRoomResult(
  parts: RoomParts,
  asker: AskerFacts,
  { peer, view }: PeerView,
  life: ToolLife,
): Promise<SeenResult | undefined> {
  const { roomId, fields } = peer
  const { specimenId, number } = view
  const catalog = parts.calls.view(asker.caller)
  const found = catalog.find(specimenId)
  if (found.kind === 'static') {
    const computed = await computeResult(parts, asker, { id: specimenId, params: {}, roomId }, life)
    return {
      ...computed,
      resultId: undefined,
      facts: await readFacts(parts, computed, toReader(asker, life)),
    }
  }
  const { displayName = specimenId, words = {} } = catalog.snapshot.specimens.get(specimenId) ?? {}
  const { name: functionName } = found.target.registered.manifest
  for (;;) {
    const { resultId } = readViewState(fields, number)
    if (resultId === undefined) return undefined
    try {
      const { entry, specimenId: shown } = await parts.rooms.find(roomId, resultId)
      if (shown !== specimenId) return undefined // the copy of the state is a moment behind
      const facts = await readFacts(parts, { entry, words }, toReader(asker, life))
      return { displayName, words, functionName, entry, resultId, facts, identity: `result ${entry.id}` }
    } catch (error) {
      // Another result has taken its place meanwhile.
      const isOld = readViewState(fields, number).resultId !== resultId
      if (!isOld || !(hasCode(error, 'result.unknown') || hasCode(error, 'result.lost'))) throw error
    }
  }
}
