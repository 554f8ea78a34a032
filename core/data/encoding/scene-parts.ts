import { SpecimenError } from '../../contract/domain/errors.ts'
import type { DataForm } from '../../contract/domain/result/forms.ts'
import { listParts, type SceneParts, type SceneResult } from '../../contract/domain/result/result.ts'
import { toPartOutlines } from '../../contract/domain/result/stored-result.ts'
import { holdsPart, sayParts } from './part-notes.ts'

/** The parts of a scene that a file holds, and what it says of the others. */
export interface HeldParts {
  readonly held: SceneParts
  readonly said: readonly string[]
}

/** Returns the parts of a scene that a form holds. @throws `form.unavailable` where it holds none of them */
export function pickParts({ parts }: SceneResult, form: DataForm): HeldParts {
  const all = listParts(parts)
  const held = all.filter(([, { type }]) => holdsPart(form, type))
  const said = sayParts(toPartOutlines(parts), form)
  if (held.length === 0 && all.length > 0)
    throw new SpecimenError('form.unavailable', `No part of the scene fits. ${said.join(' ')}`)
  return { held: Object.fromEntries(held), said }
}
