/**
 * A trusted result of a function, of one kind of the table in `kinds.ts`: its counts, element types and
 * contents fit together. `parseResult` checks the shape (cheap, anywhere), `checkElements` the contents
 * (about 1 ms a MB; off the event loop). Results are immutable. Their arrays lie in shared memory inside the
 * host, in ordinary memory in a client.
 */

import type { Json } from '../../values/json.ts'
import { keysOf } from '../../values/keys-of.ts'
import { holdsNumbers, type TableColumn } from './columns.ts'
import type { AxisDirections } from './direction.ts'
import { type Dtype, type ElementArray, isElementArray, isListArray, type ListArray } from './elements.ts'
import { type Kind, kinds } from './kinds.ts'
import type { Label } from './labels.ts'
import type { Member, ResultMember } from './member.ts'
import type { PartResult } from './part-results.ts'
import type { PartLook, PartPlace } from './scene.ts'

export type {
  ArrowsResult,
  ImageResult,
  LabelsResult,
  LinesResult,
  MeshResult,
  PartResult,
  PartType,
  PointCloudResult,
  TableResult,
  VolumeResult,
} from './part-results.ts'
export type { AxisDirections as Direction, Dtype, ElementArray, Label, PartLook, PartPlace, TableColumn }

/** A part of a scene: a result in its own coordinates, which are in the scene's unit where it has none. */
export type ScenePart = PartResult & {
  readonly look?: PartLook
  /** The way to the scene's unit and directions too; absent where its coordinates are those of the scene. */
  readonly place?: PartPlace
}

/** The parts of a scene by name. */
export type SceneParts = { readonly [name: string]: ScenePart }

/** Several results with names, in one space. */
export interface SceneResult {
  readonly type: 'scene'
  /** The unit of lengths. */
  readonly unit?: string
  /** Sentences on the whole; those on a part are its own. */
  readonly notes?: readonly string[]
  /** The anatomical directions in which x, y and z grow, such as `RAS`. */
  readonly orientation?: string
  /** At most 64, whose names differ also in small letters; see `scene.ts`. */
  readonly parts: SceneParts
}

/** A result of any kind. */
export type Result = PartResult | SceneResult

/** A result on its way into a file, with the document of its provenance as JSON. */
export type TracedResult = Result & { readonly provenance?: string }

/** The name of a kind of result: `mesh`, `point_cloud` and so on, or `scene`. */
export type ResultType = Result['type']

/** The table entry that a member of the type R needs: its form, and its contents. */
type MemberOf<R, Name extends keyof R> = R[Name] extends ElementArray | undefined
  ? R extends { readonly dtype: infer D }
    ? Member<'samples'> & { readonly dtypes: readonly D[] }
    : Member<'list'> & { readonly optional: object extends Pick<R, Name> ? true : false }
  : R[Name] extends string | undefined
    ? string extends R[Name]
      ? Member<'text'> | Member<'column'>
      : Member<'text'> | Member<'column'> | Member<'choice'>
    : R[Name] extends number | undefined
      ? object extends Pick<R, Name>
        ? Member<'count'>
        : Member<'extent'>
      : R[Name] extends SceneParts
        ? Member<'parts'>
        : R[Name] extends readonly string[] | undefined
          ? object extends Pick<R, Name>
            ? Member<'texts'>
            : Member<'captions'>
          : R[Name] extends readonly TableColumn[]
            ? Member<'columns'>
            : R[Name] extends readonly Label[] | undefined
              ? Member<'labels'>
              : R[Name] extends AxisDirections | undefined
                ? Member<'matrix'>
                : R[Name] extends readonly [number, number, number] | undefined
                  ? Member<'place'>
                  : R[Name] extends readonly [number, number] | undefined
                    ? Member<'range'>
                    : object extends Pick<R, Name>
                      ? Member<'vector'>
                      : Member<'shape'>

type KindOf<R extends Result> = Kind & {
  readonly members: { readonly [Name in Exclude<keyof R, 'type' | 'dtype'>]-?: MemberOf<R, Name> }
}

/** Every kind of result. Here the compiler also holds the table of kinds to the types above. */
export const resultTypes = keysOf(
  kinds satisfies { readonly [T in ResultType]: KindOf<Extract<Result, { readonly type: T }>> },
)

// Made once: every result is read and written by them.
const namedMembers = new Map<ResultType, readonly (readonly [name: string, member: ResultMember])[]>(
  resultTypes.map((type) => [type, Object.entries<ResultMember>(kinds[type].members)]),
)

/** Returns the members of a kind in the table's order, without `type` and `dtype`. */
export function listMembers(type: ResultType): readonly (readonly [name: string, member: ResultMember])[] {
  return namedMembers.get(type) ?? []
}

/** The kinds that a part may have. */
export const partTypes = resultTypes.filter((type) => type !== 'scene')

/** The value of a result's member. */
export type ResultField =
  | string
  | number
  | readonly number[]
  | readonly string[]
  | readonly Label[]
  | readonly TableColumn[]
  | SceneParts
  | AxisDirections
  | ElementArray

