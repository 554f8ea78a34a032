/** The axes of an image of OME-Zarr, by their names and units. */
import { cutText } from '../../../contract/text/cut-text.ts'
import { findLengthUnit } from '../../../contract/text/length-units.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../contract/values/number.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import type { VolumeGrid } from '../volume/array-volume.ts'
import { omeTags } from './ome-tags.ts'

/** An axis of the array. */
export interface OmeAxis {
  readonly name: string
  readonly type: string
  readonly unit: string
}

/** Returns the axes of an image; without them, as in older versions, the last of t, c, z, y and x. */
export function readAxes(given: Json | undefined, count: number): readonly OmeAxis[] {
  const axes = isJsonArray(given) ? given : [...'tczyx'].slice(-count)
  if (axes.length !== count)
    throw refuse(`axes must have ${count} entries, as the array has (got ${axes.length}).`)
  return axes.map((axis) => {
    const { name = axis, type, unit } = isJsonObject(axis) ? axis : {}
    const isSpace = /^[xyz]$/i.test(String(name))
    return {
      name: String(name),
      type: String(type ?? (isSpace ? 'space' : 'other')),
      unit: String(unit ?? ''),
    }
  })
}

/** Notes that an array names the same axes in another order. */
export function noteNames(
  axes: readonly OmeAxis[],
  names: readonly (string | null)[] | undefined,
  context: Pick<DecodeContext, 'onNote'>,
): void {
  if (names?.length !== axes.length || names.every((name, i) => name === axes[i]?.name)) return
  const isSame = axes.every(({ name }) => names.includes(name))
  if (isSame) applyTag(omeTags, 'dimension_names in another order', context, cutText(names.join(', '), 60))
}

/** Returns the axes of space, z first and x last, by their names; else in the order of the array. */
export function orderSpace(
  axes: readonly OmeAxis[],
  context: Pick<DecodeContext, 'onNote'>,
): readonly number[] {
  const space = [...axes.keys()].filter((axis) => axes[axis]?.type === 'space')
  if (space.length < 2 || space.length > 3)
    throw refuse(`It must have 2 or 3 axes of space (got ${space.length}).`)
  const nameOf = (axis: number): string => axes[axis]?.name.toLowerCase() ?? ''
  const isNamed =
    space.every((axis) => /^[xyz]$/.test(nameOf(axis))) && new Set(space.map(nameOf)).size === space.length
  if (!isNamed) applyTag(omeTags, 'axes of other names', context)
  else space.sort((one, other) => (nameOf(one) < nameOf(other) ? 1 : -1))
  return space
}

/** Returns scales and translations of a level, then those of all levels, and the unit. */
export function readOmeGrid(
  { image, dataset }: { readonly image: JsonObject; readonly dataset: JsonObject },
  { axes, space }: { readonly axes: readonly OmeAxis[]; readonly space: readonly number[] },
  context: Pick<DecodeContext, 'onNote'>,
): VolumeGrid {
  const { unit, factors } = readUnit(axes, space, context)
  const [spacing, origin] = [space.map(() => 1), space.map(() => 0)]
  const steps = [dataset, image].flatMap(({ coordinateTransformations: list }) =>
    isJsonArray(list) ? list.filter(isJsonObject) : [],
  )
  const isOther = (step: JsonObject): boolean =>
    step.type !== 'identity' && !isJsonArray(step.scale) && !isJsonArray(step.translation)
  if (steps.some(isOther)) applyTag(omeTags, 'other transformations', context)
  for (const step of steps) {
    const read = (list: Json | undefined, usual: number): number[] =>
      space.map((axis) => {
        const value = isJsonArray(list) ? list[axis] : usual
        return isFiniteNumber(value) ? value : usual
      })
    const [scale, translation] = [read(step.scale, 1), read(step.translation, 0)]
    scale.forEach((factor, i) => {
      spacing[i] = (spacing[i] ?? 1) * factor
      origin[i] = (origin[i] ?? 0) * factor + (translation[i] ?? 0)
    })
  }
  const [lengthsOf, placesOf] = [spacing, origin].map((list) =>
    list.map((value, i) => Number((value * (factors[i] ?? 1)).toPrecision(15))),
  )
  const isPlaced =
    lengthsOf?.every((length) => length > 0 && Number.isFinite(length)) && placesOf?.every(Number.isFinite)
  const isMoved = placesOf?.some((place) => place !== 0)
  const pad = (list: readonly number[] = [], first: number): readonly number[] =>
    list.length === 2 ? [first, ...list] : list
  return {
    spacing: isPlaced ? pad(lengthsOf, Math.min(...(lengthsOf ?? []))) : undefined,
    origin: isPlaced && isMoved ? pad(placesOf, 0) : undefined,
    unit,
  }
}

/** Returns the unit of x, and the factors of the axes of space to it. */
export function readUnit(
  axes: readonly OmeAxis[],
  space: readonly number[],
  context: Pick<DecodeContext, 'onNote'>,
): { readonly unit: string | undefined; readonly factors: readonly number[] } {
  const names = space.map((axis) => axes[axis]?.unit ?? '')
  const one = space.map(() => 1)
  const known = names.map((name) => findLengthUnit(name))
  const last = known.at(-1)
  const [name = '', ...others] = new Set(names)
  if (others.length === 0)
    return { unit: last?.sign ?? (/^\p{L}{1,20}$/u.test(name) ? name : undefined), factors: one }
  if (last && known.every((entry) => entry !== undefined))
    return { unit: last.sign, factors: known.map(({ metres }) => metres / last.metres) }
  applyTag(omeTags, 'axes.unit that is no length', context)
  return { unit: undefined, factors: one }
}
