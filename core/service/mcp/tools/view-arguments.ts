import { SpecimenError } from '../../../contract/domain/errors.ts'
import { findViewFault } from '../../../contract/look/check-view.ts'
import { colormapNames } from '../../../contract/look/colormaps.ts'
import { listUndrawn } from '../../../contract/look/drawn-settings.ts'
import { splitView } from '../../../contract/look/view-text.ts'
import { isJsonArray, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { mostEdge, type PictureShape, usualEdge } from '../answers/picture.ts'
import { partsProperty, readPartsSetting } from './part-arguments.ts'
import { readText, readWhole, readWord, wrongError } from './read-arguments.ts'

const numbers = (count: number, description: string) => ({
  type: 'array',
  items: { type: 'number' },
  minItems: count,
  maxItems: count,
  description,
})
const side = { type: 'integer', minimum: 64, maximum: mostEdge, default: usualEdge }
/** Longest `view`, as the API has it. */
const longestView = 2000

/** The properties of a tool's schema that say how a result is drawn. */
export const viewProperties = {
  camera: numbers(3, 'Direction from the result to the camera, x, y, z.'),
  plane: numbers(4, 'Clip plane: a normal of length 1, and an offset from -1 to 1. One side is cut away.'),
  window: numbers(2, 'The values at the ends of the colour map, the lower first.'),
  rendering: {
    enum: ['direct', 'maximum', 'minimum', 'mean', 'surface'],
    description: 'The way in which a volume is drawn.',
  },
  isovalue: { type: 'number', description: 'The value of a surface in a volume, with rendering surface.' },
  colormap: { enum: [...colormapNames] },
  parts: partsProperty,
  view: {
    type: 'string',
    maxLength: longestView,
    description:
      'Further settings as @view has them, such as "axes=1 shading=flat"; axes=1 draws axes, a scale bar ' +
      'and a colour bar.',
  },
  width: side,
  height: side,
  form: { enum: ['webp', 'png'], default: 'webp' },
} as const

/**
 * The properties that the tools beside `look` list: each is read by a model before any call, so they take all
 * of {@link viewProperties} and describe none again.
 */
export const sameViewProperties = {
  camera: { type: 'array', items: { type: 'number' } },
  view: { type: 'string' },
} as const

/** The names of {@link viewProperties}. */
export const viewNames: readonly string[] = Object.keys(viewProperties)

/** The arguments that are settings of a view, each a key of it. */
const settings = ['camera', 'plane', 'window', 'rendering', 'isovalue', 'colormap'] as const

/** Returns how a result is to be drawn. @throws `request.invalid` */
export function readPictureShape(given: JsonObject): PictureShape {
  const own = readText(given, 'view') ?? ''
  const parts = settings.flatMap((name) => {
    const value = given[name]
    return value === undefined || value === null ? [] : [`${name}=${toSetting(name, value)}`]
  })
  const view = [own, ...parts, readPartsSetting(given)].join(' ').trim()
  if (view.length > longestView) throw wrongError('view', `at most ${longestView} characters`, view)
  const fault = findViewFault(view) ?? findUndrawn(view)
  if (fault !== null) throw new SpecimenError('request.invalid', `The view cannot be drawn: ${fault}`)
  const edge = { least: side.minimum, most: mostEdge, usual: usualEdge }
  return {
    view,
    width: readWhole(given, 'width', edge),
    height: readWhole(given, 'height', edge),
    form: readWord(given, 'form', ['webp', 'png']),
    hasAxes: splitView(view).some(({ key, value }) => key === 'axes' && value === '1'),
  }
}

/** Returns the refusal of a setting that would be taken and draw nothing; null for none. */
function findUndrawn(view: string): string | null {
  const [found] = listUndrawn(view)
  if (found === undefined) return null
  return `Pictures here do not draw ${found}; the page of the result does. Leave it out.`
}

function toSetting(name: string, value: Json): string {
  const parts = isJsonArray(value) ? value : [value]
  const isPlain = parts.every(
    (part) => typeof part === 'number' || (typeof part === 'string' && /^\S+$/.test(part)),
  )
  if (isPlain && parts.length > 0) return parts.join()
  throw wrongError(name, 'numbers or a word', value)
}
