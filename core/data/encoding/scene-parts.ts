import { SpecimenError } from '../../contract/domain/errors.ts'
import type { DataForm } from '../../contract/domain/result/forms.ts'
import {
  listParts,
  type ScenePart,
  type SceneParts,
  type SceneResult,
} from '../../contract/domain/result/result.ts'
import { toPartOutlines } from '../../contract/domain/result/stored-result.ts'
import { joinWords } from './member-nouns.ts'
import { holdsPart, sayParts } from './part-notes.ts'

/** The parts of a scene that a file holds, and what it says of the others. */
export interface HeldParts {
  readonly held: SceneParts
  readonly said: readonly string[]
}

/** The forms in which a part has one set of colours: glTF and others have those below a look's as well. */
const ofOneColoring: ReadonlySet<DataForm> = new Set(['obj', '3mf', 'usdz'])

/** Returns a sentence on the colours that the colour of a look hides, in forms that have no place for both. */
function sayHidden(parts: readonly (readonly [string, ScenePart])[], form: DataForm): readonly string[] {
  const hidden = parts.filter(([, part]) => part.look?.color && 'colors' in part)
  if (hidden.length === 0 || !ofOneColoring.has(form)) return []
  return [`The colours of ${joinWords(hidden.map(([name]) => name))} are left out: the look has one for all.`]
}

/** Returns the parts of a scene that a form holds. @throws `form.unavailable` where it holds none of them */
export function pickParts({ parts }: SceneResult, form: DataForm): HeldParts {
  const all = listParts(parts)
  const held = all.filter(([, { type }]) => holdsPart(form, type))
  const said = sayParts(toPartOutlines(parts), form)
  if (held.length === 0 && all.length > 0)
    throw new SpecimenError('form.unavailable', `No part of the scene fits. ${said.join(' ')}`)
  return { held: Object.fromEntries(held), said: [...said, ...sayHidden(held, form)] }
}
