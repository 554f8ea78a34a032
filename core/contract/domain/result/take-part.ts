/** The parts of a scene as results of their own. */
import { suggestName } from '../../text/suggest.ts'
import { SpecimenError } from '../errors.ts'
import { boundNotes } from './notes.ts'
import type { PartResult, PartType, Result } from './result.ts'
import { namesParts, type Returned } from './returned.ts'

/** A place moves a part to where the others are; alone it is in its own coordinates. */
const placeNote = 'The place of this part in its scene is left out.'

/** Returns a part of a scene, without its look and place. @throws `part.unknown` */
export function takePart(result: Result, name: string): PartResult {
  const parts = result.type === 'scene' ? result.parts : {}
  const found = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (found === undefined) throw unknownPart(name, Object.keys(parts))
  const { look: _, place, ...part } = found
  return place ? { ...part, notes: boundNotes([...(part.notes ?? []), placeNote]) } : part
}

/** Returns the kind of a part before it is computed; null stands for a file. @throws `part.unknown` */
export function findPartType(returned: Returned | null, name: string): PartType {
  if (returned?.type !== 'scene') throw unknownPart(name, [])
  if (!namesParts(returned)) return returned.each
  const type = Object.hasOwn(returned.parts, name) ? returned.parts[name] : undefined
  if (type === undefined) throw unknownPart(name, Object.keys(returned.parts))
  return type
}

/** Returns the refusal of a name that is no part; `known` are those that are. */
export function unknownPart(name: string, known: readonly string[]): SpecimenError {
  const shown = name.slice(0, 64)
  const meant = suggestName(shown, known)
  const wanted = known.length > 0 ? `one of ${known.join(', ')}` : 'left out: the result has no parts'
  const advice = meant === null ? '' : ` Did you mean ${meant}?`
  return new SpecimenError('part.unknown', `part must be ${wanted} (got ${JSON.stringify(shown)}).${advice}`)
}
