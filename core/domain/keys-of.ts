/**
 * Returns the names of a table's entries, in its order and with its own type. For tables written in full in
 * the source: `Object.keys` returns `string[]` because an object of a wider type may have more members than
 * its type has.
 */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[] // a table has no members but its type's
}
