import type { FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { parseParams, parseParamsText } from '../../../engine/functions/gate.ts'
import { readRoom } from '../../access/rights.ts'
import type { Calls } from '../../calls/calls.ts'
import { parseSupersede, readBody, readPath, readQuery } from '../request/parse-request.ts'
import {
  checkMembers,
  checkNoQuery,
  checkQuery,
  createParameterTest,
  listKnown,
} from '../request/request-names.ts'
import type { SpecimenCall } from './await-result.ts'

/**
 * Reads a call from the query, which may have these names only.
 * @throws `request.invalid`, `json.syntax`, `room.invalid`, `room.refused`
 */
export function readQueryCall(
  calls: Pick<Calls, 'view'>,
  { params: path, query, caller }: FastifyRequest,
  names: readonly string[],
): SpecimenCall {
  const view = calls.view(caller)
  const id = readPath(path, 'specimen_id')
  checkQuery(query, listKnown(names, view.snapshot, id), createParameterTest(view.snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  const roomId = readRoom(caller, readQuery(query, 'room_id'))
  return { view, id, params, roomId, format: readQuery(query, 'format'), part: readQuery(query, 'part') }
}

/** Reads a call from the body; @throws as {@link readQueryCall}. */
export function readBodyCall(
  calls: Pick<Calls, 'view'>,
  { params: path, query, body: given, caller }: FastifyRequest,
  members: readonly string[],
): SpecimenCall {
  const view = calls.view(caller)
  const id = readPath(path, 'specimen_id')
  const isParameter = createParameterTest(view.snapshot, id)
  const body = readBody(given)
  const known = listKnown(members, view.snapshot, id)
  checkMembers(body, known, isParameter)
  checkNoQuery(query, known, isParameter)
  const { supersede, room_id: room } = body
  const [format, part] = [readName(body, 'format', 'a form'), readName(body, 'part', 'a part')]
  const call = { params: parseParams(body.params), roomId: readRoom(caller, room) }
  return { view, id, ...call, client: parseSupersede(supersede), format, part }
}

/** Returns a name in a body; undefined for none. @throws `request.invalid` */
function readName(body: JsonObject, member: string, of: string): string | undefined {
  const name = body[member] ?? undefined
  if (name === undefined || typeof name === 'string') return name
  throw new SpecimenError('request.invalid', `${member} must be the name of ${of} (got ${describe(name)}).`)
}
