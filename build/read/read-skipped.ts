/**
 * Warns of exports that are not registered although they return results: a list of meshes, a method, an
 * object of functions.
 */

import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { type Compiler, seeThrough, toExcerpt, toSpan } from './compiler.ts'
import type { FoundFunction } from './find-functions.ts'
import { ts } from './port.ts'
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
    if (held) return warnOfHeld(held, name, written, type ?? toNamePlace(node.compilerNode))
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
  const place = toPlace(declaration)
  const type = checker.getTypeOfSymbolAtLocation(target, target.valueDeclaration)
  const called = findReturned(compiler, type)
  if (called) return [warnOfHeld(called, exported.name, 'a value that', place)]
  const search = { exported: place, path: exported.name, own, depth: depthLimit, what: 'a member' }
  if (!(target.flags & ts.SymbolFlags.Class)) return warnOfMembers(compiler, type, search)
  const instance = checker.getDeclaredTypeOfSymbol(target)
  return [
    ...warnOfMembers(compiler, type, { ...search, what: 'a static member' }),
    ...warnOfMembers(compiler, instance, { ...search, depth: 1, what: 'a method' }),
  ]
}

function warnOfHeld(held: Held, name: string, written: string, place: ts.Node): Diagnostic {
  const result = addArticle(held.name)
  const [gives, advice] =
    held.as === 'returned'
      ? [`a function that gives ${result}`, `Take the parameters of both and return the ${held.name}`]
      : [
          `${written} holds ${result} and is none`,
          `Return one ${held.name}, with a function for each or a parameter that chooses, or a scene: an ` +
            'object whose members are all results, { brain: Mesh; scan: Volume }. Numbers and words about ' +
            'it go into the notes of a result',
        ]
  const found = `${name} returns ${gives}, so it is not registered.`
  const remedy = `${advice}; do not export it if it is a helper.`
  return toWarning('return.inside', { span: toSpan(place), path: name, found, remedy })
}

function addArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

function toPlace(declaration: ts.Declaration): ts.Node {
  return ts.getNameOfDeclaration(declaration) ?? declaration
}

/** An exported value whose members are looked through. */
interface MemberSearch {
  readonly exported: ts.Node
  readonly path: string
  readonly own: ReadonlySet<ts.Node>
  readonly depth: number
  readonly what: string
}

function warnOfMembers(compiler: Compiler, type: ts.Type, search: MemberSearch): Diagnostic[] {
  const { exported, own, depth, what } = search
  return listParts(compiler, type).flatMap(({ name, type: part, property }): Diagnostic[] => {
    const inner = compiler.checker.getNonNullableType(part)
    const path = name === null ? `${search.path}[…]` : `${search.path}.${name}`
    const signatures = inner.getCallSignatures()
    const isGetter = property && (property.flags & ts.SymbolFlags.Accessor) !== 0
    const held = isGetter ? findHeld(compiler, inner) : findReturned(compiler, inner)
    if (signatures.some(({ declaration }) => declaration && own.has(declaration))) return []
    if (!held) {
      const isEnd = depth === 1 || signatures.length > 0
      return isEnd ? [] : warnOfMembers(compiler, inner, { ...search, path, depth: depth - 1 })
    }
    const declared = property?.declarations?.[0]
    const span = toSpan(declared && !isElsewhere(compiler, declared) ? toPlace(declared) : exported)
    const result = addArticle(held.name)
    const gives = { whole: result, part: `something with ${result}`, returned: `a function for ${result}` }
    const found = `${path} gives ${gives[held.as]} and is ${what}, so it is not registered.`
    const written = writeExport(search, name, declared, held.name)
    const remedy = `Export it by itself: ${written}; do not export what holds it if that is a helper.`
    return [toWarning('function.member', { span, path, found, remedy })]
  })
}

/** Returns the line that exports a member by itself; a member of `export * as` comes from its module. */
function writeExport(
  { exported, path }: { readonly exported: ts.Node; readonly path: string },
  name: string | null,
  declared: ts.Declaration | undefined,
  returned: string,
): string {
  const module = path.includes('.')
    ? null
    : ts.findAncestor(exported, ts.isExportDeclaration)?.moduleSpecifier
  const named = declared && ts.getNameOfDeclaration(declared)?.getText()
  const own = name === 'default' ? (named ?? 'ball') : (name ?? 'ball')
  if (!module || name === null) return `export function ${own}(…): ${returned} { … }`
  return `export { ${name === own ? own : `${name} as ${own}`} } from ${module.getText()}`
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
  let layer: (readonly [ts.Type, Held['as']])[] = [[toAwaited(compiler, type), 'whole']]
  for (let depth = 0; depth <= depthLimit; depth++) {
    const fresh = layer
      .flatMap(([outer, as]) => openUnion(outer).map((each) => [each, as] as const))
      .filter(([each]) => !seen.has(each))
    for (const [each, as] of fresh) {
      const name = toResultName(compiler, each)
      if (name !== null) return { name, as }
      seen.add(each)
    }
    layer = fresh.flatMap(([outer, as]) => [
      ...outer
        .getCallSignatures()
        .map((signature) => [toAwaited(compiler, signature.getReturnType()), 'returned'] as const),
      ...listParts(compiler, outer)
        .filter((part) => part.type.getCallSignatures().length === 0)
        .map((part) => [part.type, as === 'whole' ? 'part' : as] as const),
    ])
  }
  return null
}

function openUnion(type: ts.Type): ts.Type[] {
  return type.isUnionOrIntersection() ? type.types.flatMap(openUnion) : [type]
}

function toAwaited({ checker }: Compiler, type: ts.Type): ts.Type {
  return checker.getAwaitedType(type) ?? type
}

/**
 * Lists the types inside a type. In a class or interface of a package or the standard library only the
 * arguments are an author's: `Map<string, Mesh>`. A JSON file holds no results.
 */
function listParts(compiler: Compiler, type: ts.Type) {
  const { checker } = compiler
  if (!(type.flags & ts.TypeFlags.Object)) return []
  const unnamed = (inner: ts.Type) => ({ name: null, type: inner, property: null })
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
