import type { Mesh } from 'specimen-host/plugin'

/**
 * A ball.
 * @displayName The ball
 * @tags round, simple ,round
 * @thumbnail ./pictures/ball.svg
 * @story Once
 *   upon a time.
 * @story The end.
 */
export function tagsOfTheSpecimen(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
