import { randomBytes } from 'node:crypto'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import { holdAnswer } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { quote } from '../answers/data-words.ts'
import type { AgentPeer } from '../rooms/agent-peer.ts'
import { findPlaces, type ResultPlaces, toPlace } from '../rooms/places.ts'
import { findRoomResult, type RoomParts } from '../rooms/room-result.ts'
import { requireNote, requireRoomView } from '../rooms/room-view.ts'
import { checkNames, readText, requireText, wrongError } from './read-arguments.ts'
import { readViewNumber, roomAnnotations, viewNumber } from './room-arguments.ts'
import type { HostTool } from './tool.ts'

const place = {
  type: 'array',
  items: { type: 'number' },
  minItems: 3,
  maxItems: 3,
  description: 'A place of the result, x, y, z, in the coordinates of bounds in its facts.',
} as const

/** A view of a room that is pointed into. */
interface PointedView {
  readonly peer: AgentPeer
  readonly number: number
  readonly places: ResultPlaces
}

/** Returns the tool that shows all in a room where the agent points. */
export function createPointTool(parts: RoomParts): HostTool {
  const title = 'Point at a place'
  return {
    listed: {
      name: 'point',
      title,
      description:
        'Shows everybody in the room a pointer with your name at a place of what is shown, or at a note, ' +
        'until you point elsewhere. With neither, the pointer goes.',
      inputSchema: {
        type: 'object',
        properties: {
          at: place,
          note: { type: 'string', description: 'Its id.' },
          view: viewNumber,
        },
      },
      annotations: roomAnnotations,
    },
    call: async (asker, given, life) => {
      checkNames(given, ['at', 'note', 'view'])
      const peer = await asker.seat.find(asker.visitor, life.signal)
      const note = readText(given, 'note')
      if (note === undefined && (given.at ?? null) === null) {
        peer.pose({ view: 0 })
        return toWords(asker, 'You point at nothing.')
      }
      const pointed = await findPointed(parts, asker, { peer, given }, life)
      const { number, places } = pointed
      const at = note === undefined ? readAt(given) : places.toFacts(findNote(pointed, note))
      peer.pose({ view: number, cursor: places.toPose(at) })
      return toWords(asker, `All see you point at ${JSON.stringify(at)} in view ${number}.`)
    },
  }
}

/** Returns the tool that pins a note to a place, and changes or removes an own one. */
export function createNoteTool(parts: RoomParts): HostTool {
  const title = 'Pin a note'
  return {
    listed: {
      name: 'note',
      title,
      description:
        'Pins a note with your name at a place of what the room shows. With the id of a note of yours it ' +
        'takes its place; with an id and no text it is removed.',
      inputSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', maxLength: 1000 },
          at: place,
          id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,32}$' },
          view: viewNumber,
        },
      },
      annotations: { ...roomAnnotations, idempotentHint: false },
    },
    call: async (asker, given, life) => {
      checkNames(given, ['text', 'at', 'id', 'view'])
      const peer = await asker.seat.find(asker.visitor, life.signal)
      const [own, text] = [readText(given, 'id'), readText(given, 'text')]
      if (own !== undefined && text === undefined) {
        requireNote(peer, own)
        await peer.set({ [`notes/${own}`]: null }, life.signal)
        return toWords(asker, `The note ${quote(own)} is removed.`)
      }
      const { number, places } = await findPointed(parts, asker, { peer, given }, life)
      const at = readAt(given)
      places.toPose(at) // what nobody could see beside the result is refused
      const id = own ?? randomBytes(8).toString('hex')
      const note = { view: number, at: [...places.toSpecimen(at)], text: requireText(given, 'text') }
      await peer.set({ [`notes/${id}`]: note }, life.signal)
      return toWords(asker, `The note ${quote(id)} is pinned at ${JSON.stringify(at)} in view ${number}.`)
    },
  }
}

/** @throws `request.invalid` for a view that is not open, or without a result */
async function findPointed(
  parts: RoomParts,
  asker: AskerFacts,
  { peer, given }: { readonly peer: AgentPeer; readonly given: JsonObject },
  life: ToolLife,
): Promise<PointedView> {
  const view = requireRoomView(peer.fields, readViewNumber(given))
  const result = await findRoomResult(parts, asker, { peer, view }, life)
  const { number } = view
  if (result) return { peer, number, places: await findPlaces(result) }
  const detail = `View ${number} has no result yet, and so no places; look shows what it waits for.`
  throw new SpecimenError('request.invalid', detail)
}

function readAt({ at = null }: JsonObject): Vector3 {
  const found = toPlace(at)
  if (found) return found
  throw wrongError('at', 'three numbers [x, y, z]', at)
}

/** Returns the place of a note in the coordinates of its specimen. @throws `request.invalid` */
function findNote({ peer, number }: PointedView, id: string): Vector3 {
  const note = peer.fields.get(`notes/${id}`)
  const { at = null, view } = note !== undefined && isJsonObject(note) ? note : {}
  const found = view === number ? toPlace(at) : undefined
  if (found) return found
  throw wrongError('note', `the id of a note in view ${number}: look lists them`, id)
}

function toWords(asker: AskerFacts, text: string) {
  return holdAnswer(asker, { content: [{ type: 'text', text }] })
}
