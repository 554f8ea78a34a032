/** The context for reading the type of a parameter, and a place in its signature. */

import type { Definition, ParameterType, Refusal, Span } from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan, type ValuePlace } from './compiler.ts'
import type { ts } from './port.ts'
import type { OptionalType, UnionMember } from './type-members.ts'
import { openOnce, type Syntax, type Written } from './written.ts'

/** Reads the type of one parameter. */
export interface TypeReader {
  readonly compiler: Compiler
  readonly syntax: Syntax
  readonly definitions: Definitions
  /** The compiler's errors about the type that were not reported yet. */
  readonly errors: Refusal[]
  /** Returns all compiler errors about the type, where it came out as any. */
  findMore(): readonly Refusal[]
  /** The types under reading, with the author's names for them. */
  readonly stack: { readonly type: ts.Type; readonly symbol: ts.Symbol | null }[]
  read(type: ts.Type, place: TypePlace): readonly UnionMember[]
  /** Returns the type of a part, which is one level deeper. */
  readPart(type: ts.Type, place: TypePlace): OptionalType
}

/** A place where a type is used. */
export interface TypePlace extends ValuePlace {
  /** The place of definition, as far as syntax shows: perhaps in a package. */
  readonly written: Written | null
  /** Number of surrounding objects, arrays and tuples. */
  readonly depth: number
}

/** Returns the place of a part that is written somewhere else: inside a property, behind a name. */
export function moveTo(reader: TypeReader, place: TypePlace, written: Written | null): TypePlace {
  const { compiler, syntax } = reader
  if (!written) return { ...place, written }
  let at = written
  // The definitions of `Partial` and its like help no author.
  while (compiler.program.isSourceFileDefaultLibrary(at.node.getSourceFile())) {
    const inside = openOnce(syntax, at)
    if (!inside) break
    at = inside
  }
  return { ...place, written: at, node: isAuthors(compiler, at.node) ? at.node : place.node }
}

/** Returns true for a node in a file of the author: not of a package, the language or the SDK. */
export function isAuthors({ program, sdkFiles }: Compiler, node: ts.Node): boolean {
  const file = node.getSourceFile()
  const isForeign = program.isSourceFileDefaultLibrary(file) || isInPackage(node)
  return !isForeign && !sdkFiles.has(file.fileName)
}

function isInPackage(node: ts.Node): boolean {
  const { fileName } = node.getSourceFile()
  return fileName.includes('/node_modules/') && !fileName.startsWith(libraryFolder)
}

/** ts-morph's own folder of the standard library, which is in memory. */
const libraryFolder = '/node_modules/typescript/lib/'

/** Returns the span of a place, for a model's node. */
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

/** Bounds the steps of reading the type of one parameter. */
export const stepLimit = 50_000
/** Bounds the instances of one generic type inside each other. */
export const instanceLimit = 50

/** Ends the reading of one parameter: its type is the refusal. */
export class ReadingStopped extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.found)
  }
}

/** Records the types met while one function is read. */
export class Definitions {
  readonly #names = new Map<ts.Type, string>()
  readonly #types = new Map<string, ParameterType>()

  /** Notes that a type contains itself, and returns its name. */
  refer(type: ts.Type, wanted: string): string {
    const known = this.#names.get(type)
    if (known !== undefined) return known
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`
    this.#names.set(type, name)
    return name
  }

  /** Returns the name of a recursive type, null for another. */
  findName(type: ts.Type): string | null {
    return this.#names.get(type) ?? null
  }

  /** Returns true when the definition of a name is known. */
  has(name: string): boolean {
    return this.#types.has(name)
  }

  /** Sets the definition of a recursive type. */
  define(name: string, type: ParameterType): void {
    this.#types.set(name, type)
  }

  list(): Definition[] {
    return [...this.#types].map(([name, type]) => ({ name, type }))
  }
}
