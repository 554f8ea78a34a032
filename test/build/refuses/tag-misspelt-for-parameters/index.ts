import type { Mesh } from 'specimen-host/plugin'

/**
 * A ball.
 * @parm radius - from the centre
 * @minimun 3
 * @author somebody
 */
export function ball(radius: bigint): Mesh {
  return { vertices: new Float32Array(3), indices: new Uint32Array() }
}
