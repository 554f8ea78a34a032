/** The wishes for a saved picture as parameters with a schema, for a panel. */
import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'

/** A picture to be saved. */
export interface FigureChoice {
  /** `stage` for the picture in 3D, `slices` for all of them, or the index of one. */
  readonly content: 'stage' | 'slices' | number
  /** A multiple of the pixels on the screen, or width and height in pixels. */
  readonly size: number | readonly [width: number, height: number]
  readonly ground: 'transparent' | 'white' | 'dark'
  readonly hasTitle: boolean
  readonly hasBar: boolean
}

/** The figures that can be saved. */
export interface FigureParts {
  /** Names of the slices on the page. */
  readonly slices: readonly string[]
  /** True when the first of them is in the place of the picture in 3D. */
  readonly isLarge: boolean
  readonly hasBar: boolean
}

const ownSize = 'own'
const side = { type: 'integer', minimum: 16, maximum: 16_384, unit: 'px' } as const

/** Returns the schema for the choices: with width and height when no multiple of the page is chosen. */
export function toFigureSchema({ slices, isLarge, hasBar }: FigureParts, params: Params): ParameterSchema {
  const whole = [
    { const: 'stage', title: '3D' },
    { const: 'slices', title: 'All slices' },
  ]
  const contents = [...(isLarge ? [] : whole), ...slices.map((title, index) => ({ const: index, title }))]
  const sizes = [1, 2, 4].map((factor) => ({ const: factor, title: `${factor}×` }))
  const properties: ParameterSchema['properties'] = {
    ...(slices.length > 0 && {
      content: { title: 'Content', oneOf: contents, default: isLarge ? 0 : 'stage' },
    }),
    size: { title: 'Size', oneOf: [...sizes, { const: ownSize, title: 'Other' }], default: 1 },
    ...(params.size === ownSize && {
      width: { title: 'Width', ...side, default: 1600 },
      height: { title: 'Height', ...side, default: 1200 },
    }),
    ground: {
      title: 'Background',
      oneOf: ['transparent', 'white', 'dark'].map((name) => ({
        const: name,
        title: name.charAt(0).toUpperCase() + name.slice(1),
      })),
      default: 'white',
    },
    title: { title: 'Title', type: 'boolean', default: false },
    ...(hasBar && { bar: { title: 'Colour bar', type: 'boolean', default: true } }),
  }
  return { type: 'object', properties }
}

/** Returns the choice of a panel's parameters. */
export function readFigureChoice(parts: FigureParts, params: Params): FigureChoice {
  const chosen = mergeDefaults(toFigureSchema(parts, params), params)
  const { content, size, width, height, ground, title, bar } = chosen
  const isOwn = typeof width === 'number' && typeof height === 'number'
  return {
    content:
      typeof content === 'number' ? content : parts.isLarge ? 0 : content === 'slices' ? content : 'stage',
    size: isOwn ? [width, height] : typeof size === 'number' ? size : 1,
    ground: ground === 'transparent' || ground === 'dark' ? ground : 'white',
    hasTitle: title === true,
    hasBar: bar === true,
  }
}
