/**
 * The kinds of result, in one table: the members of each, the contents and lengths of arrays, and the forms
 * in which the kind leaves the host. Parsing, checking, the envelope, JSON, the heads between processes, the
 * OpenAPI document and the build follow from it; "To add a kind of result" in the README of this folder lists
 * the exceptions.
 */
import { orientationPattern } from '../../text/words.ts'
import { plots } from './columns.ts'
import { spacePattern } from './direction.ts'
import { dtypes } from './elements.ts'
import { type DataForm, formsOfKinds } from './forms.ts'
import type { ResultMember } from './member.ts'
import {
  colors,
  ends,
  labels,
  notes,
  offset,
  ofVertices,
  orientation,
  points,
  pointValues,
  required,
  scalars,
  triples,
  unit,
  valueTexts,
} from './shared-members.ts'

/** One kind of result. */
export interface Kind {
  /** Its name in `specimen-host/plugin`, which has none for a scene: its parts are members of a type. */
  readonly typeName: string
  /** The default form of `/data`, then the others. */
  readonly forms: readonly [DataForm, ...DataForm[]]
  /** Members in the order of envelopes and JSON; arrays come after all others. */
  readonly members: { readonly [name: string]: ResultMember }
}

/** Every kind by its name on the wire. */
export const kinds = {
  mesh: {
    typeName: 'Mesh',
    forms: formsOfKinds.mesh,
    members: {
      unit,
      ...valueTexts,
      orientation,
      offset,
      notes,
      labels,
      vertices: {
        ...triples,
        ...required,
        envelope: { prefix: 'vertex', unit: 3 },
        description: 'x, y, z of each vertex',
      },
      indices: {
        ...triples,
        ...required,
        dtype: 'uint32',
        values: { kind: 'indices', list: 'vertices' },
        envelope: { prefix: 'index', unit: 1 },
        description: 'Three vertices of each triangle, counter-clockwise',
      },
      normals: {
        ...triples,
        ...ofVertices,
        envelope: { prefix: 'normal', unit: 3 },
        description: 'x, y, z of the normal of each vertex',
      },
      // Version 1 of the envelope fixes the blocks of a mesh.
      colors: {
        ...colors,
        ...ofVertices,
        envelope: null,
        description: 'Red, green, blue of each vertex, sRGB',
      },
      scalars: { ...scalars, ...ofVertices, envelope: null, description: 'One value for each vertex' },
    },
  },
  volume: {
    typeName: 'Volume',
    forms: formsOfKinds.volume,
    members: {
      unit,
      ...valueTexts,
      notes,
      orientation: {
        form: 'text',
        pattern: orientationPattern,
        description: `${ends}; the nearest ones where the axes are tilted`,
      },
      space: {
        form: 'text',
        pattern: spacePattern,
        description:
          'The coordinates of the origin, as NIfTI has them: scanner, aligned, Talairach, MNI152 or template',
      },
      labels: {
        form: 'labels',
        description:
          'Set where each value is a label and no measure, so that none lies between two: the values that ' +
          'have a name, an empty list where none has one',
      },
      window: {
        form: 'range',
        description:
          'The values between which it is first shown, as its file or scanner chose them; left out where ' +
          'none were chosen',
      },
      shape: {
        form: 'shape',
        description: 'Samples along each axis, slowest axis first (depth, height, width)',
      },
      data: {
        form: 'samples',
        dtypes,
        takesClamped: false,
        productOf: ['shape'],
        description: 'The samples in C order',
      },
      spacing: {
        form: 'vector',
        values: 'positive',
        description: 'Distance between neighbouring samples, slowest axis first (z, y, x)',
      },
      origin: {
        form: 'vector',
        values: 'finite',
        notBeside: 'direction',
        description: 'Position of the first sample, slowest axis first (z, y, x)',
      },
      direction: {
        form: 'matrix',
        description:
          'Where the axes lead: three rows, the axes z, y, x of the world, of three columns, the axes of ' +
          'shape as vectors of length 1; left out where they are those of the world. A sample lies at ' +
          'origin + direction · (spacing × index)',
      },
      frame: { form: 'count', description: 'Which volume of its file this is, from 0' },
      frames: { form: 'count', description: 'How many volumes its file has, where there are more' },
    },
  },
  point_cloud: {
    typeName: 'PointCloud',
    forms: formsOfKinds.point_cloud,
    members: {
      unit,
      ...valueTexts,
      orientation,
      offset,
      notes,
      labels,
      points,
      ...pointValues,
    },
  },
  image: {
    typeName: 'Image',
    forms: formsOfKinds.image,
    members: {
      ...valueTexts,
      notes,
      width: { form: 'extent', description: 'Pixels in a row' },
      height: { form: 'extent', description: 'Rows' },
      channels: {
        form: 'extent',
        most: 4,
        description: '1 grey, 2 grey and alpha, 3 RGB, 4 RGBA',
      },
      data: {
        form: 'samples',
        dtypes: ['uint8', 'uint16'],
        takesClamped: true,
        productOf: ['height', 'width', 'channels'],
        description: 'The samples, top row first, channels interleaved',
      },
    },
  },
  lines: {
    typeName: 'Lines',
    forms: formsOfKinds.lines,
    members: {
      unit,
      ...valueTexts,
      orientation,
      offset,
      notes,
      labels,
      points,
      starts: {
        ...scalars,
        optional: true,
        per: null,
        emptyIsNone: true,
        dtype: 'uint32',
        values: { kind: 'starts', list: 'points' },
        envelope: { prefix: 'start', unit: 1 },
        description: 'The first point of each line, counted from 0; left out for a single line',
      },
      ...pointValues,
    },
  },
  arrows: {
    typeName: 'Arrows',
    forms: formsOfKinds.arrows,
    members: {
      unit,
      ...valueTexts,
      orientation,
      offset,
      notes,
      labels,
      points: { ...points, description: 'x, y, z of the tail of each arrow' },
      vectors: {
        ...triples,
        optional: false,
        per: 'points',
        envelope: { prefix: 'vector', unit: 3 },
        description: 'x, y, z from the tail of each arrow to its tip',
      },
      ...pointValues,
    },
  },
  labels: {
    typeName: 'Labels',
    forms: formsOfKinds.labels,
    members: {
      unit,
      orientation,
      offset,
      notes,
      points: { ...points, description: 'x, y, z of the place of each text' },
      texts: {
        form: 'captions',
        per: 'points',
        envelope: { prefix: 'text' },
        description: 'The text at each place',
      },
    },
  },
  table: {
    typeName: 'Table',
    forms: formsOfKinds.table,
    members: {
      unit: { form: 'text', description: 'The unit of lengths of the places of rows' },
      orientation,
      offset,
      notes,
      plot: { form: 'choice', choices: plots, description: 'How it is drawn beside its rows' },
      x: { form: 'column', description: 'The column along the horizontal axis of the plot' },
      y: {
        form: 'column',
        description:
          'The column along the vertical axis of the plot; left out: the first of numbers beside x, and ' +
          'those in its unit',
      },
      columns: { form: 'columns', description: 'Names, units and values, the same number of values in each' },
      points: {
        ...triples,
        optional: true,
        per: 'columns',
        emptyIsNone: true,
        envelope: { prefix: 'point', unit: 3 },
        description: 'x, y, z of the place of each row',
      },
    },
  },
  scene: {
    typeName: 'Scene',
    forms: formsOfKinds.scene,
    members: {
      unit,
      orientation,
      notes,
      parts: { form: 'parts', description: 'The parts by name, each with its kind as type' },
    },
  },
} as const satisfies { readonly [type: string]: Kind }

/** Returns the plugin-side names of the kinds: `Mesh, Volume` and so on, the last after `or`. */
export function listTypeNames(toText: (typeName: string) => string = (typeName) => typeName): string {
  const { scene: _, ...single } = kinds
  const names = Object.values(single).map(({ typeName }) => toText(typeName))
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
