/**
 * Texts of authors for a model. A name or description may be written to steer whoever reads it, so it stands
 * in quotes as data, without characters that hide or reorder, and cut to a length.
 */
import { toShownText } from '../../../contract/text/visible-text.ts'

const longestName = 100
const longestText = 1000

/** Returns an author's name of something, in one line. */
export function toShownName(text: string): string {
  return toShownText(text.replaceAll(/\s+/g, ' ').trim(), longestName)
}

/** Returns an author's text as a JSON string: quotes and line ends in it do not end it. */
export function quote(text: string, limit = longestText): string {
  return JSON.stringify(toShownText(text, limit))
}
