/** Files as parameters: a type of `specimen-host/plugin`, which exports it. */

declare const ending: unique symbol

/**
 * A file that the host does not decode, as a parameter: clients send a reference to one that they have
 * brought, or to the file of a specimen. The endings are what its name may end with, in small letters; `File`
 * alone takes any. The bytes are the function's own copy.
 *
 * @example
 * import type { File, PointCloud } from 'specimen-host/plugin'
 *
 * // The points of a table: three numbers a line.
 * export function table(file: File<'.csv' | '.txt'>): PointCloud {
 *   const rows = new TextDecoder().decode(file.bytes).trim().split('\n')
 *   return { points: Float32Array.from(rows.flatMap((row) => row.split(',').slice(0, 3).map(Number))) }
 * }
 */
export interface File<Endings extends string = string> {
  readonly bytes: Uint8Array
  /** As its caller calls it. */
  readonly name: string
  // A name that no plugin can say: it keeps the endings.
  readonly [ending]?: Endings
}
