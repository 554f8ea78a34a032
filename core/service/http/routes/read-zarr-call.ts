import type { FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { parseParamsText } from '../../../engine/functions/gate.ts'
import { readRoom } from '../../access/rights.ts'
import type { Calls } from '../../calls/calls.ts'
import { readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery, createParameterTest, listKnown } from '../request/request-names.ts'
import { type ZarrAddress, zarrNames } from '../request/zarr-address.ts'
import type { SpecimenCall } from './await-result.ts'

/** Reads the call of a store from its path and from the query. @throws as `readQueryCall` */
export function readZarrCall(
  calls: Pick<Calls, 'view'>,
  { params: path, query, caller }: FastifyRequest,
  { given }: ZarrAddress,
): SpecimenCall {
  const view = calls.view(caller)
  const id = readPath(path, 'specimen_id')
  checkQuery(query, listKnown(zarrNames, view.snapshot, id), createParameterTest(view.snapshot, id))
  const read = (name: (typeof zarrNames)[number]): string | undefined => {
    const [asked, inPath] = [readQuery(query, name), given.get(name)]
    if (asked === undefined || inPath === undefined) return asked ?? inPath
    throw new SpecimenError('request.invalid', `${name} must be in the path or in the query, not in both.`)
  }
  const params = parseParamsText(read('params'))
  return { view, id, params, roomId: readRoom(caller, read('room_id')), part: read('part') }
}
