/** Members that several kinds of result have, in the words of `member.ts`. */
import { orientationPattern } from '../../text/words.ts'

/** The sentences of any result. */
export const notes = {
  form: 'texts',
  description: 'Sentences on what is left out and what was assumed',
} as const
/** The unit of lengths. */
export const unit = {
  form: 'text',
  description: 'The unit of lengths, where it is not always the same',
} as const
/** The words of values. */
export const valueTexts = {
  valueName: { form: 'text', description: 'What the values are' },
  valueUnit: { form: 'text', description: 'The unit of the values' },
} as const

/** The place beside positions. */
export const offset = {
  form: 'place',
  description:
    'x, y, z to add to each position, where positions in float32 would lose steps: map coordinates',
} as const

/** The description of directions. */
export const ends =
  'The anatomical directions in which x, y and z grow, a letter each of left, right, anterior, ' +
  'posterior, superior and inferior, such as RAS'
/** Of positions: they are in the world itself, so that no axis is tilted. */
export const orientation = { form: 'text', pattern: orientationPattern, description: ends } as const

/** The labels of scalars. */
export const labels = {
  form: 'labels',
  description: 'Set where the scalars are labels: those with a name',
} as const
/** Finite numbers in threes. */
export const triples = { form: 'list', dtype: 'float32', group: 3, values: 'finite' } as const
/** Colours of sRGB. */
export const colors = { form: 'list', dtype: 'uint8', group: 3, values: 'any' } as const
/** Finite numbers. */
export const scalars = { form: 'list', dtype: 'float32', group: 1, values: 'finite' } as const
/** A list of any length that is always there. */
export const required = { optional: false, per: null } as const
/** An optional list of as many groups as vertices. */
export const ofVertices = { optional: true, per: 'vertices', emptyIsNone: true } as const
const ofPoints = { optional: true, per: 'points' } as const
/** The places of points. */
export const points = {
  ...triples,
  ...required,
  envelope: { prefix: 'point', unit: 3 },
  description: 'x, y, z of each point',
} as const
/** What points may have. */
export const pointValues = {
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
} as const
