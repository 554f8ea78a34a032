/** The unit and the directions of parts, by what their files and their author say. */
import type { ScenePart } from '../../../contract/domain/result/result.ts'
import { readSpace, type Space } from '../../../contract/domain/result/unify-parts.ts'
import { findLengthUnit } from '../../../contract/text/length-units.ts'
import { splitAxes } from '../../../contract/text/words.ts'
import { refuse } from '../refusal.ts'

/**
 * Returns a part with what its author says and its file does not. @throws `file.undecodable` where they
 * differ
 */
export function withSaid(part: ScenePart, axes: string | undefined, file: string): ScenePart {
  if (axes === undefined || part.type === 'image') return part
  const { unit, orientation } = toSpace(axes)
  const found = readSpace(part)
  requireSame([found.unit, unit], file)
  requireSame([found.orientation, orientation], file)
  const isTurned = part.type === 'volume' && part.direction !== undefined
  if (isTurned && orientation !== undefined && found.orientation === undefined)
    throw refuse(`axes must not say the directions of a volume whose axes are tilted (got ${orientation}).`)
  return { ...(unit !== undefined && { unit }), ...(orientation !== undefined && { orientation }), ...part }
}

function requireSame([found, said]: readonly [string | undefined, string | undefined], file: string): void {
  if (found === undefined || said === undefined) return
  const isSame = found === said || findLengthUnit(found)?.sign === (findLengthUnit(said)?.sign ?? '')
  if (isSame) return
  const remedy = 'leave axes out, or scale the part by its place'
  throw refuse(`axes must be ${found}, which ${JSON.stringify(file)} states (got ${said}); ${remedy}.`)
}

/** Returns unit and directions of `mm, RAS`. */
export function toSpace(axes: string | undefined): Space {
  const { unit, orientation } = splitAxes(axes ?? '')
  return { ...(unit !== '' && { unit }), ...(orientation !== undefined && { orientation }) }
}

/** Says which parts are in the unit or directions of others because nothing states theirs. */
export function sayAssumed(
  named: readonly (readonly [name: string, part: ScenePart])[],
  said: Space,
  scene: Space,
): readonly string[] {
  return named.flatMap(([name, part]) => {
    if (part.type === 'image') return []
    const own = readSpace(part)
    const unit = own.unit === undefined && said.unit === undefined ? scene.unit : undefined
    const ends =
      own.orientation === undefined && said.orientation === undefined ? scene.orientation : undefined
    const assumed = [unit, ends].filter((text) => text !== undefined)
    if (assumed.length === 0) return []
    return [`${name}: its file does not state ${assumed.join(', ')}, which are those of the scene: assumed.`]
  })
}
