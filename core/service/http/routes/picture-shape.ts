import { SpecimenError } from '../../../contract/domain/errors.ts'
import { findViewFault } from '../../../contract/look/check-view.ts'
import { splitView } from '../../../contract/look/view-text.ts'
import { describe } from '../../../contract/text/describe.ts'
import { longestSeconds, type PictureKey } from '../../../engine/run/drawing/drawer.ts'
import { readQuery } from '../request/parse-request.ts'
import { parsePreferences } from '../request/preferences.ts'

/** The parameters of a picture's address. */
export const pictureQuery = ['params', 'view', 'width', 'height', 'within', 'part']
/** Least and most pixels along a side of a picture. */
export const pictureEdges = { least: 16, most: 1200 }
/** The media types of pictures. */
export const pictureTypes = { png: 'image/png', webp: 'image/webp' } as const
const usualEdge = 512
const longestView = 2000

/** Returns the size of a picture, its form, and the settings over the author's. @throws `request.invalid` */
export function readShape(query: unknown, accept: string | undefined): Omit<PictureKey, 'key'> {
  const [width, height] = readEdges(readQuery(query, 'width'), readQuery(query, 'height'))
  const view = readView(readQuery(query, 'view'))
  // Of a page they are usual, so that only a view that names them means those of a picture.
  const hasAxes = splitView(view).some(({ key, value }) => key === 'axes' && value === '1')
  const words = { view, ...(hasAxes && { marks: { axes: true, label: '' } }) }
  return { words, form: chooseForm(accept), width, height }
}

/** Returns the seconds that a picture may take; undefined for the host's. @throws `request.invalid` */
export function readWithin(query: unknown): number | undefined {
  const text = readQuery(query, 'within')
  if (text === undefined) return undefined
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds > 0 && seconds <= longestSeconds) return seconds
  const wanted = `seconds for computing the result, above 0 to ${longestSeconds}`
  throw new SpecimenError('request.invalid', `within must be ${wanted} (got ${describe(text)}).`)
}

/** Returns WebP where it is named: programs that accept anything may keep a picture as a file. */
function chooseForm(accept = ''): PictureKey['form'] {
  const ranges = parsePreferences(accept)
  const qOf = (type: string): number => ranges.find(({ name }) => name === type)?.q ?? 0
  return qOf(pictureTypes.webp) > 0 && qOf(pictureTypes.webp) >= qOf(pictureTypes.png) ? 'webp' : 'png'
}

function readView(text = ''): string {
  const fault =
    text.length > longestView
      ? `It must have at most ${longestView} characters (got ${text.length}).`
      : findViewFault(text)
  if (fault === null) return text
  throw new SpecimenError('request.invalid', `view cannot be read: ${fault}`)
}

function readEdges(width: string | undefined, height: string | undefined): readonly [number, number] {
  const read = (name: string, text: string): number => {
    const edge = /^\d{1,6}$/.test(text) ? Number(text) : 0
    const { least, most } = pictureEdges
    if (edge >= least && edge <= most) return edge
    const wanted = `a whole number of pixels from ${least} to ${most}`
    throw new SpecimenError('request.invalid', `${name} must be ${wanted} (got ${describe(text)}).`)
  }
  if (width === undefined && height === undefined) return [usualEdge, usualEdge]
  const across = width === undefined ? undefined : read('width', width)
  const down = height === undefined ? undefined : read('height', height)
  return [across ?? down ?? usualEdge, down ?? across ?? usualEdge] // one side alone is that of a square
}
