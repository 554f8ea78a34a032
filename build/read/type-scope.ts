/** What reading the type of a parameter needs to know, and where in a signature it is. */
import type { Refusal } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { type Compiler, toExcerpt, toSpan, type ts, type ValuePlace } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import type { UnionMember } from './member.ts'
import { openOnce } from './open-written.ts'
import type { toType } from './type-members.ts'
import type { Syntax, Written } from './written.ts'

/** A type that is being read, and the name by which its author knows it. */
export interface TypeFrame {
  readonly type: ts.Type
  readonly symbol: ts.Symbol | null
}

/** Reads the type of one parameter. */
export interface TypeReader {
  readonly compiler: Compiler
  readonly syntax: Syntax
  readonly definitions: Definitions
  /** What the compiler says against the type and has not been said yet. */
  readonly errors: Refusal[]
  /** Returns all that the compiler says against the type, where it came out as any. */
  findMore(): readonly Refusal[]
  /** The types around the one that is read. */
  readonly stack: TypeFrame[]
  /** Returns the members of a type's union, in the order of the author. */
  read(type: ts.Type, place: TypePlace): readonly UnionMember[]
  /** Returns the type of a part, which is one level deeper. */
  readPart(type: ts.Type, place: TypePlace): ReturnType<typeof toType>
}

/** Where a type is used. */
export interface TypePlace extends ValuePlace {
  /** Where the type is written, as far as syntax tells: perhaps in a package. */
  readonly written: Written | null
  /** How many objects, arrays and tuples lie around. */
  readonly depth: number
}

/** Returns the place of a part that is written somewhere else: inside a property, behind a name. */
export function moveTo(reader: TypeReader, place: TypePlace, written: Written | null): TypePlace {
  const { compiler, syntax } = reader
  if (!written) return { ...place, written }
  let at = written
  // What `Partial` and its like are made of says nothing to anybody.
  while (compiler.program.isSourceFileDefaultLibrary(at.node.getSourceFile())) {
    const inside = openOnce(syntax, at)
    if (!inside) break
    at = inside
  }
  return { ...place, written: at, node: isAuthors(compiler, at.node) ? at.node : place.node }
}

/** Returns whether a node lies in a file of the author: not of a package, the language or the SDK. */
export function isAuthors({ program, sdkFile }: Compiler, node: ts.Node): boolean {
  const file = node.getSourceFile()
  const isForeign = program.isSourceFileDefaultLibrary(file) || isInPackage(node)
  return !isForeign && file.fileName !== sdkFile
}

function isInPackage(node: ts.Node): boolean {
  return node.getSourceFile().fileName.includes('/node_modules/')
}

/** Returns where a place is, for a model's node. */
export function spanOf({ node }: TypePlace): Span {
  return toSpan(node)
}

/** Returns a type in its author's words, and in those of the package where it comes from one. */
export function textOf(place: TypePlace): string {
  const text = `\`${toExcerpt(place.node)}\``
  return isPackaged(place) ? `\`${toExcerpt(place.written.node)}\` in ${text}` : text
}

function isPackaged(place: TypePlace): place is TypePlace & { readonly written: Written } {
  const { node, written } = place
  return written !== null && written.node !== node && isInPackage(written.node)
}

/** Returns a refusal at a place; a type that lies in a package is shown there too. */
export function refuseAt(
  place: TypePlace,
  code: Refusal['code'],
  { found, remedy }: { readonly found: string; readonly remedy: string },
): Refusal {
  const origin = isPackaged(place) ? { origin: toSpan(place.written.node) } : {}
  return { kind: 'refused', code, found, remedy, span: toSpan(place.node), ...origin }
}
