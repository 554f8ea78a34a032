/**
 * What reading a type needs to know: the compiler, the types that contain themselves, and where in a
 * signature it is. While types are evaluated, a type is the list of its union's members; `toType` of
 * `type-members.ts` makes it one again.
 */
import type { Compiler, ts } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import type {
  ArrayType,
  NumberType,
  ObjectType,
  PlainType,
  ReferenceType,
  Refusal,
  Scalar,
  Span,
  TextType,
  TupleType,
} from './signature.ts'

export interface LiteralMember {
  readonly kind: 'literal'
  readonly value: Scalar
  readonly span: Span
}

export interface UndefinedMember {
  readonly kind: 'undefined'
  readonly span: Span
}

/** One member of a union; no members are `never`. */
export type Member =
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

/** A named type that is being read. `depth` counts the objects and arrays around it. */
export interface Frame {
  readonly symbol: ts.Symbol
  readonly key: string
  readonly depth: number
}

/** Where a type node is read. */
export interface Scope {
  /** What type parameters stand for. */
  readonly args: ReadonlyMap<ts.Symbol, readonly Member[]>
  readonly stack: readonly Frame[]
  /** How many objects, arrays and tuples lie around. */
  readonly depth: number
}

/** Reads the types of one function. */
export interface Reader {
  readonly compiler: Compiler
  readonly definitions: Definitions
  /** Returns the members of a type node, in the order written. */
  evaluate(node: ts.TypeNode, scope: Scope): readonly Member[]
}

export const outermost: Scope = { args: new Map(), stack: [], depth: 0 }

/** Returns the scope inside an object, array or tuple. */
export function toInner(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 }
}

/** Returns a scope in which one more type parameter has a value. */
export function bind(scope: Scope, symbol: ts.Symbol | undefined, members: readonly Member[]): Scope {
  return symbol ? { ...scope, args: new Map([...scope.args, [symbol, members]]) } : scope
}
