import type { Mesh } from 'specimen-host/plugin'

/**
 * A ball.
 * @displayName The ball
 * @tags round, simple ,round
 * @thumbnail ./pictures/ball.svg
 * @story Once
 *   upon a time.
 * @story The end.
 * @view rendering=surface
 *   camera=1,-1,0.5
 * @axes mm
 * @value "electron density, 1/Å³"
 * @legend flat … strongly curved
 */
export function tagsOfTheSpecimen(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
