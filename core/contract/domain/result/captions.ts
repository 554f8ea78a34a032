/** Captions: the texts of labels, one for each place. */
import { describe } from '../../text/describe.ts'

/** Most captions of a result, or of a part of one. */
export const captionCount = 4096
/** Most characters of a caption. An empty one shows nothing. */
export const captionLength = 200

/** The form of captions, for refusals. */
export const captionsWanted = `at most ${captionCount} texts of at most ${captionLength} characters`

/** Returns whether a value is captions as a result has them. */
export function areCaptions(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= captionCount && Array.from<unknown>(value).every(isCaption)
}

function isCaption(value: unknown): boolean {
  return typeof value === 'string' && value.length <= captionLength && value.isWellFormed()
}

/** Returns untrusted captions of `count` places. @throws the error of `refuse` for any other value */
export function requireCaptions(found: unknown, { name, count, refuse }: CaptionRule): readonly string[] {
  const texts: unknown = Array.isArray(found) ? [...found] : found
  if (!areCaptions(texts)) throw refuse(`${name} must be ${captionsWanted} (got ${describe(found)}).`)
  if (texts.length === count) return texts
  throw refuse(`${name} must have ${count} texts, one for each place (got ${texts.length}).`)
}

/** The name of captions, the number of their places, and the error for a sentence. */
export interface CaptionRule {
  readonly name: string
  readonly count: number
  readonly refuse: (detail: string) => Error
}
