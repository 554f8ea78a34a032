/**
 * A trusted result of a function: a mesh, volume, point cloud or image whose counts, element types and
 * contents fit together. `parseResult` checks the shape (cheap, anywhere), `checkElements` the contents
 * (about 1 ms a MB; off the event loop). Results are immutable. Their arrays lie in shared memory inside the
 * host, in ordinary memory in a client.
 */

import { keysOf } from '../../values/keys-of.ts'
import type { Direction } from './direction.ts'
import { type Dtype, type ElementArray, isElementArray, isListArray, type ListArray } from './elements.ts'
import { type Kind, kinds, type Member, type ResultMember } from './kinds.ts'
import type { Label } from './labels.ts'

/** The meaning of a result's numbers, where it is not always the same. None is in the v1 envelope. */
interface SpaceTexts {
  /** The unit of lengths. */
  readonly unit?: string
  readonly valueName?: string
  readonly valueUnit?: string
  /** Sentences on what is left out and what was assumed, within the bounds of `notes.ts`. */
  readonly notes?: readonly string[]
}

/** Positions in float32, the place that they are beside, and the directions of their world. */
interface Placed {
  /** The anatomical directions in which x, y and z grow, such as `RAS`. Not in the v1 envelope. */
  readonly orientation?: string
  /**
   * x, y, z to add to each position: coordinates of a map, for example, lose their steps in float32. Not in
   * the v1 envelope.
   */
  readonly offset?: readonly [number, number, number]
}

export type { Direction, Dtype, ElementArray, Label }

/** A triangle mesh. One without vertices and indices is valid. */
export interface MeshResult extends SpaceTexts, Placed {
  readonly type: 'mesh'
  /** n×3 float32, xyz interleaved, finite. */
  readonly vertices: Float32Array
  /** m×3 uint32, each below n. */
  readonly indices: Uint32Array
  /** n×3 float32, finite; absent rather than empty. */
  readonly normals?: Float32Array
  /** n×3 uint8, sRGB red, green, blue; absent rather than empty. The v1 envelope has no place for them. */
  readonly colors?: Uint8Array
  /** n float32, finite, a value for a colormap; absent rather than empty, and from the v1 envelope. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** A scalar field on a regular grid. */
export interface VolumeResult extends SpaceTexts {
  readonly type: 'volume'
  /** Slowest axis first; three axes when a function made it. */
  readonly shape: readonly number[]
  readonly dtype: Dtype
  /** As many samples as the product of `shape`, in C order. Floats may be NaN. */
  readonly data: ElementArray
  /** Distance between neighbouring samples along each axis, slowest first. */
  readonly spacing?: readonly number[]
  /** Position of the centre of the first sample along each axis of the world, slowest first. */
  readonly origin?: readonly number[]
  /** Directions of the axes in the world; absent where they are its own. Not in the v1 envelope. */
  readonly direction?: Direction
  /** The anatomical directions nearest to x, y and z, such as `RAS`. Not in the v1 envelope. */
  readonly orientation?: string
  /** The coordinates of the origin, such as `scanner` or `MNI152`. Not in the v1 envelope. */
  readonly space?: string
  /**
   * Set where each value is a label and no measure, so that none lies between two: the values that have a
   * name, none where the file brings no names. Not in the v1 envelope.
   */
  readonly labels?: readonly Label[]
  /**
   * The values between which it is first shown, the lower first, where its file or scanner chose them. Not in
   * the v1 envelope.
   */
  readonly window?: readonly [low: number, high: number]
  /** The place of this volume among the `frames` of its file, from 0; the v1 envelope has neither. */
  readonly frame?: number
  readonly frames?: number
}

/** Points in space without connections. */
export interface PointCloudResult extends SpaceTexts, Placed {
  readonly type: 'point_cloud'
  /** n×3 float32, xyz interleaved, finite. */
  readonly points: Float32Array
  /** n×3 uint8 sRGB. */
  readonly colors?: Uint8Array
  /** n float32, finite. */
  readonly scalars?: Float32Array
  /** Set where each of the scalars is a label and no measure: those with a name. Not in the v1 envelope. */
  readonly labels?: readonly Label[]
}

/** A raster image. */
export interface ImageResult extends Omit<SpaceTexts, 'unit'> {
  readonly type: 'image'
  readonly width: number
  readonly height: number
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA; sRGB, straight alpha. */
  readonly channels: number
  readonly dtype: 'uint8' | 'uint16'
  /** height·width·channels, top row first, interleaved. */
  readonly data: Uint8Array | Uint16Array
}

/** A result of any kind. */
export type Result = MeshResult | VolumeResult | PointCloudResult | ImageResult

/** The name of a kind of result: `mesh`, `volume`, `point_cloud` or `image`. */
export type ResultType = Result['type']

/** The table entry that a member of the type R needs: its form, and its contents. */
type MemberOf<R, Name extends keyof R> = R[Name] extends ElementArray | undefined
  ? R extends { readonly dtype: infer D }
    ? Member<'samples'> & { readonly dtypes: readonly D[] }
    : Member<'list'> & { readonly optional: object extends Pick<R, Name> ? true : false }
  : R[Name] extends string | undefined
    ? Member<'text'>
    : R[Name] extends number | undefined
      ? object extends Pick<R, Name>
        ? Member<'count'>
        : Member<'extent'>
      : R[Name] extends readonly string[] | undefined
        ? Member<'texts'>
        : R[Name] extends readonly Label[] | undefined
          ? Member<'labels'>
          : R[Name] extends Direction | undefined
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

/** The value of a result's member. */
export type ResultField =
  | string
  | number
  | readonly number[]
  | readonly string[]
  | readonly Label[]
  | Direction
  | ElementArray

/** Returns the members of a result by name. Arrays are not copied. */
export function toFields(result: Result): { readonly [name: string]: ResultField | undefined } {
  return { ...result }
}

/** Returns all members but the arrays, as JSON has them: `type` first, `dtype` in place of samples. */
export function toSmallMembers(result: Result): {
  readonly [name: string]: Exclude<ResultField, ElementArray>
} {
  const fields = toFields(result)
  const small: { [name: string]: Exclude<ResultField, ElementArray> } = { type: result.type }
  for (const [member, { form }] of listMembers(result.type)) {
    const name = form === 'samples' ? 'dtype' : member
    const value = fields[name]
    if (value !== undefined && !isElementArray(value)) small[name] = value
  }
  return small
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

/** Returns the arrays of a result, in the order in which links and envelopes carry them. */
export function listBlocks(result: Result): readonly Block[] {
  const fields = toFields(result)
  return listMembers(result.type).flatMap(([name, member]): readonly Block[] => {
    const array = fields[name]
    if (member.form === 'list' && isListArray(array)) return [{ form: member.form, name, member, array }]
    if (member.form === 'samples' && isElementArray(array))
      return [{ form: member.form, name, member, array }]
    return []
  })
}

/** Returns the arrays of {@link listBlocks} alone. */
export function listArrays(result: Result): ElementArray[] {
  return listBlocks(result).map(({ array }) => array)
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
