/** Where a type node is read: inside which aliases, and with which values for their type parameters. */
import type { ts } from './compiler.ts'

/** What the parameters of generic aliases stand for while their bodies are read. */
export type TypeArguments = ReadonlyMap<ts.Symbol, { readonly node: ts.TypeNode; readonly scope: Scope }>

/** Where a type node is read: its type arguments, and the aliases passed through, to stop at a circle. */
export interface Scope {
  readonly args: TypeArguments
  readonly aliases: readonly ts.Symbol[]
}
