import { describe } from '../text/describe.ts'
import { splitAxes, type Words } from '../text/words.ts'
import { findViewFault } from './check-view.ts'

const longestUnit = 40
const longestText = 2000

/** Returns the fault of one of an author's words on a result, as a sentence without its name; or null. */
export function findWordFault(name: keyof Words, text: unknown): string | null {
  if (typeof text !== 'string' || text.length > longestText || !text.isWellFormed() || text.trim() === '')
    return `It must be a text of 1 to ${longestText} characters (got ${describe(text)}).`
  if (name === 'view') return findViewFault(text)
  const isUnit = text.length <= longestUnit && !/[\r\n"'`]/.test(text)
  if (name !== 'axes') return null
  const [, ends] = /,\s*([a-z]{2,4})\s*$/i.exec(text) ?? []
  if (ends !== undefined && splitAxes(text).orientation === undefined)
    return (
      'It must end in the directions of x, y and z, one each of L or R, A or P, S or I, as mm, RAS ' +
      `(got ${ends}).`
    )
  if (isUnit) return null
  return `It must be a unit of at most ${longestUnit} characters, such as mm (got ${describe(text)}).`
}
