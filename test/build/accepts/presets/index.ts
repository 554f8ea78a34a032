import type { Integer, Mesh, Range } from 'specimen-host/plugin'

/**
 * Text.
 * @preset Boy's surface {"kind":"boy"}
 * @param cells the count
 * @preset Fine: 40 cells, "thin"
 *   {"cells": 40,
 *    "note": "a {b}"}
 */
export function presets(
  cells: Integer & Range<1, 50> = 3,
  kind: 'klein' | 'boy' = 'klein',
  note = '',
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
