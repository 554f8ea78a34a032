/**
 * What reading a type needs to know: the compiler, the types that contain themselves, and where in a
 * signature it is.
 */
import type { Compiler, ts } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import type { Member } from './member.ts'

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

/** Where the type of a parameter begins. */
export const outermost: Scope = { args: new Map(), stack: [], depth: 0 }

/** Returns the scope inside an object, array or tuple. */
export function toInner(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 }
}

/** Returns a scope in which one more type parameter has a value. */
export function bind(scope: Scope, symbol: ts.Symbol | undefined, members: readonly Member[]): Scope {
  return symbol ? { ...scope, args: new Map([...scope.args, [symbol, members]]) } : scope
}
