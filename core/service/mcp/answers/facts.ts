import { isJsonObject, type JsonObject, parseJson } from '../../../contract/values/json.ts'
import { type FormReader, makeFacts } from '../../http/answer/make-form.ts'
import type { Services } from '../../http/routes/routes.ts'
import type { AskerFacts } from './asker.ts'
import type { CallLife, ComputedResult } from './compute.ts'

/**
 * Returns the facts of a result as `/api/specimens/{id}/facts` has them, measured off the event loop once for
 * each result. @throws `result.lost`, `host.busy`, `run.cancelled` when the call has ended
 */
export async function readFacts(
  { encoder }: Pick<Services, 'encoder'>,
  { entry, words }: Pick<ComputedResult, 'entry' | 'words'>,
  reader: FormReader,
): Promise<JsonObject> {
  const text = await makeFacts(entry, { words, encoder }, reader)
  const facts = parseJson(Buffer.from(text).toString(), 'The facts')
  if (isJsonObject(facts)) return facts
  throw new TypeError('the facts of a result are no object')
}

/** Returns an asker as the reader of a form, for one call. */
export function toReader({ client, holdWork }: AskerFacts, { signal }: CallLife): FormReader {
  return { caller: client, signal, hold: holdWork }
}
