/** The parts of a scene as they come: by name, each with its kind, look and place. */
import { describe } from '../../text/describe.ts'
import { SpecimenError } from '../errors.ts'
import type { PartResult, Result, ScenePart, SceneParts } from './result.ts'
import { isPartName, partCount, partNameRule, requireLook, requirePlace } from './scene.ts'

/** Reads the result of a part, and makes the error for a sentence. */
export interface PartReader {
  /** @throws the error of `refuse` */
  readonly read: (part: object, name: string) => Result
  readonly refuse: (detail: string) => SpecimenError
}

/**
 * Returns the parts of an object, in the order of its members. Errors begin with the name of the part.
 * @throws the error of `refuse`: too many parts, names that are none or alike, a scene within the scene
 */
export function readParts(found: unknown, { read, refuse }: PartReader): SceneParts {
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw refuse(`parts must be an object of results by name (got ${describe(found)}).`)
  const entries = Object.entries<unknown>({ ...found })
  requirePartNames(
    entries.map(([name]) => name),
    refuse,
  )
  const parts = entries.map(([name, part]): readonly [string, ScenePart] => {
    if (typeof part !== 'object' || part === null)
      throw refuse(`${name}: a part must be an object (got ${describe(part)}).`)
    return ofPart(name, () => {
      const result = requirePart(read(part, name), refuse)
      const look = requireLook(Reflect.get(part, 'look'), refuse)
      const place = requirePlace(Reflect.get(part, 'place'), refuse)
      return [name, { ...result, ...(look && { look }), ...(place && { place }) }]
    })
  })
  return Object.fromEntries(parts)
}

/** Runs something for a part, whose errors begin with its name. */
export function ofPart<T>(name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    throw new SpecimenError(error.code, `${name}: ${error.message}`, { cause: error.cause })
  }
}

/** @throws the error of `refuse`: too many names, one that is none, two that are alike */
export function requirePartNames(names: readonly string[], refuse: PartReader['refuse']): void {
  if (names.length > partCount)
    throw refuse(`A scene must have at most ${partCount} parts (got ${names.length}).`)
  const known = new Map<string, string>()
  for (const name of names) {
    if (!isPartName(name))
      throw refuse(
        `The name of a part must have ${partNameRule} (got ${describe(name)}). ` +
          'Its title, `look.title`, may be any text.',
      )
    const other = known.get(name.toLowerCase())
    if (other !== undefined) throw refuse(`The parts ${other} and ${name} must differ in more than capitals.`)
    known.set(name.toLowerCase(), name)
  }
}

function requirePart(result: Result, refuse: PartReader['refuse']): PartResult {
  if (result.type === 'scene') throw refuse('A part of a scene is no scene itself; give its parts beside it.')
  return result
}
