import { errorCodes, SpecimenError } from '../../../contract/domain/errors.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { mostRoomViews, type RoomFields } from '../../../contract/wire/room-messages.ts'
import { planViewCall } from '../../rooms/view-call.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { usualShape } from '../answers/picture.ts'
import type { AgentPeer } from '../rooms/agent-peer.ts'
import { answerRoom } from '../rooms/room-answer.ts'
import type { RoomParts } from '../rooms/room-result.ts'
import {
  findActive,
  listViews,
  type RoomViewState,
  readViewState,
  requireRoomView,
} from '../rooms/room-view.ts'
import { checkNames, readObject, readText } from './read-arguments.ts'
import { readViewNumber, roomAnnotations, viewNumber } from './room-arguments.ts'
import type { HostTool } from './tool.ts'

const title = 'Set what the room shows'

/** A change of one view. */
interface ViewChange {
  readonly number: number
  readonly fields: RoomFields
  /** The specimen of the view after the change. */
  readonly specimenId: string
}

/** Returns the tool that sets values for all in a room, and waits for the result that all then see. */
export function createSetTool(parts: RoomParts): HostTool {
  return {
    listed: {
      name: 'set',
      title,
      description:
        'Sets values in the room for everybody in it, and shows the result that all see then. Another ' +
        'specimen opens a view beside the others; in a view that is named it takes its place.',
      inputSchema: {
        type: 'object',
        properties: {
          params: { type: 'object', description: 'Values of parameters; null is the default of one.' },
          specimen: {
            type: 'string',
            description: 'The id of a specimen; the one that is shown when left out.',
          },
          view: viewNumber,
        },
      },
      annotations: { ...roomAnnotations, destructiveHint: true },
    },
    call: async (asker, given, life) => {
      checkNames(given, ['params', 'specimen', 'view'])
      const peer = await asker.seat.find(asker.visitor, life.signal)
      const change = toChange(peer, given)
      if (Object.keys(change.fields).length > 0) {
        const version = await peer.set(change.fields, life.signal)
        if (isRun(change) && hasCall(parts, asker, peer, change))
          await awaitResult(peer, { change, version }, life)
      }
      return await answerRoom(parts, asker, { peer, view: change.number, shape: usualShape }, life)
    },
  }
}

/** Returns the fields of a change. @throws `request.invalid` */
function toChange({ fields }: AgentPeer, given: JsonObject): ViewChange {
  const [specimenId, wanted] = [readText(given, 'specimen'), readViewNumber(given)]
  const params = Object.entries(readObject(given, 'params'))
  const toParams = (number: number) =>
    Object.fromEntries(params.map(([name, value]) => [`views/${number}/params/${name}`, value]))
  const shownIn = (number: number) => fields.get(`views/${number}/specimen`)
  const known = listViews(fields).find((number) => shownIn(number) === specimenId)
  const number = wanted ?? (specimenId === undefined ? findActive(fields) : (known ?? findFree(fields)))
  if (specimenId === undefined || number === undefined || shownIn(number) === specimenId) {
    const view = requireRoomView(fields, number)
    const active = findActive(fields) === view.number ? {} : { active: view.number }
    return {
      number: view.number,
      fields: { ...toParams(view.number), ...active },
      specimenId: view.specimenId,
    }
  }
  const opened = { [`views/${number}/specimen`]: specimenId, ...toParams(number), active: number }
  return { number, fields: opened, specimenId }
}

/** Returns a view that is not open. @throws `room.full` */
function findFree(fields: AgentPeer['fields']): number {
  const open = listViews(fields)
  const free = Array.from({ length: mostRoomViews }, (_, i) => i + 1).find((number) => !open.includes(number))
  if (free !== undefined) return free
  throw new SpecimenError(
    'room.full',
    `All ${mostRoomViews} views are open; name one in view to take its place.`,
  )
}

function isRun({ fields }: ViewChange): boolean {
  return Object.keys(fields).some((name) => name !== 'active')
}

/** Returns false for a static specimen, and while values are missing that have no default. */
function hasCall(
  { calls, gate, files }: RoomParts,
  { caller }: AskerFacts,
  { fields, roomId }: AgentPeer,
  { number }: ViewChange,
): boolean {
  const parts = { roomId, gate, catalog: calls.view(caller), files: files.all } // the room has taken it
  return planViewCall(fields, number, parts) !== undefined
}

/** Resolves once a view has a result of a version, or another specimen. @throws the failure of its run */
async function awaitResult(
  peer: AgentPeer,
  { change: { number, specimenId }, version }: { readonly change: ViewChange; readonly version: number },
  { signal, onMessages }: ToolLife,
): Promise<void> {
  let seq = 0
  let told = ''
  const find = (): true | SpecimenError | undefined => {
    if (peer.fields.get(`views/${number}/specimen`) !== specimenId) return true
    const { resultVersion = 0, runVersion = 0, text, fraction, error } = readViewState(peer.fields, number)
    if (resultVersion >= version) return true
    if (error && runVersion >= version) return toFailure(error)
    const message = JSON.stringify([text, fraction])
    if (text !== undefined && message !== told) {
      told = message
      onMessages([{ seq: seq++, text, ts: Date.now() / 1000, ...(fraction !== undefined && { fraction }) }])
    }
    return undefined
  }
  try {
    const outcome = await peer.waitFor(find, signal)
    if (outcome !== true) throw outcome
  } catch (error) {
    if (signal.aborted) peer.cancel(number) // as a call of a function that is cancelled
    throw error
  }
}

function toFailure({ code, detail }: NonNullable<RoomViewState['error']>): SpecimenError {
  return new SpecimenError(errorCodes.find((known) => known === code) ?? 'function.failed', detail)
}
