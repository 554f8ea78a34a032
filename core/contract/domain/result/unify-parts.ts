/** The one space of a scene: its unit and its directions, to which the parts that differ are brought. */
import { findLengthUnit } from '../../text/length-units.ts'
import type { SpecimenError } from '../errors.ts'
import { findWorldEnds, toWorld } from './direction.ts'
import { boundNotes } from './notes.ts'
import { listParts, type PartPlace, type ScenePart, type SceneParts, type SceneResult } from './result.ts'

/** The unit of lengths, and the anatomical directions in which x, y and z grow. */
export interface Space {
  readonly unit?: string | undefined
  readonly orientation?: string | undefined
}

/** The space that is said of a scene, and what makes the error for a sentence. */
export interface SceneSpace {
  /** A member that it lacks is that of the first part that states it. */
  readonly said: Space
  readonly refuse: (detail: string) => SpecimenError
}

/**
 * Returns a scene of parts in one space. A part that states another unit of lengths or other directions keeps
 * its numbers, its unit and its directions; its place then leads to the scene, and a note says so. A part
 * that states none is in those of the scene.
 * @throws the error of `refuse` for units between which no factor is known
 */
export function unifyParts(parts: SceneParts, { said, refuse }: SceneSpace): SceneResult {
  const named = listParts(parts)
  const spaces = named.map(([, part]) => readSpace(part))
  const unit = said.unit ?? spaces.find((space) => space.unit !== undefined)?.unit
  const orientation = said.orientation ?? spaces.find((space) => space.orientation !== undefined)?.orientation
  const common = { ...(unit !== undefined && { unit }), ...(orientation !== undefined && { orientation }) }
  const notes: string[] = []
  const placed = named.map(([name, part], i) => {
    const { place, sentences } = findWay(spaces[i] ?? {}, common, { name, refuse })
    notes.push(...sentences)
    const moved = place ? { ...part, place: part.place ? joinPlaces(place, part.place) : place } : part
    return [name, withCommon(moved, common)] as const
  })
  const bounded = notes.length > 0 ? { notes: boundNotes(notes) } : {}
  return { type: 'scene', ...common, ...bounded, parts: Object.fromEntries(placed) }
}

/** Returns what a part says of its coordinates. */
export function readSpace(part: ScenePart): Space {
  if (part.type === 'image') return {}
  const orientation = part.type === 'volume' ? findWorldEnds(part) : part.orientation
  return { unit: part.unit, orientation }
}

function withCommon(part: ScenePart, common: Pick<SceneResult, 'unit' | 'orientation'>): ScenePart {
  if (part.type === 'image') return part
  // Axes that are tilted have ends of their own, which nobody has stated.
  const { unit } = common
  if (part.type === 'volume' && part.direction) return { ...(unit !== undefined && { unit }), ...part }
  return { ...common, ...part }
}

/** The way from the coordinates of a part to the scene; no place where they are the scene's. */
interface Way {
  readonly place?: PartPlace
  readonly sentences: readonly string[]
}

function findWay(
  part: Space,
  scene: Space,
  { name, refuse }: { readonly name: string; readonly refuse: SceneSpace['refuse'] },
): Way {
  const factor = findFactor(part.unit ?? scene.unit, scene.unit)
  if (factor === undefined)
    throw refuse(
      `${name}: unit must be ${scene.unit}, that of the scene, or a length that is converted to it, ` +
        `such as mm or in (got ${part.unit}).`,
    )
  const [from, to] = [part.orientation ?? scene.orientation ?? '', scene.orientation ?? '']
  const scaled =
    factor === 1
      ? []
      : [`${name}: its lengths in ${part.unit} are scaled by ${factor} to ${scene.unit}, the scene's unit.`]
  const turned =
    from === to ? [] : [`${name}: its directions ${from} are turned to ${to}, those of the scene.`]
  const sentences = [...scaled, ...turned]
  return sentences.length === 0 ? { sentences } : { place: toPlace(factor, from, to), sentences }
}

/** Picometres, so that the lengths of all units are whole numbers, and factors as exact as numbers are. */
const perMetre = 1e12

/** Returns the factor from a unit to another; undefined where a length in one is not known in the other. */
function findFactor(from: string | undefined, to: string | undefined): number | undefined {
  if (from === to) return 1
  const [one, other] = [findLengthUnit(from ?? ''), findLengthUnit(to ?? '')]
  return one && other && Math.round(one.metres * perMetre) / Math.round(other.metres * perMetre)
}

function toPlace(factor: number, from: string, to: string): PartPlace {
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map(([x = 0, y = 0, z = 0]) => (from === to ? [x, y, z] : toWorld([x, y, z], from, to)))
  // 0 for minus zero
  const at = (row: number, column: number): number => factor * (columns[column]?.[row] ?? 0) + 0
  return [0, 1, 2].map((row) => [at(row, 0), at(row, 1), at(row, 2), 0] as const)
}

/** Returns the place that does first the inner one, then the outer, which moves nothing. */
function joinPlaces(outer: PartPlace, inner: PartPlace): PartPlace {
  return outer.map(([x, y, z]) => {
    const at = (column: 0 | 1 | 2 | 3): number =>
      x * (inner[0]?.[column] ?? 0) + y * (inner[1]?.[column] ?? 0) + z * (inner[2]?.[column] ?? 0) + 0
    return [at(0), at(1), at(2), at(3)] as const
  })
}
