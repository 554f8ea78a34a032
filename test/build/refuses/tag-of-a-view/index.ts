import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 * @view rendering=solid
 * @axes
 * @value "a"
 * @value "b"
 * @unit mm
 */
export function tagOfAView(
  /** @view up=y */ size: number,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

/**
 * Text.
 * @veiw up=y
 * @axes millimetres, and a little more than forty characters
 */
export function misspelt(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
