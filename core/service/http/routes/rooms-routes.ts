import type { FastifyInstance } from 'fastify'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import { readRoom } from '../../access/rights.ts'
import type { Calls } from '../../calls/calls.ts'
import type { RoomPort } from '../../rooms/room-port.ts'
import { readFormat } from '../answer/choose-form.ts'
import { representData } from '../answer/represent.ts'
import { readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { reading, route } from './access.ts'
import { sendFound } from './await-result.ts'

/** The parts of a host by which results of rooms are sent. */
export interface RoomsParts {
  readonly rooms: Pick<RoomPort, 'find'>
  readonly calls: Calls
  readonly encoder: Encoder
  readonly envelopeMediaType: string
}

/** Adds the route of the results that rooms show. What changes a room comes over its WebSocket. */
export function addRoomsRoutes(
  app: FastifyInstance,
  { rooms, calls, encoder, envelopeMediaType: envelopeType }: RoomsParts,
): void {
  app.get(
    '/api/rooms/:room_id/results/:result_id',
    route(reading, 'readRoomResult'),
    async (request, reply) => {
      const { params, caller, headers } = request
      checkQuery(request.query, ['format'])
      const format = readQuery(request.query, 'format')
      const roomId = readRoom(caller, readPath(params, 'room_id'))
      request.facts.room = roomId
      const find = async () => await rooms.find(roomId, readPath(params, 'result_id'))
      const { specimenId } = await find()
      const { displayName, words } = calls.view(caller).findSpecimen(specimenId)
      const wanted = {
        accept: format ? readFormat(format) : headers.accept,
        format,
        envelopeType,
        name: displayName,
        words,
        isLegacy: false,
        ...(format && { fileStem: specimenId.replace(/^.*:/, '') }),
      }
      return await sendFound(
        async () => (await find()).entry,
        (found) => representData(found, wanted, encoder),
        reply,
      )
    },
  )
}
