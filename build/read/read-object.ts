/** Reads objects: properties with their comments in the author's order, and index signatures. */

import { holdsFor } from '../model/constraints.ts'
import type { PropertyType, Refusal, TypeOf } from '../model/signature.ts'
import { type Compiler, isMappedType, isStandard, toExcerpt, toSdkName, toSpan } from './compiler.ts'
import { ts } from './port.ts'
import { readMember } from './read-member.ts'
import { isPhantom, readBrands, toNumberBrands } from './read-number.ts'
import { numberKeyPattern, toPattern } from './read-template.ts'
import { adviseOmission, takeError } from './refuse-type.ts'
import { toStructure, toType, type UnionMember } from './type-members.ts'
import { isAuthors, moveTo, refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'
import { type Listed, openOnce, toWritten } from './written.ts'

/** Returns the object of a type, or a refusal for one that no client can send. */
export function readObject(
  reader: TypeReader,
  type: ts.Type,
  place: TypePlace,
): TypeOf<'object'> | TypeOf<'number'> | Refusal {
  const brands = toNumberBrands(reader.compiler, type)
  if (brands.length > 0) return readBrands(reader, brands, place)
  const { checker } = reader.compiler
  const listed = place.written ? reader.syntax.listProperties(place.written) : []
  const symbols = sortProperties(reader, type, listed)
  const infos = isEnumObject(type) ? [] : checker.getIndexInfosOfType(type)
  const refusal =
    refuseMethods(reader, symbols, place) ?? refuseIndexed(reader, type, { symbols, infos }, place)
  if (refusal) return refusal
  if (symbols.length === 0 && infos.length === 0) {
    const found = `${textOf(place)} says nothing about the values.`
    const remedy = 'List the members: { width: number }. An object without any is Record<string, never>.'
    return refuseAt(place, 'type.any', { found, remedy })
  }
  const properties = symbols.flatMap((symbol) => {
    const written = listed.find(({ name }) => name === symbol.name)?.written ?? null
    const inside = moveToProperty(reader, place, symbol, written)
    const path = place.path === '' ? symbol.name : `${place.path}.${symbol.name}`
    return readProperty(reader, { owner: type, symbol, around: place }, { ...inside, owner: symbol, path })
  })
  const index = readIndex(reader, infos, place)
  return 'kind' in index ? index : createObject(adviseOmission(reader, type, properties, place), index, place)
}

/** Refuses methods of the language: a `Pick` of an array has them, and a brand mistaken for an object. */
function refuseMethods(
  { compiler }: TypeReader,
  symbols: readonly ts.Symbol[],
  place: TypePlace,
): Refusal | null {
  const method = symbols.find(
    (symbol) => symbol.flags & ts.SymbolFlags.Method && isStandard(compiler, symbol),
  )
  if (!method) return null
  const found = `${textOf(place)} has ${method.name} and other methods of the language.`
  const remedy = 'Write the type out. A mapped type takes a number or string with a brand for an object.'
  return refuseAt(place, 'type.class', { found, remedy })
}

/** An index signature holds for listed names too; the compiler checks it only where one object has both. */
function refuseIndexed(
  reader: TypeReader,
  type: ts.Type,
  { symbols, infos }: { readonly symbols: readonly ts.Symbol[]; readonly infos: readonly ts.IndexInfo[] },
  place: TypePlace,
): Refusal | null {
  const { compiler } = reader
  const { checker } = compiler
  const clash = symbols.find((symbol) => {
    const own = toMembers(checker.getTypeOfSymbol(symbol)).filter(
      ({ flags }) => !(flags & ts.TypeFlags.Undefined),
    )
    return infos.some((info) => {
      if (!coversName(reader, info, symbol, place)) return false
      const allowed = toMembers(info.type)
      const isBranded = allowed.some((member) => hasBrand(compiler, member))
      return own.some((member) => {
        return !allowed.includes(member) && (isBranded || !checker.isTypeAssignableTo(member, info.type))
      })
    })
  })
  if (!clash) return null
  const error = takeError(reader, place)
  if (error) return error
  const found = `${textOf(place)} has an index signature that does not allow what ${clash.name} is.`
  const remedy = 'Let the index signature allow every property, or nest one of the two.'
  const code = type.isIntersection() ? 'type.intersection' : 'type.index'
  return refuseAt(place, code, { found, remedy })
}

function coversName(
  reader: TypeReader,
  { keyType }: ts.IndexInfo,
  { name }: ts.Symbol,
  place: TypePlace,
): boolean {
  const { TypeFlags } = ts
  if (keyType.flags & TypeFlags.Number) return String(Number(name)) === name
  const pattern = keyType.flags & TypeFlags.TemplateLiteral ? toPattern(reader, keyType, place) : ''
  return typeof pattern === 'object' || new RegExp(pattern).test(name)
}

function toMembers(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

/** To TypeScript every range fits every other. */
function hasBrand(compiler: Compiler, type: ts.Type): boolean {
  return type.isIntersection() && toNumberBrands(compiler, type).length > 0
}

/** A mapped type over names has the checker's order; everything else that of its declarations. */
function sortProperties({ compiler }: TypeReader, type: ts.Type, listed: readonly Listed[]): ts.Symbol[] {
  const { checker } = compiler
  const marks = type.isIntersection() ? type.types.filter((part) => isPhantom(compiler, part)) : []
  const phantom = new Set(marks.flatMap((mark) => checker.getPropertiesOfType(mark).map(({ name }) => name)))
  const symbols = checker.getPropertiesOfType(type).filter((symbol) => {
    return !phantom.has(symbol.name) && !isSdkMark(compiler, symbol)
  })
  const ranks = new Map(listed.map(({ name }, i) => [name, i]))
  const rankOf = ({ name }: ts.Symbol): number => ranks.get(name) ?? listed.length
  const isMapped = isMappedType(type)
  return symbols.sort((a, b) => rankOf(a) - rankOf(b) || (isMapped && a.name > b.name ? 1 : 0))
}

function isEnumObject(type: ts.Type): boolean {
  return ((type.symbol?.flags ?? 0) & ts.SymbolFlags.Enum) !== 0
}

/** Moves to the place of a property: as syntax found it in this object, else its declaration. */
function moveToProperty(
  reader: TypeReader,
  place: TypePlace,
  symbol: ts.Symbol,
  written: TypePlace['written'],
): TypePlace {
  const [declared] = symbol.declarations ?? []
  const isTyped = declared && (ts.isPropertySignature(declared) || ts.isPropertyDeclaration(declared))
  const node = (isTyped && declared.type) || declared
  return moveTo(reader, place, written ?? (node ? toWritten(node) : null))
}

/** A property and where it stands. */
interface PropertyPlace {
  readonly owner: ts.Type
  readonly symbol: ts.Symbol
  readonly around: TypePlace
}

/** A property that is never there (`name?: never`) need not be mentioned by a closed object. */
function readProperty(
  reader: TypeReader,
  { owner, symbol, around }: PropertyPlace,
  place: TypePlace,
): PropertyType[] {
  const { compiler } = reader
  const { checker } = compiler
  const declarations = symbol.declarations ?? listOrigins(reader, place)
  const [declared] = declarations
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
  const own = checker.getTypeOfSymbol(symbol)
  const comment = readMember(compiler, owner, symbol.name, declarations)
  const written = [...comment.inherited, ...comment.tags]
  const isMapped = written.length > 0 && isMappedType(owner)
  const kindBefore = isMapped ? findKindBefore(reader, declared, own, place) : null
  compiler.marks?.settle(symbol, written)
  const members =
    refuseName(reader, symbol, around) ??
    refuseProperty(reader, symbol, place) ??
    reader.read(own, { ...place, depth: place.depth + 1 })
  if (isOptional && members.every(({ kind }) => kind === 'undefined')) return []
  const { type, optional } = toType(members, spanOf(place), () => toExcerpt(place.node))
  // A mapped type keeps a constraint where it keeps the kind of type that the constraint was written for. A
  // brand makes it an object where it would leave a number or string alone.
  const isBranded = compiler.marks !== undefined && isMappedType(checker.getNonNullableType(own))
  const isKept = kindBefore === null || kindBefore === type.kind || isBranded
  const inherited = comment.inherited.filter((tag) => holdsFor(tag, type))
  const tags = isKept ? [...inherited, ...comment.tags] : []
  compiler.marks?.settle(symbol, isKept ? written : [])
  const nameNode = declared && ts.getNameOfDeclaration(declared)
  return [
    {
      name: nameNode && isSymbolKey(symbol) ? toExcerpt(nameNode) : symbol.name,
      type,
      optional: optional || isOptional,
      description: comment.description,
      tags,
      span: nameNode && isAuthors(compiler, nameNode) ? toSpan(nameNode) : spanOf(place),
    },
  ]
}

/** `{ [K in keyof T as …]: T[K] }` takes a property whole; the checker knows only its new name. */
function listOrigins({ syntax }: TypeReader, { written }: TypePlace): readonly ts.Declaration[] {
  const mapped = written?.node.parent
  if (!written || !mapped || !ts.isMappedTypeNode(mapped) || !ts.isIndexedAccessTypeNode(written.node))
    return []
  if (written.node.indexType.getText() !== mapped.typeParameter.name.text) return []
  const parent = openOnce(syntax, written)?.node.parent
  return parent && (ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) ? [parent] : []
}

/** Returns the refusal of a property name that JSON cannot have; null for any other. */
function refuseName({ compiler }: TypeReader, symbol: ts.Symbol, around: TypePlace): Refusal[] | null {
  if (!isSymbolKey(symbol) && symbol.name !== '__proto__') return null
  const [declared] = symbol.declarations ?? []
  const name = (declared && ts.getNameOfDeclaration(declared)) ?? around.node
  const place = isAuthors(compiler, name) ? { ...around, node: name } : around
  const found =
    symbol.name === '__proto__'
      ? '__proto__ has a meaning of its own in JSON parsers.'
      : `\`${toExcerpt(name)}\` is no name that JSON can carry.`
  return [refuseAt(place, 'parameter.name', { found, remedy: 'Write a plain name.' })]
}

/** Returns the refusal of a property that cannot be sent with any type; null when its type decides. */
function refuseProperty({ compiler }: TypeReader, symbol: ts.Symbol, place: TypePlace): Refusal[] | null {
  const [declared] = symbol.declarations ?? []
  const node = declared && isAuthors(compiler, declared) ? declared : place.node
  const at = { ...place, node }
  if (declared && ts.isPropertySignature(declared) && !declared.type && node === declared) {
    const remedy = `Write one: ${declared.name.getText()}: number.`
    return [refuseAt(at, 'type.any', { found: `${textOf(at)} has no type.`, remedy })]
  }
  if (!(symbol.flags & ts.SymbolFlags.Method)) return null
  const found = `${textOf(at)} is a method.`
  return [refuseAt(at, 'type.function', { found, remedy: 'A client cannot send one: remove it.' })]
}

/** Returns the kind of type that a property was declared with, null where its type is unchanged. */
function findKindBefore(
  reader: TypeReader,
  declared: ts.Declaration | undefined,
  own: ts.Type,
  place: TypePlace,
): PropertyType['type']['kind'] | null {
  const { checker } = reader.compiler
  const before = declared && checker.getNonNullableType(checker.getTypeAtLocation(declared))
  if (!before || before === checker.getNonNullableType(own)) return null
  return reader.readPart(before, place).type.kind
}

function readIndex(
  reader: TypeReader,
  infos: readonly ts.IndexInfo[],
  place: TypePlace,
): TypeOf<'object'>['index'] | Refusal {
  const index: TypeOf<'object'>['index'][number][] = []
  for (const { keyType, type, declaration } of infos) {
    const where = declaration ? moveTo(reader, place, toWritten(declaration.type)) : place
    const pattern =
      keyType.flags & ts.TypeFlags.Number
        ? numberKeyPattern
        : keyType.flags & ts.TypeFlags.String
          ? null
          : toPattern(reader, keyType, place)
    if (pattern !== null && typeof pattern === 'object') return pattern
    const inside = { ...where, depth: place.depth + 1, owner: null, path: `${place.path}[key]` }
    const members: readonly UnionMember[] = reader.read(type, inside)
    if (members.length > 0)
      index.push({ pattern, type: toType(members, spanOf(where), () => toExcerpt(where.node)).type })
  }
  const open = index.find(({ pattern }) => pattern === null)
  const isIncluded = open && index.every(({ type }) => toStructure(type) === toStructure(open.type))
  return isIncluded ? [open] : index
}

/** Returns an object; refuses a listed name that a pattern also matches: JSON Schema cannot separate them. */
function createObject(
  properties: readonly PropertyType[],
  index: TypeOf<'object'>['index'],
  place: TypePlace,
): TypeOf<'object'> | Refusal {
  const patterns = index.flatMap(({ pattern }) => pattern ?? [])
  const clash = properties.find(({ name }) => patterns.some((pattern) => new RegExp(pattern).test(name)))
  const found = clash
    ? `The property ${clash.name} has a name that an index signature also covers.`
    : index.length > 1
      ? 'There are several index signatures.'
      : null
  if (found === null) return { kind: 'object', properties, index, span: spanOf(place) }
  const which = !clash && index.length > 2 ? 'one of them' : 'one of the two'
  return refuseAt(place, 'type.index', { found, remedy: `Keep ${which}, or nest them.` })
}

/** A mark of the SDK in what an author makes of its types, as `Pick<Plane, 'point'>`. */
function isSdkMark(compiler: Compiler, symbol: ts.Symbol): boolean {
  return isSymbolKey(symbol) && toSdkName(compiler, symbol) !== null
}

/** The compiler's own name of such a property holds a number that depends on the run. */
function isSymbolKey({ name }: ts.Symbol): boolean {
  return name.startsWith('__@')
}
