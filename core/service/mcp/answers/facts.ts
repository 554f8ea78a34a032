import { isJsonObject, type JsonObject, parseJson } from '../../../contract/values/json.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import { retryLost } from '../../calls/calls.ts'
import { type FormReader, makeFacts } from '../../calls/make-form.ts'
import type { AskerFacts } from './asker.ts'
import { type AskedResult, type ComputedResult, computeResult, type ToolLife } from './compute.ts'
import type { ToolParts } from './tool-parts.ts'

/**
 * Returns the facts of a result as `/api/specimens/{id}/facts` has them, measured off the event loop once for
 * each result. @throws `result.lost`, `host.busy`, `run.cancelled` when the call has ended
 */
export async function readFacts(
  { encoder }: { readonly encoder: Encoder },
  { entry, words }: Pick<ComputedResult, 'entry' | 'words'>,
  reader: FormReader,
): Promise<JsonObject> {
  const text = await makeFacts(entry, { words, encoder }, reader)
  const facts = parseJson(Buffer.from(text).toString(), 'The facts')
  if (isJsonObject(facts)) return facts
  throw new TypeError('the facts of a result are no object')
}

/** Returns an asker as the reader of a form, for one call. */
export function toReader({ client, holdWork }: AskerFacts, { signal }: ToolLife): FormReader {
  return { caller: client, signal, hold: holdWork }
}

/** A result, and the facts of it. */
export interface MeasuredResult {
  readonly computed: ComputedResult
  readonly facts: JsonObject
}

/** Computes a result if necessary, and reads its facts. @throws as these */
export async function measureComputed(
  parts: ToolParts,
  asker: AskerFacts,
  asked: AskedResult,
  life: ToolLife,
): Promise<MeasuredResult> {
  return await retryLost(async () => {
    const computed = await computeResult(parts, asker, asked, life)
    return { computed, facts: await readFacts(parts, computed, toReader(asker, life)) }
  })
}
