/**
 * The facts of a result: what GET `/api/specimens/{id}/facts` answers, and what `core/data/facts` computes.
 * Each kind is declared once, as a schema whose descriptions are the definitions of its numbers; the types
 * follow. Numbers that cannot be said are null, never 0.
 */
import { Type } from 'typebox'
import { dtypes } from '../domain/result/elements.ts'
import {
  type Body,
  count,
  flag,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  refer,
  referOrNull,
  text,
  textOrNull,
  triple,
} from './body-parts.ts'

const unit = textOrNull(
  "The unit of lengths: the result's own, else that of its specimen; null where neither says one.",
)
const notes = Type.Optional(list(text(), 'What the result leaves out and assumes. Absent for none.'))
const valueTexts = {
  value_name: textOrNull('What the values are; null where nothing says it.'),
  value_unit: textOrNull('The unit of the values; null where nothing says it.'),
}

export const factBox = object(
  { low: triple('The least x, y and z.'), high: triple('The greatest x, y and z.') },
  'The smallest box around something, along x, y and z.',
)
/** The smallest box around something, along x, y and z. */
export type FactBox = Body<typeof factBox>

export const percentiles = object(
  { p1: number(), p5: number(), p25: number(), p75: number(), p95: number(), p99: number() },
  'Values below which 1, 5, 25, 75, 95 and 99 percent of all finite values lie, interpolated linearly ' +
    'between neighbours: method 7 of Hyndman and Fan (1996), the default of NumPy and R.',
)
/** Percentiles of the finite values. */
export type FactPercentiles = Body<typeof percentiles>

export const histogram = object(
  {
    low: number('The lower edge of the first bin: `min`.'),
    high: number('The upper edge of the last bin: `max`.'),
    counts: list(count(), 'Finite values in each of 64 bins of equal width.'),
  },
  'How many finite values lie in each bin. A bin has its lower edge and not its upper one; the last has ' +
    'both. Equal values are all in the first.',
)
/** The number of finite values in each of 64 bins of equal width. */
export type FactHistogram = Body<typeof histogram>

export const statistics = object(
  {
    count: count('Values, finite or not.'),
    not_finite_count: count('Values that are NaN or infinite; all that follow leave them out.'),
    not_finite_share: number('`not_finite_count` / `count`; 0 for no values.'),
    min: numberOrNull('Null where no value is finite, as are all below.'),
    max: numberOrNull('The greatest value.'),
    mean: numberOrNull('The sum of the values over their number, summed in double with compensation.'),
    median: numberOrNull('The middle value in order, or the mean of the two in the middle; of all values.'),
    deviation: numberOrNull(
      'The standard deviation of the values as a population: √(Σ (value − mean)² / n), not n − 1.',
    ),
    percentiles: referOrNull<FactPercentiles>('FactPercentiles'),
    histogram: referOrNull<FactHistogram>('FactHistogram'),
  },
  'Statistics of all values, none of them sampled.',
)
/** Statistics of all values; null members where no value is finite. */
export type FactStatistics = Body<typeof statistics>

export const edgeLengths = object(
  { min: number(), median: number(), max: number() },
  'Lengths of the edges, each counted once however many triangles have it.',
)
/** Lengths of a mesh's edges. */
export type FactEdgeLengths = Body<typeof edgeLengths>

export const scalarLabelFacts = object(
  {
    value: number('As the scalars have it.'),
    name: textOrNull('Null where the result names it not.'),
    count: count('Vertices or points that have it.'),
  },
  'The vertices or points of one label.',
)
/** The vertices or points of one label. */
export type FactScalarLabel = Body<typeof scalarLabelFacts>

const scalarLabels = Type.Unsafe<readonly FactScalarLabel[] | null>({
  type: ['array', 'null'],
  items: { $ref: '#/components/schemas/FactScalarLabel' },
  description: 'Where scalars are marked as labels: those that occur, by value. Else null.',
})

const welded =
  'Vertices at equal positions (the same three float32 numbers; 0 and -0 are equal) are one place, ' +
  'whatever their indices, so that soups of triangles and vertices split at hard edges are joined.'

