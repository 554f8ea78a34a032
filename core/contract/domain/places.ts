/**
 * Places as parameters: points, directions, planes, boxes, curves, poses and colours. Each is plain JSON,
 * whose schema is an ordinary one with a `format`: who knows it shows a handle in the picture, others show
 * numbers. All are in the coordinates of the result, right-handed, in its unit of lengths.
 */
import type { JsonObject } from '../values/json.ts'
import { keysOf } from '../values/keys-of.ts'

/** Most points of a curve. */
export const mostCurvePoints = 1024

const number = { type: 'number' } as const
const toTuple = (...names: readonly string[]) => ({
  type: 'array',
  prefixItems: names.map((title) => ({ title, ...number })),
  items: false,
  minItems: names.length,
})
const point = { ...toTuple('x', 'y', 'z'), format: 'point3' }
const direction = { ...toTuple('x', 'y', 'z'), format: 'direction3' }
const toObject = (format: string, properties: JsonObject) => ({
  type: 'object',
  format,
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Each place by the `format` of its schema: its type in `specimen-host/plugin`, and its schema. */
export const places = {
  /** Three numbers. */
  point3: { typeName: 'Point', noun: 'point', words: 'a point x, y, z', schema: point },
  /** Three numbers, a vector of length one; the gate makes it one, and 0, 0, 0 is refused. */
  direction3: {
    typeName: 'Direction',
    noun: 'direction',
    words: 'a direction x, y, z, which is made a vector of length 1',
    schema: direction,
  },
  /** Its normal is of length one, and points to the side that is kept. */
  plane: {
    typeName: 'Plane',
    noun: 'plane',
    words: 'a plane { point; normal }',
    schema: toObject('plane', { point, normal: direction }),
  },
  /** On each axis `min` is not above `max`. */
  box3: {
    typeName: 'Box',
    noun: 'box',
    words: 'a box { min; max }',
    schema: toObject('box3', { min: point, max: point }),
  },
  /** A curve through 2 to 1,024 points; with `"closed": true` in the schema, the last leads to the first. */
  polyline3: {
    typeName: 'Polyline',
    noun: 'curve',
    words: 'a curve through 2 to 1,024 points',
    schema: { type: 'array', format: 'polyline3', items: point, minItems: 2, maxItems: mostCurvePoints },
  },
  /** `rotation` is a unit quaternion x, y, z, w with w of at least 0; the gate makes it one. */
  pose: {
    typeName: 'Pose',
    noun: 'pose',
    words: 'a pose { position; rotation }, a quaternion x, y, z, w',
    schema: toObject('pose', { position: point, rotation: toTuple('x', 'y', 'z', 'w') }),
  },
  /** `#rrggbb` in sRGB, as CSS writes colours and `@part` does; the gate makes capitals small letters. */
  color: {
    typeName: 'Color',
    noun: 'colour',
    words: 'a colour #rrggbb',
    schema: { type: 'string', format: 'color', pattern: '^#[0-9A-Fa-f]{6}$' },
  },
} as const satisfies {
  readonly [format: string]: { typeName: string; noun: string; words: string; schema: JsonObject }
}

/** The `format` of a place. */
export type PlaceFormat = keyof typeof places

/** Annotation of a curve's schema that is closed. */
export const closedKeyword = 'closed'
/** Annotation: where a handle snaps to. */
export const onKeyword = 'on'
/** The surface of the result that is shown, or the grid of its samples or, elsewhere, of the steps. */
export const onValues = ['surface', 'grid'] as const
/** Annotation: `bounds` for those of the result, or a parameter with data, in whose bounds it lies. */
export const withinKeyword = 'within'
/** Annotation: by how much a handle moves with one press of a key, in the unit of lengths. */
export const stepKeyword = 'step'

/** Returns the place that a schema is of; undefined for another schema. */
export function readPlaceFormat({ format }: JsonObject): PlaceFormat | undefined {
  return keysOf(places).find((known) => known === format)
}

/** Returns what a schema's places are in words: `a point x, y, z`; undefined for another schema. */
export function describePlace(schema: JsonObject): string | undefined {
  const format = readPlaceFormat(schema)
  if (format === undefined || schema.type !== places[format].schema.type) return undefined
  const { words } = places[format]
  return schema[closedKeyword] === true ? words.replace('a curve', 'a closed curve') : words
}
