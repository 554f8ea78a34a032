/** Facts of a result as rows of a list: short labels, and numbers with their units. */
import type {
  FactArrowLengths,
  FactBox,
  FactColumn,
  FactEdgeLengths,
  FactLabel,
  FactScalarLabel,
  FactStatistics,
  Facts,
  MeshFacts,
  TableFacts,
} from '../../../client/client.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import { sayLength, withUnit } from '../model/meaning.ts'

/** A label and its text. */
export type FactRow = readonly [name: string, text: string]

/** Columns that are listed by themselves. */
const mostColumns = 12
/** Labels that are listed by themselves; the page has no place for thousands. */
const mostLabels = 12

/** Returns what a page says of facts: the usual ones always, faults where there are any. */
export function listFactRows(facts: Facts): readonly FactRow[] {
  const unit = 'unit' in facts ? (facts.unit ?? '') : ''
  const words = 'value_unit' in facts ? facts : null
  const values = (name: string, statistics: FactStatistics | null): readonly FactRow[] =>
    statistics ? listValues(words?.value_name ?? name, statistics, words?.value_unit ?? '') : []
  switch (facts.kind) {
    case 'mesh':
      return [
        ...listMesh(facts, unit),
        ...values('Values', facts.scalars),
        ...listScalarLabels(facts.labels ?? [], 'vertices'),
      ]
    case 'volume':
      return [
        ['Samples', facts.shape.toReversed().join(' × ')],
        ...listSize(facts.bounds, facts.spacing ? unit : ''),
        ...values('Values', facts.values),
        ...listLabels(facts.labels ?? [], unit),
      ]
    case 'point_cloud':
      return [
        ['Points', sayCount(facts.point_count)],
        ...listSize(facts.bounds, unit),
        ...listNumber('Points per volume', facts.density, unit === '' ? '' : `per ${raise(unit, '³')}`),
        ...values('Values', facts.scalars),
        ...listScalarLabels(facts.labels ?? [], 'points'),
      ]
    case 'lines':
      return [
        ['Lines', sayCount(facts.line_count)],
        ['Points', sayCount(facts.point_count)],
        ...listSize(facts.bounds, unit),
        ['Length', sayLength(facts.length, unit)],
        ...values('Values', facts.scalars),
        ...listScalarLabels(facts.labels ?? [], 'points'),
      ]
    case 'arrows':
      return [
        ['Arrows', sayCount(facts.arrow_count)],
        ...listSize(facts.bounds, unit),
        ...(facts.length ? [sayArrows(facts.length, unit)] : []),
        ...(facts.zero_count > 0 ? [['Of length 0', sayCount(facts.zero_count)] as const] : []),
        ...values('Values', facts.scalars),
        ...listScalarLabels(facts.labels ?? [], 'arrows'),
      ]
    case 'labels':
      return [['Labels', sayCount(facts.label_count)], ...listSize(facts.bounds, unit)]
    case 'scene':
      return [['Parts', Object.keys(facts.parts).join(', ')], ...listSize(facts.bounds, unit)]
    case 'table':
      return listTable(facts, unit)
    case 'image':
      return [
        ['Pixels', `${facts.width} × ${facts.height}`],
        ...facts.channels.flatMap((channel, i) => values(`Channel ${i + 1}`, channel)),
      ]
  }
}

function listMesh(facts: MeshFacts, unit: string): readonly FactRow[] {
  const { vertex_count: vertices, place_count: places, edge_length: edges } = facts
  return [
    ...listSize(facts.bounds, unit),
    ['Triangles', sayCount(facts.triangle_count)],
    [
      'Vertices',
      places === vertices ? sayCount(vertices) : `${sayCount(vertices)} at ${sayCount(places)} places`,
    ],
    ['Area', withUnit(formatNumber(facts.area), raise(unit, '²'))],
    ...listNumber('Enclosed volume', facts.volume, raise(unit, '³')),
    ['Closed', facts.is_closed ? 'yes' : `no${sayOpenEdges(facts)}`],
    ['Parts', sayCount(facts.component_count)],
    ...listFaults(facts),
    ...(edges ? [sayEdges(edges, unit)] : []),
  ]
}

function sayEdges({ min, median, max }: FactEdgeLengths, unit: string): FactRow {
  const [least, middle, most] = [min, median, max].map((length) => sayLength(length, unit))
  return ['Edges', `${least} to ${most}, median ${middle}`]
}

function sayArrows({ min, mean, max }: FactArrowLengths, unit: string): FactRow {
  const [least, middle, most] = [min, mean, max].map((length) => sayLength(length, unit))
  return ['Lengths', `${least} to ${most}, mean ${middle}`]
}

