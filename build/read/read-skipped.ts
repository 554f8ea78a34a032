/**
 * Warns of exports that are not registered although they return results: a list of meshes, a method, an
 * object of functions.
 */

import { ts } from 'ts-morph'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { type Compiler, seeThrough, toExcerpt, toSpan } from './compiler.ts'
import type { FoundFunction } from './find-functions.ts'
import { findSignature, toNamePlace, toResultName } from './read-return.ts'

/** Bounds the nesting of lists, objects and functions around a result, and of objects around a function. */
const depthLimit = 3

/** A result in a return value: all of it, inside of it, or returned by a returned function. */
interface Held {
  readonly name: string
  readonly as: 'whole' | 'part' | 'returned'
}

/** Returns a warning about an unregistered function whose return value holds a result. */
export function warnOfReturn(compiler: Compiler, found: FoundFunction, name: string): Diagnostic | null {
  for (const node of found.nodes) {
    const returned = findSignature(compiler, node, found.exported)?.getReturnType()
    const held = returned && findHeld(compiler, returned)
    const type = node.getReturnTypeNode()?.compilerNode
    const written = type ? `\`${toExcerpt(type)}\`, which` : 'a value that'
    if (held) return warnOfHeld(held, { name, written, place: type ?? toNamePlace(node.compilerNode) })
  }
  return null
}

/** Returns warnings about results inside an export that is no function, without functions in `own`. */
export function warnOfSkipped(
  compiler: Compiler,
  exported: ts.Symbol,
  own: ReadonlySet<ts.Node>,
): Diagnostic[] {
  const { checker } = compiler
  const target = seeThrough(compiler, exported)
  const declaration = exported.declarations?.[0]
  if (!target?.valueDeclaration || !declaration) return []
  const looking = { path: exported.name, own, depth: depthLimit }
  const place = toPlace(declaration)
  const type = checker.getTypeOfSymbolAtLocation(target, target.valueDeclaration)
  const called = findReturned(compiler, type)
  if (called) return [warnOfHeld(called, { name: looking.path, written: 'a value that', place })]
  const isClass = (target.flags & ts.SymbolFlags.Class) !== 0
  const instance = isClass ? checker.getDeclaredTypeOfSymbol(target) : null
  const members = findMembers(compiler, type, looking)
  const methods = instance ? findMembers(compiler, instance, { ...looking, depth: 1 }) : []
  return [
    ...members.map((member) =>
      warnOfMember(compiler, member, place, isClass ? 'a static member' : 'a member'),
    ),
    ...methods.map((member) => warnOfMember(compiler, member, place, 'a method')),
  ]
}

function warnOfHeld(
  held: Held,
  { name, written, place }: { readonly name: string; readonly written: string; readonly place: ts.Node },
): Diagnostic {
  const isReturned = held.as === 'returned'
  const result = addArticle(held.name)
  const found = isReturned
    ? `${name} returns a function that gives ${result}, so it is not registered.`
    : `${name} returns ${written} holds ${result} and is none, so it is not registered.`
  const remedy = isReturned
    ? `Take the parameters of both and return the ${held.name}`
    : `Return one ${held.name}, with a function for each or a parameter that chooses`
  return toWarning('return.inside', {
    span: toSpan(place),
    path: name,
    found,
    remedy: `${remedy}; do not export it if it is a helper.`,
  })
}

interface MemberFound {
  readonly path: string
  /** Null for one of many without names. */
  readonly name: string | null
  readonly held: Held
  readonly declaration: ts.Declaration | undefined
}

function warnOfMember(compiler: Compiler, member: MemberFound, exported: ts.Node, what: string): Diagnostic {
  const { path, name, held, declaration } = member
  const isOwn = declaration && !isElsewhere(compiler, declaration)
  const result = addArticle(held.name)
  const gives = { whole: result, part: `something with ${result}`, returned: `a function for ${result}` }
  return toWarning('function.member', {
    span: toSpan(isOwn ? toPlace(declaration) : exported),
    path,
    found: `${path} gives ${gives[held.as]} and is ${what}, so it is not registered.`,
    remedy:
      `Export it by itself: export function ${name ?? 'ball'}(…): ${held.name} { … }; ` +
      'do not export what holds it if that is a helper.',
  })
}

function addArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

function toPlace(declaration: ts.Declaration): ts.Node {
  return ts.getNameOfDeclaration(declaration) ?? declaration
}

interface Looking {
  readonly path: string
  readonly own: ReadonlySet<ts.Node>
  readonly depth: number
}

