import { openWhole } from '../../../contract/domain/result/stored-result.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../../contract/values/json.ts'
import type { Services } from '../../http/routes/routes.ts'
import type { ComputedResult } from './compute.ts'

/**
 * Returns the facts of a result as `/api/specimens/{id}/facts` has them, measured off the event loop once for
 * each result. @throws `result.lost`
 */
export async function readFacts(
  { encoder }: Pick<Services, 'encoder'>,
  { entry, words }: Pick<ComputedResult, 'entry' | 'words'>,
): Promise<JsonObject> {
  const { result } = await openWhole(entry)
  const facts = parseJson(Buffer.from(await encoder.measureFacts(result, words)).toString(), 'The facts')
  if (isJsonObject(facts)) return facts
  throw new TypeError('the facts of a result are no object')
}
