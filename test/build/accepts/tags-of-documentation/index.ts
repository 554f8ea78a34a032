import type { Mesh } from 'specimen-host/plugin'

/**
 * A size.
 *
 * @remarks Nothing here.
 * @internal
 * @deprecated use numbers
 */
type Size = number

interface Options {
  /**
   * In metres.
   * @see {@link Size}
   * @since 1.2
   * @readonly
   * @virtual
   * @privateRemarks none
   */
  size: Size
}

/**
 * Text.
 *
 * @remarks More.
 * @author somebody
 * @template T
 * @see other
 * @since 2
 * @category geometry
 * @param options - All.
 * @param x - One.
 * @returns a mesh
 * @throws never
 * @todo nothing
 * @example
 * tagsOfDocumentation({ size: 1 })
 * @public
 */
export function tagsOfDocumentation(options: Options, x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