/** Returns the parts of a scene with their names, in its order. */
export function listParts(parts: SceneParts): readonly (readonly [name: string, part: ScenePart])[] {
  return Object.entries(parts)
}

/** Returns the members of a result by name. Arrays are not copied. */
export function toFields(result: Result): { readonly [name: string]: ResultField | undefined } {
  return { ...result }
}

/** Returns all members but the arrays, as JSON has them: `type` first, `dtype` in place of samples. */
export function toSmallMembers(result: Result): { readonly [name: string]: Json } {
  if (result.type === 'scene') {
    const { parts, ...own } = result
    return {
      ...own,
      parts: Object.fromEntries(listParts(parts).map(([name, part]) => [name, toSmallPart(part)])),
    }
  }
  const fields = toFields(result)
  const small: { [name: string]: Json } = { type: result.type }
  for (const [member, { form }] of listMembers(result.type)) {
    const name = form === 'samples' ? 'dtype' : member
    const value = fields[name]
    if (value !== undefined) {
      if (areColumns(value)) small[name] = value.map(toSmallColumn)
      else if (isSmall(value)) small[name] = value
    }
  }
  return small
}

/** The arrays have blocks, and the parts of a scene are written part by part. */
function isSmall(
  value: Exclude<ResultField, readonly TableColumn[]>,
): value is Exclude<ResultField, ElementArray | SceneParts | readonly TableColumn[]> {
  return !isElementArray(value)
}

/** Returns whether a member is the columns of a table: objects with values. */
function areColumns(value: ResultField): value is readonly TableColumn[] {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  // The rows of a direction are lists, which have a method of this name.
  return typeof first === 'object' && first !== null && !Array.isArray(first) && 'values' in first
}

/** Returns a column without numbers, which have a block. */
function toSmallColumn(column: TableColumn): { readonly [name: string]: Json } {
  const { name, unit } = column
  return {
    name,
    ...(unit !== undefined && { unit }),
    ...(holdsNumbers(column) ? {} : { values: column.values }),
  }
}

/** Returns the members of a part but the arrays: those of its result, its look and its place. */
export function toSmallPart(part: ScenePart): { readonly [name: string]: Json } {
  const { look, place } = part
  return { ...toSmallMembers(part), ...(look && { look }), ...(place && { place }) }
}

/** An array of a result, with its name and its entry in the table. */
export type Block =
  | {
      readonly form: 'list'
      readonly name: string
      readonly member: Member<'list'>
      readonly array: ListArray
    }
  | {
      readonly form: 'samples'
      readonly name: string
      readonly member: Member<'samples'>
      readonly array: ElementArray
    }
  | {
      /** The numbers of a column of a table, named `columns/0` by its place. */
      readonly form: 'columns'
      readonly name: string
      readonly member: Member<'columns'>
      readonly array: Float64Array
    }

/**
 * Returns the arrays of a result, in the order in which links and envelopes carry them. Those of a scene are
 * named `brain/vertices`.
 */
export function listBlocks(result: Result): readonly Block[] {
  if (result.type === 'scene')
    return listParts(result.parts).flatMap(([name, part]) =>
      listBlocks(part).map((block) => ({ ...block, name: `${name}/${block.name}` })),
    )
  const fields = toFields(result)
  return listMembers(result.type).flatMap(([name, member]): readonly Block[] => {
    const array = fields[name]
    if (member.form === 'list' && isListArray(array)) return [{ form: member.form, name, member, array }]
    if (member.form === 'samples' && isElementArray(array))
      return [{ form: member.form, name, member, array }]
    if (member.form === 'columns' && array !== undefined && areColumns(array))
      return array.flatMap((column, i) =>
        holdsNumbers(column)
          ? [{ form: member.form, name: `${name}/${i}`, member, array: column.values }]
          : [],
      )
    return []
  })
}

/** Returns the arrays of {@link listBlocks} alone. */
export function listArrays(result: Result): ElementArray[] {
  return listBlocks(result).map(({ array }) => array)
}

/** Returns a result with other arrays in place of its own, of the same classes and lengths. */
export function mapArrays<R extends Result>(result: R, map: (array: ElementArray) => ElementArray): R {
  const members = Object.entries(toFields(result)).map(([name, value]) => {
    if (isElementArray(value)) return [name, map(value)]
    if (value !== undefined && areColumns(value))
      return [
        name,
        value.map((column) => (holdsNumbers(column) ? { ...column, values: map(column.values) } : column)),
      ]
    if (result.type !== 'scene' || name !== 'parts') return [name, value]
    const parts = listParts(result.parts).map(([of, part]) => [of, mapArrays(part, map)] as const)
    return [name, Object.fromEntries(parts)]
  })
  return Object.fromEntries(members) as R // the same members, arrays of the same class
}

/** Returns a mesh without colours and scalars, for links that have no place for them. */
export function withoutVertexValues(result: Result): Result {
  if (result.type !== 'mesh') return result
  const { colors: _, scalars: _values, ...mesh } = result
  return mesh
}

/** Returns the total bytes of a result's arrays. */
export function measureResult(result: Result): number {
  return listArrays(result).reduce((total, array) => total + array.byteLength, 0)
}