function sayOpenEdges({ open_edge_count: open, crowded_edge_count: crowded }: MeshFacts): string {
  const parts = [
    ...(open > 0 ? [`${sayCount(open)} ${open === 1 ? 'edge' : 'edges'} with one triangle`] : []),
    ...(crowded > 0 ? [`${sayCount(crowded)} with three or more`] : []),
  ]
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function listFaults(facts: MeshFacts): readonly FactRow[] {
  const { flipped_triangle_count: flipped, degenerate_triangle_count: degenerate } = facts
  const rows: FactRow[] = []
  if (flipped === null) rows.push(['Flipped triangles', 'cannot be told: it has one side only'])
  else if (flipped > 0) rows.push(['Flipped triangles', sayCount(flipped)])
  if (degenerate > 0) rows.push(['Triangles without area', sayCount(degenerate)])
  if (facts.is_inside_out) rows.push(['Inside out', 'yes: triangles face inward'])
  return rows
}

function listSize(bounds: FactBox | null, unit: string): readonly FactRow[] {
  if (!bounds) return []
  const sides = bounds.high.map((high, axis) => sayLength(high - (bounds.low[axis] ?? 0), unit))
  return [['Size', sides.join(' × ')]]
}

function listNumber(name: string, value: number | null, unit: string): readonly FactRow[] {
  return value === null ? [] : [[name, withUnit(formatNumber(value), unit)]]
}

function listValues(name: string, statistics: FactStatistics, unit: string): readonly FactRow[] {
  const { min, max, mean, median, deviation, not_finite_count: missing } = statistics
  const rows: FactRow[] = []
  if (min !== null && max !== null && mean !== null && median !== null && deviation !== null) {
    const range = `${formatNumber(min)} to ${withUnit(formatNumber(max), unit)}`
    const middle = `mean ${formatNumber(mean)}, median ${formatNumber(median)}`
    rows.push([name, `${range}, ${middle}, deviation ${formatNumber(deviation)}`])
  }
  if (missing > 0) rows.push([`${name} that are no numbers`, sayCount(missing)])
  return rows
}

function listTable({ row_count: rows, columns, bounds }: TableFacts, unit: string): readonly FactRow[] {
  const counts: readonly FactRow[] = [
    ['Rows', sayCount(rows)],
    ['Columns', sayCount(columns.length)],
  ]
  return [...counts, ...listSize(bounds, unit), ...listColumns(columns)]
}

function listColumns(columns: readonly FactColumn[]): readonly FactRow[] {
  const rows = columns.slice(0, mostColumns).map((column): FactRow => {
    const { name, min, max, mean, distinct_count: texts, missing_count: missing } = column
    const none = missing > 0 ? `, ${sayCount(missing)} missing` : ''
    if (texts !== null) return [name, `${sayCount(texts)} different`]
    if (min === null || max === null || mean === null) return [name, 'no numbers']
    const range = `${formatNumber(min)} to ${withUnit(formatNumber(max), column.unit ?? '')}`
    return [name, `${range}, mean ${formatNumber(mean)}${none}`]
  })
  const more = columns.length - rows.length
  return more > 0 ? [...rows, ['More columns', sayCount(more)]] : rows
}

function listLabels(labels: readonly FactLabel[], unit: string): readonly FactRow[] {
  const rows = labels.slice(0, mostLabels).map(({ value, name, ...label }): FactRow => {
    const { volume, volume_cm3: cm3, voxel_count: voxels } = label
    const size =
      cm3 !== null
        ? withUnit(formatNumber(cm3), 'cm³')
        : volume !== null && unit !== ''
          ? withUnit(formatNumber(volume), raise(unit, '³'))
          : `${sayCount(voxels)} voxels`
    return [name ?? `Label ${value}`, size]
  })
  return [...rows, ...listOthers(labels.length - rows.length)]
}

function listScalarLabels(labels: readonly FactScalarLabel[], elements: string): readonly FactRow[] {
  const rows = labels
    .slice(0, mostLabels)
    .map(({ value, name, count }): FactRow => [name ?? `Label ${value}`, `${sayCount(count)} ${elements}`])
  return [...rows, ...listOthers(labels.length - rows.length)]
}

function listOthers(others: number): readonly FactRow[] {
  return others > 0 ? [['More labels', sayCount(others)]] : []
}

/** Returns the power of a unit; empty for none. */
function raise(unit: string, power: '²' | '³'): string {
  if (unit === '') return ''
  return /^\p{L}+$/u.test(unit) ? unit + power : `(${unit})${power}`
}

function sayCount(count: number): string {
  return formatNumber(count)
}
