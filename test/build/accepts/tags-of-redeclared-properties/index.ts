import type { Integer, Mesh, Range } from 'specimen-host/plugin'

interface Base {
  /** Edge. @minimum 0 */
  size: number
  /** @minItems 1 */
  list: readonly number[]
  /** @example 5 @unit mm */
  depth: number
  /** @minLength 2 */
  name: string
}
interface Other {
  /** @maximum 9 */
  size: number
}
interface Heir extends Base {
  size: Integer
  /** Length. @multipleOf 3 */
  depth: Range<1, 9>
  list: number[]
  name: 'a' | 'b'
}
interface Grandchild extends Heir {
  /** Side. @minimum -1 */
  size: Integer
}
interface Again extends Base {
  name: string
}
interface Both extends Base, Other {}
interface Replaced extends Omit<Base, 'size'> {
  size: number
}
interface Generic<T> {
  /** @minimum 1 */
  size: T
}
interface Instance extends Generic<number> {
  size: number
}

export function tagsOfRedeclaredProperties(
  heir: Heir,
  grandchild: Pick<Grandchild, 'size'>,
  both: Both,
  replaced: Pick<Replaced, 'size'>,
  instance: Instance,
  same: Pick<Base & Again, 'name'>,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
