import { readRoom } from '../../access/rights.ts'
import { holdAnswer } from '../answers/answers.ts'
import { quote } from '../answers/data-words.ts'
import { usualShape } from '../answers/picture.ts'
import { answerRoom } from '../rooms/room-answer.ts'
import type { RoomParts } from '../rooms/room-result.ts'
import { checkNames, readText } from './read-arguments.ts'
import { roomAnnotations } from './room-arguments.ts'
import type { HostTool } from './tool.ts'

/** Returns the tool by which an agent enters a room. */
export function createJoinTool(parts: RoomParts): HostTool {
  const title = 'Enter a room'
  return {
    listed: {
      name: 'join_room',
      title,
      description:
        'Enters a room as a peer whom all in it see, and shows who is there and what the room shows. One ' +
        'room at a time: entering another leaves the first.',
      inputSchema: {
        type: 'object',
        properties: {
          room: { type: 'string', description: 'The id of the room; that of this connection when left out.' },
        },
      },
      annotations: roomAnnotations,
    },
    call: async (asker, given, life) => {
      checkNames(given, ['room'])
      const roomId = readRoom(asker.caller, readText(given, 'room') ?? asker.roomId)
      const peer = await asker.seat.join(asker.visitor, roomId, life.signal)
      return await answerRoom(parts, asker, { peer, shape: usualShape }, life)
    },
  }
}

/** Returns the tool by which an agent leaves its room. */
export function createLeaveTool(): HostTool {
  const title = 'Leave the room'
  return {
    listed: {
      name: 'leave_room',
      title,
      description: 'Leaves the room that join_room has entered. Notes stay.',
      inputSchema: { type: 'object', properties: {} },
      annotations: roomAnnotations,
    },
    call: async (asker, given) => {
      checkNames(given, [])
      const roomId = asker.seat.leave()
      const text = roomId === undefined ? 'You were in no room.' : `You have left the room ${quote(roomId)}.`
      return holdAnswer(asker, { content: [{ type: 'text', text }] })
    },
  }
}
