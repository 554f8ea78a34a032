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
  textOrNull,
} from './body-parts.ts'
import {
  type FactBox,
  type FactStatistics,
  notes,
  orientation,
  scalarFacts,
  scalarLabels,
  unit,
  valueTexts,
} from './fact-parts.ts'
import type { TableFacts } from './table-facts.ts'

export type {
  FactBox,
  FactHistogram,
  FactPercentiles,
  FactScalarLabel,
  FactStatistics,
} from './fact-parts.ts'
export type { FactColumn, TableFacts } from './table-facts.ts'
export { columnFacts, tableFacts } from './table-facts.ts'

export const edgeLengths = object(
  { min: number(), median: number(), max: number() },
  'Lengths of the edges, each counted once however many triangles have it.',
)
/** Lengths of a mesh's edges. */
export type FactEdgeLengths = Body<typeof edgeLengths>

const welded =
  'Vertices at equal positions (the same three float32 numbers; 0 and -0 are equal) are one place, ' +
  'whatever their indices, so that soups of triangles and vertices split at hard edges are joined.'

export const meshFacts = object(
  {
    kind: Type.Literal('mesh'),
    unit,
    orientation,
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
    orientation,
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
    orientation,
    point_count: count(),
    place_count: count('Different positions of points.'),
    bounds: referOrNull<FactBox>('FactBox', 'Null without points.'),
    density: numberOrNull('Points per `unit`³ of `bounds`; null where that box has no volume.'),
    ...valueTexts,
    scalars: scalarFacts,
    labels: scalarLabels,
    notes,
  },
  'Facts of a point cloud.',
)
/** Facts of a point cloud. */
export type PointCloudFacts = Body<typeof cloudFacts>

export const lineFacts = object(
  {
    kind: Type.Literal('lines'),
    unit,
    orientation,
    line_count: count('Lines, those of a single point among them; 0 without points.'),
    point_count: count(),
    bounds: referOrNull<FactBox>('FactBox', 'Null without points.'),
    length: number('The sum of all segments from one point of a line to the next, in `unit`.'),
    longest_length: numberOrNull('The length of the longest line, in `unit`; null without lines.'),
    closed_count: count(
      'Lines of at least three points whose last is at the position of the first: the same three float32 ' +
        'numbers; 0 and -0 are equal.',
    ),
    ...valueTexts,
    scalars: scalarFacts,
    labels: scalarLabels,
    notes,
  },
  'Facts of lines. Lengths are computed in double from the float32 positions.',
)
/** Facts of lines. */
export type LinesFacts = Body<typeof lineFacts>

export const arrowLengths = object(
  { min: number(), mean: number('The sum of all lengths over their number.'), max: number() },
  'Lengths of the arrows, those of length 0 among them.',
)
/** Lengths of arrows. */
export type FactArrowLengths = Body<typeof arrowLengths>

export const arrowFacts = object(
  {
    kind: Type.Literal('arrows'),
    unit,
    orientation,
    arrow_count: count(),
    zero_count: count('Arrows whose vector is 0, 0, 0.'),
    bounds: referOrNull<FactBox>('FactBox', 'Around all tails and tips; null without arrows.'),
    length: referOrNull<FactArrowLengths>('FactArrowLengths', 'In `unit`; null without arrows.'),
    ...valueTexts,
    scalars: scalarFacts,
    labels: scalarLabels,
    notes,
  },
  'Facts of arrows. Tips and lengths are computed in double from the float32 tails and vectors.',
)
/** Facts of arrows. */
export type ArrowsFacts = Body<typeof arrowFacts>

export const textFacts = object(
  {
    kind: Type.Literal('labels'),
    unit,
    orientation,
    label_count: count('Texts, empty ones among them.'),
    distinct_count: count('Different texts, character by character.'),
    bounds: referOrNull<FactBox>('FactBox', 'Around the places of the texts; null without texts.'),
    notes,
  },
  'Facts of texts at places.',
)
/** Facts of texts at places. */
export type LabelsFacts = Body<typeof textFacts>

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

/** The facts of a result of one kind, which may be a part of a scene. */
export type PartFacts =
  | MeshFacts
  | VolumeFacts
  | PointCloudFacts
  | LinesFacts
  | ArrowsFacts
  | LabelsFacts
  | ImageFacts
  | TableFacts

export const sceneFacts = object(
  {
    kind: Type.Literal('scene'),
    unit,
    orientation,
    part_count: count(),
    bounds: referOrNull<FactBox>(
      'FactBox',
      'Around the boxes of all parts, hidden ones too, each with its corners at its place in the scene; so ' +
        'one around turned parts may be larger than they are. Images have none. Null where no part has one.',
    ),
    parts: Type.Unsafe<{ readonly [name: string]: PartFacts }>({
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/PartFacts' },
      description: 'Those of each part by its name, in its own coordinates: without its place.',
    }),
    notes,
  },
  'Facts of a scene. Unit and directions of the scene are those of its parts, too.',
)
/** Facts of a scene. */
export type SceneFacts = Body<typeof sceneFacts>

/** The facts of a result of any kind. */
export type Facts = PartFacts | SceneFacts