function findMembers(compiler: Compiler, type: ts.Type, { path, own, depth }: Looking): MemberFound[] {
  return listParts(compiler, type).flatMap(({ name, type: part, property }): MemberFound[] => {
    const inner = compiler.checker.getNonNullableType(part)
    const at = name === null ? `${path}[…]` : `${path}.${name}`
    const signatures = inner.getCallSignatures()
    const isGetter = property && (property.flags & ts.SymbolFlags.Accessor) !== 0
    const held = isGetter ? findHeld(compiler, inner) : findReturned(compiler, inner)
    if (signatures.some(({ declaration }) => declaration && own.has(declaration))) return []
    if (held) return [{ path: at, name, held, declaration: property?.declarations?.[0] }]
    if (depth === 1 || signatures.length > 0) return []
    return findMembers(compiler, inner, { path: at, own, depth: depth - 1 })
  })
}

function findReturned(compiler: Compiler, type: ts.Type): Held | null {
  for (const signature of type.getCallSignatures()) {
    const held = findHeld(compiler, signature.getReturnType())
    if (held) return held
  }
  return null
}

/** Returns the nearest result that a type is or holds. Each type is visited once: the cost is linear. */
function findHeld(compiler: Compiler, type: ts.Type): Held | null {
  const seen = new Set<ts.Type>()
  let layer: readonly Inner[] = [{ type: toAwaited(compiler, type), as: 'whole' }]
  for (let depth = 0; depth <= depthLimit; depth++) {
    const fresh = layer.flatMap(openUnion).filter((inner) => !seen.has(inner.type))
    for (const inner of fresh) {
      const name = toResultName(compiler, inner.type)
      if (name !== null) return { name, as: inner.as }
      seen.add(inner.type)
    }
    layer = fresh.flatMap((inner) => listInner(compiler, inner))
  }
  return null
}

interface Inner {
  readonly type: ts.Type
  readonly as: Held['as']
}

function openUnion({ type, as }: Inner): Inner[] {
  return type.isUnionOrIntersection()
    ? type.types.flatMap((member) => openUnion({ type: member, as }))
    : [{ type, as }]
}

function listInner(compiler: Compiler, { type, as }: Inner): Inner[] {
  const returned = type
    .getCallSignatures()
    .map((signature): Inner => ({ type: toAwaited(compiler, signature.getReturnType()), as: 'returned' }))
  const values = listParts(compiler, type).filter((part) => part.type.getCallSignatures().length === 0)
  const inside = as === 'whole' ? 'part' : as
  return [...returned, ...values.map((part): Inner => ({ type: part.type, as: inside }))]
}

function toAwaited({ checker }: Compiler, type: ts.Type): ts.Type {
  return checker.getAwaitedType(type) ?? type
}

interface SkippedPart {
  readonly name: string | null
  readonly type: ts.Type
  readonly property: ts.Symbol | null
}

/**
 * Lists the types inside a type. In a class or interface of a package or the standard library only the
 * arguments are an author's: `Map<string, Mesh>`. A JSON file holds no results.
 */
function listParts(compiler: Compiler, type: ts.Type): SkippedPart[] {
  const { checker } = compiler
  if (!(type.flags & ts.TypeFlags.Object)) return []
  const unnamed = (inner: ts.Type): SkippedPart => ({ name: null, type: inner, property: null })
  if (checker.isArrayType(type) || checker.isTupleType(type) || isDeclaredElsewhere(compiler, type)) {
    const { objectFlags } = type as ts.ObjectType // an object, as tested
    if (!(objectFlags & ts.ObjectFlags.Reference)) return []
    return checker.getTypeArguments(type as ts.TypeReference).map(unnamed) // a reference, as tested
  }
  const properties = checker.getPropertiesOfType(type).filter((property) => isPublic(property))
  return [
    ...properties.map((property) => ({
      name: property.name,
      type: checker.getTypeOfSymbol(property),
      property,
    })),
    ...checker.getIndexInfosOfType(type).map((index) => unnamed(index.type)),
  ]
}

function isDeclaredElsewhere(compiler: Compiler, { symbol }: ts.Type): boolean {
  // An unnamed type is the author's, even when Record declares it.
  const isNamed = symbol && !(symbol.flags & ts.SymbolFlags.TypeLiteral)
  return isNamed && symbol.declarations?.some((node) => isElsewhere(compiler, node)) === true
}

function isElsewhere({ program }: Compiler, node: ts.Node): boolean {
  const file = node.getSourceFile()
  return (
    program.isSourceFileDefaultLibrary(file) ||
    program.isSourceFileFromExternalLibrary(file) ||
    file.fileName.endsWith('.json')
  )
}

function isPublic({ flags, escapedName, declarations }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return (
    !(flags & ts.SymbolFlags.Prototype) &&
    !/^__[@#]/.test(String(escapedName)) &&
    !declarations?.some((node) => ts.getCombinedModifierFlags(node) & hidden)
  )
}
