/** The tables of a content, and the places of their rows in it. */
import type { TableResult } from '../../contract/domain/result/result.ts'
import { applyAffine } from '../../contract/look/affine.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { findPartLook } from '../../contract/look/part-look.ts'
import { add, readVector } from '../../contract/look/vectors.ts'
import { findShownPlace } from '../../data/prepared/prepare-scene.ts'
import type { Prepared, PreparedTable } from '../../data/prepared/prepared.ts'
import { toPartTitle } from '../specimen/model/chosen-part.ts'

/** A table of a content. */
export interface ShownTable {
  /** The name of its part; null for a content that is a table itself. */
  readonly part: string | null
  readonly title: string
  readonly table: TableResult
  /** True where its rows have places. */
  readonly hasPlaces: boolean
  /** Returns the place of a row in the content. */
  readonly placeOf: (row: number) => Vector3
}

/** A row that is marked, and its place in the content; null for a row without one. */
export interface MarkedRow {
  readonly part: string | null
  readonly row: number
  readonly place: Vector3 | null
}

/** Returns the tables of a content, of a scene those of the parts that are shown. */
export function listTables(prepared: Prepared | null, display: Display): readonly ShownTable[] {
  if (prepared?.type === 'table') return [toShownTable(prepared, null, '')]
  if (prepared?.type !== 'scene') return []
  return prepared.parts.flatMap((part): ShownTable[] => {
    if (part.prepared.type !== 'table' || !findPartLook(part, display.parts).isShown) return []
    const shown = toShownTable(part.prepared, part.name, toPartTitle(part))
    const way = findShownPlace(part, display.parts)
    return [way ? { ...shown, placeOf: (row) => applyAffine(way, shown.placeOf(row)) } : shown]
  })
}

function toShownTable(
  { result, positions, centre }: PreparedTable,
  part: string | null,
  title: string,
): ShownTable {
  return {
    part,
    title,
    table: result,
    hasPlaces: positions.length > 0,
    placeOf: (row) => add(readVector(positions, 3 * row), centre),
  }
}

/** Returns the row whose place is nearest to one of the content; null where no row has a place. */
export function findNearestRow(tables: readonly ShownTable[], [x, y, z]: Vector3): MarkedRow | null {
  let nearest = Infinity
  let found: MarkedRow | null = null
  for (const { part, table, hasPlaces, placeOf } of tables) {
    const rows = hasPlaces ? (table.columns[0]?.values.length ?? 0) : 0
    for (let row = 0; row < rows; row++) {
      const place = placeOf(row)
      const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2 + (place[2] - z) ** 2
      if (distance >= nearest) continue
      nearest = distance
      found = { part, row, place }
    }
  }
  return found
}
