/** The shape of an entry in the table of written forms. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import type { kinds } from '../../contract/domain/result/kinds.ts'
import type { PartType, Result, ResultType } from '../../contract/domain/result/result.ts'

type Kinds = typeof kinds
type MemberName<Type extends ResultType> = keyof Kinds[Type]['members'] & string
/** The kinds that have a form. */
type TypeOf<Form extends DataForm> = {
  readonly [Type in ResultType]: Form extends Kinds[Type]['forms'][number] ? Type : never
}[ResultType]
/** A result of those kinds. */
export type ResultOf<Form extends DataForm> = Extract<Result, { readonly type: TypeOf<Form> }>

/** A word of a specimen that stands in the bytes of a file. */
export type FileWord = 'name' | 'axes' | 'view'

/** Bytes of memory that making a file takes for each part of a result, the file itself included. */
export interface MakingBytes {
  /** For each vertex as it is written: without normals, one for each corner of a triangle. */
  readonly vertex: number
  /** For each byte of the result. */
  readonly byte: number
  /** Vertices that an arrow becomes; 1 where it is absent. */
  readonly arrowVertices?: number
  /** Set when a mesh is joined anew by the places of all corners, whatever normals it has. */
  readonly isOfCorners?: true
}

/** The way in which the bytes of a form are made. */
type Way =
  /** A head, and the arrays of the result as they lie in memory: sent while these arrive. */
  | { readonly way: 'arrays' }
  /** Stateless pieces, so that memory never holds a whole file. */
  | { readonly way: 'pieces' }
  /** At once, mostly by a library, in parts: joined they would take as much memory once more. */
  | {
      readonly way: 'whole'
      /** The most; a test measures it. Of meshes the worst is a rough one without normals. */
      readonly memory: MakingBytes
    }

/** The members in a file of each kind that has a form by the table of kinds, and of no other. */
type HeldMembers<Form extends DataForm> = {
  readonly [Type in TypeOf<Form>]: readonly MemberName<Type>[]
} & { readonly [Other in Exclude<ResultType, TypeOf<Form>>]?: never }

/** The kinds of part that a file of a scene holds, each with the members in it, or all. */
export type PartMembers = { readonly [Type in PartType]?: readonly string[] | 'all' }

/** A form in which results are written. */
export type WrittenForm<Form extends DataForm> = Way & {
  /** Its name within a sentence. */
  readonly title: string
  /**
   * The kinds that have it, each with the members in a file. `all` of the envelope are those of its version,
   * of JSON every one. Notes are in the header `Specimen-Notes` of every form.
   */
  readonly kinds: HeldMembers<Form> | 'all'
  /** What it holds of a scene's parts; absent where it holds all, and for a form that scenes lack. */
  readonly parts?: PartMembers
  /**
   * The words of its specimen that stand in a file, and so decide its tag: they may change with a reload.
   * `beside` for a form that is read with the catalog, which has them; any other file goes alone.
   */
  readonly words: readonly FileWord[] | 'beside'
  /** The content of a file, as `/docs` and the README of this folder say it, in the words of Markdown. */
  readonly content: string
}
