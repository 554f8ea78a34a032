import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'

/** Characters of a page, as JSON: schemas differ in length by a factor of a hundred. */
const pageLength = 64 * 1024

/** A part of a list, and the cursor of the next one. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

/**
 * Returns the page of a list at a cursor: the place of its first item, none for the beginning. A page has at
 * least one item. @throws `request.invalid` for another cursor
 */
export function readPage<Item>(list: readonly Item[], cursor: string | undefined): ListPage<Item> {
  const start = cursor === undefined ? 0 : /^\d{1,9}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (!(start <= list.length))
    throw new SpecimenError('request.invalid', `cursor must be one of this list (got ${describe(cursor)}).`)
  let length = 0
  let end = start
  while (end < list.length) {
    length += JSON.stringify(list[end]).length
    if (end > start && length > pageLength) break
    end++
  }
  const items = list.slice(start, end)
  return end < list.length ? { items, nextCursor: String(end) } : { items }
}
