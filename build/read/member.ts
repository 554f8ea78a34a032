/** A type during evaluation, as its union's members; `toType` of `type-members.ts` converts it back. */

import type {
  ArrayType,
  NumberType,
  ObjectType,
  PlainType,
  ReferenceType,
  Refusal,
  Scalar,
  TextType,
  TupleType,
} from '../model/signature.ts'
import type { Span } from '../model/span.ts'

/** A literal, not yet gathered with others in a choice. */
export interface LiteralMember {
  readonly kind: 'literal'
  readonly value: Scalar
  readonly span: Span
}

/** `undefined`: the parameter, member or place may be left out. */
export interface UndefinedMember {
  readonly kind: 'undefined'
  readonly span: Span
}

/** One member of a union; no members are `never`. */
export type UnionMember =
  | NumberType
  | TextType
  | PlainType
  | LiteralMember
  | UndefinedMember
  | ArrayType
  | TupleType
  | ObjectType
  | ReferenceType
  | Refusal