export const meshFacts = object(
  {
    kind: Type.Literal('mesh'),
    unit,
    bounds: referOrNull<FactBox>('FactBox', 'Around all vertices, used or not; null for none.'),
    vertex_count: count('Vertices as they are indexed.'),
    place_count: count(`Different positions of vertices. ${welded}`),
    unused_vertex_count: count('Vertices that no triangle names.'),
    triangle_count: count(),
    degenerate_triangle_count: count(
      'Triangles with two corners at one place, or whose area is 0 as computed in double. Those with two ' +
        'corners at one place have no part in edges, parts and the Euler characteristic.',
    ),
    flipped_triangle_count: numberOrNull(
      'The least number of triangles to turn around so that both triangles of every edge that has two pass ' +
        'it in opposite ways; null where no turning reaches that, as on a Möbius strip.',
      'integer',
    ),
    edge_count: count('Different pairs of places that are joined by a side of a triangle.'),
    open_edge_count: count('Edges with one triangle: borders of holes.'),
    crowded_edge_count: count('Edges with three or more triangles.'),
    is_closed: flag('There are triangles, and every edge has exactly two.'),
    component_count: count('Parts that no triangle connects; triangles that share a place are connected.'),
    euler_characteristic: Type.Integer({
      description:
        'V − E + F: places that triangles use, edges, and triangles. 2 for a sphere, 0 for a torus; of a ' +
        'closed surface of one part with g handles 2 − 2g.',
    }),
    area: number('The sum of all areas, in `unit`²; half the length of the cross product of two sides.'),
    volume: numberOrNull(
      'The volume that the triangles enclose, in `unit`³: |Σ a · (b × c)| / 6 over their corners, by the ' +
        'divergence theorem. Null unless every edge is passed as often one way as the other, which a mesh ' +
        'without holes and flipped triangles fulfils. Space that parts enclose twice counts twice; ' +
        'intersections are not looked for.',
    ),
    is_inside_out: flag('The triangles that enclose `volume` are clockwise from outside.'),
    edge_length: referOrNull<FactEdgeLengths>('FactEdgeLengths', 'In `unit`; null without edges.'),
    ...valueTexts,
    scalars: referOrNull<FactStatistics>(
      'FactStatistics',
      'Of the scalars of the vertices; null for none and for labels.',
    ),
    labels: scalarLabels,
    notes,
  },
  'Facts of a mesh. Areas, lengths and volumes are computed in double from the float32 positions.',
)
/** Facts of a mesh. */
export type MeshFacts = Body<typeof meshFacts>

export const labelFacts = object(
  {
    value: Type.Integer(),
    name: textOrNull('Null where the result names it not.'),
    voxel_count: count(),
    volume: numberOrNull('Voxels times the volume of one, in `unit`³; null without spacing.'),
    volume_cm3: numberOrNull('The same in cm³; null where `unit` is not known to be a length.'),
  },
  'The samples of one label.',
)
/** The samples of one label. */
export type FactLabel = Body<typeof labelFacts>

export const volumeFacts = object(
  {
    kind: Type.Literal('volume'),
    unit,
    shape: list(count(), 'Samples along each axis, slowest axis first, as the result has them.'),
    dtype: oneOf(dtypes),
    spacing: Type.Unsafe<readonly number[] | null>({
      type: ['array', 'null'],
      items: { type: 'number' },
      description: 'In `unit`, slowest axis first; null where the result has none.',
    }),
    bounds: referOrNull<FactBox>(
      'FactBox',
      'Around all voxels, half a spacing beyond the first and last sample, in the world of the result, ' +
        'along its directions. Without spacing in samples.',
    ),
    ...valueTexts,
    values: refer<FactStatistics>('FactStatistics'),
    labels: Type.Unsafe<readonly FactLabel[] | null>({
      type: ['array', 'null'],
      items: { $ref: '#/components/schemas/FactLabel' },
      description:
        'Where samples are labels, marked as such or few small integers, as in the page: those that occur, ' +
        'by value, without the background 0 unless it has a name. Else null.',
    }),
    notes,
  },
  'Facts of a volume.',
)
/** Facts of a volume. */
export type VolumeFacts = Body<typeof volumeFacts>

export const cloudFacts = object(
  {
    kind: Type.Literal('point_cloud'),
    unit,
    point_count: count(),
    place_count: count('Different positions of points.'),
    bounds: referOrNull<FactBox>('FactBox', 'Null without points.'),
    density: numberOrNull('Points per `unit`³ of `bounds`; null where that box has no volume.'),
    ...valueTexts,
    scalars: referOrNull<FactStatistics>('FactStatistics', 'Null for none and for labels.'),
    labels: scalarLabels,
    notes,
  },
  'Facts of a point cloud.',
)
/** Facts of a point cloud. */
export type PointCloudFacts = Body<typeof cloudFacts>

export const imageFacts = object(
  {
    kind: Type.Literal('image'),
    width: count('Pixels in a row.'),
    height: count('Rows.'),
    dtype: oneOf(['uint8', 'uint16']),
    ...valueTexts,
    channels: list(
      refer<FactStatistics>('FactStatistics'),
      'Of each channel: grey; grey and alpha; red, green, blue; or these and alpha. As stored, in sRGB.',
    ),
    notes,
  },
  'Facts of an image.',
)
/** Facts of an image. */
export type ImageFacts = Body<typeof imageFacts>

/** The facts of a result of any kind. */
export type Facts = MeshFacts | VolumeFacts | PointCloudFacts | ImageFacts
