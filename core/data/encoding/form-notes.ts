/** What a file of a form leaves out, in words. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import {
  listBeyondEnvelope,
  listSaid,
  type MemberedResult,
} from '../../contract/domain/result/held-members.ts'
import { type Kind, kinds } from '../../contract/domain/result/kinds.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import { splitAxes } from '../../contract/text/words.ts'
import { writtenForms } from './written-forms.ts'
import { sayLengths } from './written-lengths.ts'

type MemberName = {
  readonly [Type in keyof typeof kinds]: keyof (typeof kinds)[Type]['members']
}[keyof typeof kinds]

/** Each member in words. */
const nouns: { readonly [name in MemberName]: string } = {
  unit: 'unit of lengths',
  valueName: 'name of the values',
  valueUnit: 'unit of the values',
  offset: 'offset',
  notes: 'notes',
  vertices: 'vertices',
  indices: 'triangles',
  normals: 'normals',
  colors: 'colours',
  scalars: 'values',
  points: 'points',
  starts: 'starts of lines',
  vectors: 'vectors',
  texts: 'texts',
  orientation: 'anatomical orientation',
  space: 'name of the space',
  labels: 'labels',
  window: 'window of values',
  shape: 'shape',
  data: 'samples',
  spacing: 'spacing',
  origin: 'origin',
  direction: 'directions',
  frame: 'number of its volume',
  frames: 'number of volumes',
  parts: 'parts',
  width: 'width',
  height: 'height',
  channels: 'channels',
}

/** A result, and the words of its specimen that stand in for members that it lacks. */
export interface WrittenResult extends MemberedResult {
  readonly unit?: string | undefined
  /** The axes of its specimen. */
  readonly axes?: string | undefined
}

/**
 * Returns what is left out of a result in a form, and which forms have it, and what others take its lengths
 * for; nothing where all is there. A catalog has the words of a specimen beside an envelope and JSON, which
 * leave out no more than members; a file goes alone.
 */
export function listFormNotes(given: WrittenResult, form: DataForm): readonly string[] {
  const result = writtenForms[form].words === 'beside' ? given : withWords(given)
  const names = listLeftOut(result, form)
  const lengths = sayLengths(form, result.unit)
  if (names.length === 0) return lengths
  const { forms }: Kind = kinds[result.type]
  const wholes = forms.filter((other) => listLeftOut(result, other).length === 0)
  const words: { readonly [name: string]: string } = nouns
  const list = join(names.map((name) => words[name] ?? name))
  const [first = ''] = writtenForms[form].title
  const title = first.toUpperCase() + writtenForms[form].title.slice(1)
  const others = join(wholes.map((other) => writtenForms[other].title))
  return [`${title} leaves out the ${list}; ${others} ${wholes.length > 1 ? 'have' : 'has'} all.`, ...lengths]
}

/** Returns the members of a result that a form leaves out, in the order of its kind. */
export function listLeftOut(result: MemberedResult, form: DataForm): readonly string[] {
  if (form === 'envelope') return listBeyondEnvelope(result)
  const { kinds } = writtenForms[form]
  if (kinds === 'all') return []
  const held: { readonly [of in ResultType]?: readonly string[] } = kinds
  return listSaid(result).filter((name) => !held[result.type]?.includes(name))
}

/** As `withAxes` gives unit and orientation to a result. */
function withWords({ type, members, unit, axes }: WrittenResult): WrittenResult {
  const own = splitAxes(axes ?? '')
  const hasUnit = type !== 'image' && own.unit !== ''
  const added = [
    ...(hasUnit ? ['unit'] : []),
    ...(type !== 'image' && own.orientation !== undefined ? ['orientation'] : []),
  ]
  return {
    type,
    members: [...new Set([...members, ...added])],
    unit: unit ?? (hasUnit ? own.unit : undefined),
  }
}

function join(words: readonly string[]): string {
  const [last = ''] = words.slice(-1)
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
