/**
 * The kinds of result, in one table: the members of each, the contents and lengths of arrays, and the forms
 * in which the kind leaves the host. Parsing, checking, the envelope, JSON, the heads between processes, the
 * OpenAPI document and the build follow from it; "To add a kind of result" in the README of this folder lists
 * the exceptions.
 */
import { orientationPattern } from '../../text/words.ts'
import { spacePattern } from './direction.ts'
import { type Dtype, dtypes } from './elements.ts'
import type { DataForm } from './forms.ts'

/** A member of a result, by its form. Descriptions begin with a capital and have no full stop. */
export type ResultMember = { readonly description: string } & (
  | {
      /** A whole number from 1 to `most`, or to 2^53 - 1. */
      readonly form: 'extent'
      readonly most?: number
    }
  /** Samples along each axis, slowest first: three axes, each at least 1, from a function. */
  | { readonly form: 'shape' }
  | {
      /** One number for each axis, slowest axis first. Optional. */
      readonly form: 'vector'
      readonly values: 'positive' | 'finite'
      /** A member that envelopes lack: beside it they leave this one out, which would say something else. */
      readonly notBeside?: string
    }
  /**
   * The direction of each axis: three rows of three numbers, the world's axes, whose columns are the axes of
   * the array, both slowest first. Columns have the length 1 and span a space. Optional, and absent from
   * envelopes.
   */
  | { readonly form: 'matrix' }
  /** Three finite numbers, x, y, z. Optional, and absent from envelopes. */
  | { readonly form: 'place' }
  | {
      /** An array with one element type: numbers in JSON; a count, a dtype and a block in an envelope. */
      readonly form: 'list'
      readonly dtype: 'float32' | 'uint32' | 'uint8'
      readonly optional: boolean
      /** Elements that belong together: three for a point or a triangle. The length is a multiple. */
      readonly group: number
      /** The list above that has as many groups; null when any number is right. */
      readonly per: string | null
      /** `below` is the list above whose groups the elements count from 0. */
      readonly values: 'any' | 'finite' | { readonly below: string }
      /** Set when a function may return an empty array in place of none. */
      readonly emptyIsNone?: true
      /** `vertex` for `vertex_count` and `vertex_dtype`, and the elements counted as one; null: absent. */
      readonly envelope: { readonly prefix: string; readonly unit: number } | null
    }
  | {
      /**
       * An array whose own class decides the element type, which is the member `dtype` of the result: base64
       * in JSON, a block in an envelope.
       */
      readonly form: 'samples'
      readonly dtypes: readonly Dtype[]
      /** Set when a Uint8ClampedArray counts as uint8. */
      readonly takesClamped: boolean
      /** The extents and shapes above whose product is the length. */
      readonly productOf: readonly string[]
    }
  | {
      /** A short text. Optional, and absent from envelopes. */
      readonly form: 'text'
      /** Texts that it may be, as a regular expression; absent for any. */
      readonly pattern?: string
    }
  /** Two finite numbers, the first below the second. Optional, and absent from envelopes. */
  | { readonly form: 'range' }
  /** A whole number of at least 0. Optional, and absent from envelopes. */
  | { readonly form: 'count' }
  /** Short sentences, as `notes.ts` bounds them. Optional, absent from envelopes, and in a header. */
  | { readonly form: 'texts' }
  /** Values with names and colours, as `labels.ts` bounds them. Optional, and absent from envelopes. */
  | { readonly form: 'labels' }
)

/** A member of one form. */
export type Member<Form extends ResultMember['form']> = Extract<ResultMember, { readonly form: Form }>

/** Returns true when a result may lack a member. */
export function isOptional(member: ResultMember): boolean {
  if (member.form === 'list') return member.optional
  return member.form === 'vector' || isBeyondEnvelope(member)
}

/** Returns true for a member of a form that version 1 of the envelope has no place for. */
export function isBeyondEnvelope({ form }: ResultMember): boolean {
  return ['matrix', 'place', 'text', 'count', 'texts', 'labels', 'range'].includes(form)
}

/** One kind of result. */
export interface Kind {
  /** Its name in `specimen-host/plugin`. */
  readonly typeName: string
  /** The default form of `/data`, then the others. */
  readonly forms: readonly [DataForm, ...DataForm[]]
  /** Members in the order of envelopes and JSON; arrays come after all others. */
  readonly members: { readonly [name: string]: ResultMember }
}

const notes = {
  form: 'texts',
  description: 'Sentences on what is left out and what was assumed',
} as const
const unit = { form: 'text', description: 'The unit of lengths, where it is not always the same' } as const
const valueTexts = {
  valueName: { form: 'text', description: 'What the values are' },
  valueUnit: { form: 'text', description: 'The unit of the values' },
} as const

const offset = {
  form: 'place',
  description:
    'x, y, z to add to each position, where positions in float32 would lose steps: map coordinates',
} as const

const ends =
  'The anatomical directions in which x, y and z grow, a letter each of left, right, anterior, ' +
  'posterior, superior and inferior, such as RAS'
/** Of positions: they are in the world itself, so that no axis is tilted. */
const orientation = { form: 'text', pattern: orientationPattern, description: ends } as const

const labels = { form: 'labels', description: 'Set where the scalars are labels: those with a name' } as const
const triples = { form: 'list', dtype: 'float32', group: 3, values: 'finite' } as const
const colors = { form: 'list', dtype: 'uint8', group: 3, values: 'any' } as const
const scalars = { form: 'list', dtype: 'float32', group: 1, values: 'finite' } as const
const required = { optional: false, per: null } as const
const ofVertices = { optional: true, per: 'vertices', emptyIsNone: true } as const
const ofPoints = { optional: true, per: 'points' } as const

/** Every kind by its name on the wire. */
export const kinds = {
  mesh: {
    typeName: 'Mesh',
    forms: ['envelope', 'glb', 'stl', 'ply', 'obj', '3mf', 'usdz', 'json'],
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
        values: { below: 'vertices' },
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
    forms: ['envelope', 'nrrd', 'nifti', 'npy', 'json'],
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
    forms: ['json', 'envelope', 'glb', 'ply', 'csv'],
    members: {
      unit,
      ...valueTexts,
      orientation,
      offset,
      notes,
      labels,
      points: {
        ...triples,
        ...required,
        envelope: { prefix: 'point', unit: 3 },
        description: 'x, y, z of each point',
      },
      colors: {
        ...colors,
        ...ofPoints,
        envelope: { prefix: 'color', unit: 3 },
        description: 'Red, green, blue of each point, sRGB',
      },
      scalars: {
        ...scalars,
        ...ofPoints,
        envelope: { prefix: 'scalar', unit: 1 },
        description: 'One value for each point',
      },
    },
  },
  image: {
    typeName: 'Image',
    forms: ['json', 'envelope', 'png', 'npy'],
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
} as const satisfies { readonly [type: string]: Kind }

/** Returns the plugin-side names of the kinds: `Mesh, Volume, PointCloud or Image`. */
export function listTypeNames(toText: (typeName: string) => string = (typeName) => typeName): string {
  const names = Object.values(kinds).map(({ typeName }) => toText(typeName))
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
