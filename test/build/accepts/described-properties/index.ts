import type { Mesh } from 'specimen-host/plugin'

/**
 * Text.
 *
 * @param options - All of it.
 * @param options.size - In metres.
 * @minimum 1
 * @param options.rows[].name - Of the row.
 *
 * @example describedProperties({ size: 1, rows: [] })
 * @deprecated soon
 */
export function describedProperties(options: { size: number; rows: { name: string }[] }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
