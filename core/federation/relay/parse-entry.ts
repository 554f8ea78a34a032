import { SpecimenError } from '../../contract/domain/errors.ts'
import { parseSceneShape, type SceneShape } from '../../contract/domain/result/returned.ts'
import { isPartName, partCount } from '../../contract/domain/result/scene.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { parseSchema } from '../../contract/schema/check-schema.ts'
import { describe } from '../../contract/text/describe.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { pickWords, type Words } from '../../contract/text/words.ts'
import {
  isJsonObject,
  type Json,
  type JsonObject,
  measureJson,
  mostJsonSteps,
  parseJson,
} from '../../contract/values/json.ts'
import { checkWords } from '../../engine/catalog/check-words.ts'
import { mostFrameSteps } from '../link/cut-frame.ts'
import { LinkError } from '../link/link-error.ts'

/**
 * Parses an entry of a catalog. @throws `metadata.invalid` for too many values, so that the others are
 * served, and LinkError for a text that is no object of JSON
 */
export function parseEntry(text: string): JsonObject {
  if (hasMore(text, mostFrameSteps)) {
    const what = `The entry that begins with ${describe(text)}`
    throw new SpecimenError('metadata.invalid', toManyText(what, mostFrameSteps))
  }
  let entry: Json
  try {
    entry = parseJson(text, 'An entry')
  } catch (cause) {
    throw new LinkError('protocol', toThrownText(cause))
  }
  if (isJsonObject(entry)) return entry
  throw new LinkError('protocol', `an entry must be an object (got ${describe(entry)})`)
}

/** Parses the schema of an entry. @throws `json.syntax`, `schema.invalid` */
export function parseEntrySchema(text: string, name: string): ParameterSchema {
  const what = `The schema of ${name}`
  if (hasMore(text, mostJsonSteps)) throw new SpecimenError('schema.invalid', toManyText(what, mostJsonSteps))
  return parseSchema(parseJson(text, 'The schema'), what)
}

function hasMore(text: string, most: number): boolean {
  return measureJson(text, most).steps > most
}

function toManyText(what: string, most: number): string {
  const counted = 'a value counts as 1, a list or an object as 6 and a member as 10'
  return `${what} has too many values to be read at once: at most ${most}, where ${counted}.`
}

/** Returns the names of the files that are parts, by part. @throws the error of `refuse` */
export function readPartFiles(
  found: Json | undefined,
  refuse: (name: string, found: unknown, wanted: string) => Error,
): readonly (readonly [part: string, file: string])[] {
  const given = found !== undefined && isJsonObject(found) ? found : null
  const entries = Object.entries(given ?? {})
  const files = entries.flatMap(([part, file]) =>
    isPartName(part) && typeof file === 'string' && file.isWellFormed() ? [[part, file] as const] : [],
  )
  if (given && files.length === entries.length && files.length <= partCount) return files
  throw refuse('part_files', found, `an object of at most ${partCount} names of files by part`)
}

/** Returns the parts of a scene in an entry; nothing for another kind. @throws the error of `refuse` */
export function readReturns(
  { return_type, returns }: JsonObject,
  refuse: (name: string, found: unknown, wanted: string) => Error,
): { readonly returns?: SceneShape } {
  if (return_type !== 'scene') return {}
  return { returns: parseSceneShape(returns, (found, wanted) => refuse('returns', found, wanted)) }
}

/** Words that cannot be used are left out, as their worker has said at its own reload. */
export function readWords(given: Json | undefined): Words {
  return isJsonObject(given) ? checkWords(pickWords(given), 'the worker').words : {}
}
