/** What a file of a form leaves out, in words. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import {
  listBeyondEnvelope,
  listSaid,
  type MemberedResult,
} from '../../contract/domain/result/held-members.ts'
import { type Kind, kinds } from '../../contract/domain/result/kinds.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { PartOutline } from '../../contract/domain/result/stored-result.ts'
import { splitAxes } from '../../contract/text/words.ts'
import { toNouns } from './member-nouns.ts'
import { sayLeftOut, sayParts } from './part-notes.ts'
import { writtenForms } from './written-forms.ts'
import { sayLengths } from './written-lengths.ts'

/** A result, and the words of its specimen that stand in for members that it lacks. */
export interface WrittenResult extends MemberedResult {
  readonly unit?: string | undefined
  /** The parts of a scene; absent for other kinds. */
  readonly parts?: readonly PartOutline[] | undefined
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
  const lengths = [...sayParts(given.parts ?? [], form), ...sayLengths(form, result.unit)]
  if (names.length === 0) return lengths
  const { forms }: Kind = kinds[result.type]
  const wholes = forms.filter(
    (other) => listLeftOut(result, other).length === 0 && sayParts(given.parts ?? [], other).length === 0,
  )
  return [sayLeftOut(form, `the ${toNouns(names)}`, wholes), ...lengths]
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
