import { SpecimenError } from '../../../contract/domain/errors.ts'
import { answerResult } from '../answers/shown-results.ts'
import { answerRoom } from '../rooms/room-answer.ts'
import type { RoomParts } from '../rooms/room-result.ts'
import { checkNames, readObject, readText } from './read-arguments.ts'
import { resultProperties } from './result-arguments.ts'
import { annotations, type HostTool } from './tool.ts'
import { readPictureShape, viewNames, viewProperties } from './view-arguments.ts'

const title = 'Look at a result'
const missing =
  'specimen is missing: the id of a specimen or the name of a function. find_specimens lists them. Without ' +
  'it look shows a room, after join_room, and takes no params.'

/**
 * Returns the tool that draws a result from another side: what is in the room is not computed again. Without
 * a specimen it shows what the room shows that the session is in.
 */
export function createLookTool(parts: RoomParts): HostTool {
  return {
    listed: {
      name: 'look',
      title,
      description:
        'Draws a result of a function or a file. With the values of the call before, nothing is computed ' +
        'again. In a room, without a specimen: what the room shows now.',
      inputSchema: {
        type: 'object',
        properties: { ...resultProperties, ...viewProperties },
      },
      annotations,
    },
    showsResult: true,
    call: async (asker, given, life) => {
      checkNames(given, ['specimen', 'params', ...viewNames])
      const [id, params, shape] = [
        readText(given, 'specimen'),
        readObject(given, 'params'),
        readPictureShape(given),
      ]
      if (id !== undefined)
        return await answerResult(parts, asker, { id, params, roomId: asker.roomId, shape }, life)
      if (Object.keys(params).length > 0 || !asker.seat.peer)
        throw new SpecimenError('request.invalid', missing)
      const peer = await asker.seat.find(asker.visitor, life.signal)
      return await answerRoom(parts, asker, { peer, shape }, life)
    },
  }
}
