import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import { bindArguments, parseArguments } from '../../../engine/functions/gate.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import { readRoom } from '../../access/rights.ts'
import type { Calls } from '../../calls/calls.ts'
import { representJson } from '../answer/represent.ts'
import { readBody, watchClient } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery, createParameterTest } from '../request/request-names.ts'
import { awaitResult, sendFound } from './await-result.ts'

const invokeMembers = ['function_name', 'args', 'kwargs', 'room_id']

/** The parts of a host by which a function is called by its name. */
export interface InvokeParts {
  readonly calls: Calls
  readonly encoder: Encoder
}

/** Sends the result of the function that the body names, as JSON. @throws the errors of the call */
export async function sendInvoked(
  { calls, encoder }: InvokeParts,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body: given, query, caller } = reply.request
  const view = calls.view(caller)
  const body = readBody(given)
  const { function_name: name, args, kwargs, room_id: room } = body
  const isParameter = createParameterTest(view.snapshot, typeof name === 'string' ? name : '')
  checkMembers(body, invokeMembers, isParameter)
  checkNoQuery(query, invokeMembers, isParameter)
  if (typeof name !== 'string') {
    const description = describe(name)
    throw new SpecimenError(
      'request.invalid',
      `function_name must be the name of a registered function (got ${description}).`,
    )
  }
  const parsed = parseArguments(args, kwargs)
  const roomId = readRoom(caller, room)
  const target = view.findFunction(name)
  const values = { params: bindArguments(target, parsed), roomId, view, caller }
  const call = await calls.admit(target, values, watchClient(reply))
  const ask = async () => await awaitResult(calls, call, reply)
  return await sendFound(ask, (entry) => representJson(entry, encoder), reply)
}
