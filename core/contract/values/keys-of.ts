/**
 * Returns the names of a table's entries, in its order and with its own type, where `Object.keys` returns
 * `string[]`. For tables written in full in the source: an object may have more members than its type.
 */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[] // a table has no members but its type's
}
