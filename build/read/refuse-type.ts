/** Explains why a type is no parameter, with its replacement. */

import type { DiagnosticCode } from '../model/diagnostic-codes.ts'
import { listParts, type ParameterType, type PropertyType, type Refusal } from '../model/signature.ts'
import { isStandard, toExcerpt, toSdkName, toSpan } from './compiler.ts'
import { ts } from './port.ts'
import { explainUnresolved, findUnresolved, sdkNames } from './read-errors.ts'
import { isAuthors, refuseAt, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

const allowed =
  "number, Integer, Range<min, max>, string, boolean, literals such as 'low' | 'high', " +
  "data such as Mesh and File<'.csv'>, or arrays and objects of them"

const instead: ReadonlyMap<string, string> = new Map([
  ['Date', 'Write string with @format date-time, or a number of milliseconds, and make the Date inside.'],
  ['Set', 'Write an array with @uniqueItems, and make the Set inside.'],
  ['ReadonlySet', 'Write an array with @uniqueItems, and make the Set inside.'],
  ['Map', 'Write Record<string, …>, and make the Map inside.'],
  ['ReadonlyMap', 'Write Record<string, …>, and make the Map inside.'],
  ['RegExp', 'Write string, and make the RegExp inside.'],
  ['Promise', 'Write the type that the promise gives.'],
  ['String', 'Write string.'],
  ['Number', 'Write number.'],
  ['Boolean', 'Write boolean.'],
])

/** Returns a refusal at a node. */
export function refuse(code: DiagnosticCode, node: ts.Node, found: string, remedy: string): Refusal {
  return { kind: 'refused', code, found, remedy, span: toSpan(node) }
}

/** Returns the refusal of a type with any contents; null for one that may be a parameter. */
export function refuseType(reader: TypeReader, type: ts.Type, place: TypePlace): Refusal | null {
  const { TypeFlags } = ts
  const { flags } = type
  const text = textOf(place)
  const say = (code: DiagnosticCode, found: string, remedy = `Write ${allowed}.`): Refusal =>
    refuseAt(place, code, { found, remedy })
  if (flags & TypeFlags.Any) return refuseAny(reader, place)
  if (flags & TypeFlags.Unknown)
    return say('type.any', `${text} says nothing about the values.`, `Say what it takes: ${allowed}.`)
  if (flags & TypeFlags.Void) {
    const remedy = `Remove the parameter, or give it a type: ${allowed}.`
    return say('type.never', `${text} allows no value.`, remedy)
  }
  if (flags & TypeFlags.BigIntLike)
    return say('type.bigint', 'JSON has no bigint.', 'Write Integer: whole numbers up to 2^53.')
  if (flags & TypeFlags.ESSymbolLike) return say('type.symbol', 'A symbol cannot be sent.')
  if (flags & TypeFlags.NonPrimitive) return refuseAnyObject(place)
  if (flags & TypeFlags.Enum && !type.isUnion()) {
    const remedy = 'Give every member a literal value, or write a union of literals.'
    return say('type.enum', `${text} has members that are not constants.`, remedy)
  }
  if (flags & TypeFlags.NumberLiteral) return say('type.literal', `${text} is no value that JSON can hold.`)
  if (flags & TypeFlags.TypeParameter) {
    const found = `${text} is a type parameter without a value.`
    return say('type.parameter', found, `Write a fixed type: ${allowed}.`)
  }
  if (flags & TypeFlags.Instantiable)
    return say('type.unsupported', `${text} is not understood.`, `Write the type itself: ${allowed}.`)
  const isObject = flags & TypeFlags.Object || toSdkName(reader.compiler, type.aliasSymbol)
  return isObject ? refuseObject(reader, type, place) : null
}

/** Returns a compiler error inside a place that was not reported yet, and marks it as reported. */
export function takeError({ errors }: TypeReader, { node }: TypePlace): Refusal | null {
  const { file, line, column, endLine, endColumn } = toSpan(node)
  const at = errors.findIndex(
    ({ span }) =>
      span.file === file &&
      (span.line > line || (span.line === line && span.column >= column)) &&
      (span.endLine < endLine || (span.endLine === endLine && span.endColumn <= endColumn)),
  )
  return at < 0 ? null : (errors.splice(at, 1)[0] ?? null)
}

/** Types that the compiler could not resolve are any, and so are types that an author left open. */
function refuseAny(reader: TypeReader, place: TypePlace): Refusal {
  const error = takeError(reader, place) ?? findAnyError(reader, place)
  if (error) return error
  const name = findUnresolved(reader.compiler, place.written?.node ?? place.node)
  if (name && isAuthors(reader.compiler, name)) return explainUnresolved(reader.compiler, name)
  const missing = name ? `; \`${toExcerpt(name)}\` cannot be resolved` : ''
  const found = `${textOf(place)} says nothing about the values${missing}.`
  return refuseAt(place, 'type.any', { found, remedy: `Say what it takes: ${allowed}.` })
}

/** Searches inside the place first: a wrong alias lies somewhere else. */
function findAnyError(reader: TypeReader, place: TypePlace): Refusal | undefined {
  const known = reader.errors.shift()
  if (known) return known
  const errors = [...reader.findMore()]
  return takeError({ ...reader, errors }, place) ?? errors[0]
}

function refuseObject(reader: TypeReader, type: ts.Type, place: TypePlace): Refusal | null {
  const { compiler } = reader
  const { checker } = compiler
  const { symbol, aliasSymbol } = type
  const text = textOf(place)
  const say = (code: DiagnosticCode, found: string, remedy = `Write ${allowed}.`): Refusal =>
    refuseAt(place, code, { found, remedy })
  const sdkName = toSdkName(compiler, aliasSymbol ?? symbol)
  if (sdkName && !['Range', 'Integer', 'Time'].includes(sdkName)) {
    return say('type.result', `${text} is what functions return.`, `A parameter is ${allowed}.`)
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) return null
  const [signature] = [...type.getCallSignatures(), ...type.getConstructSignatures()]
  if (signature) {
    const declared = signature.getDeclaration()
    const isMember = ts.isCallSignatureDeclaration(declared) || ts.isConstructSignatureDeclaration(declared)
    const at = isMember && isAuthors(compiler, declared) ? { ...place, node: declared } : place
    const found = isMember ? `${textOf(at)} makes it a function.` : `${text} is a function.`
    return refuseAt(at, 'type.function', { found, remedy: `A client cannot send one: write ${allowed}.` })
  }
  const isNamed = symbol && symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)
  if (!isNamed) return null
  if (isStandard(compiler, symbol)) return refuseStandard(symbol.name, place)
  if (sdkNames.some((name) => name === symbol.name)) {
    const remedy = `Remove it and write: import type { ${symbol.name} } from 'specimen-host/plugin'.`
    return say(
      'type.lookalike',
      `${text} is a type of your own, not the one of specimen-host/plugin.`,
      remedy,
    )
  }
  return symbol.flags & ts.SymbolFlags.Class
    ? say('type.class', `${text} is a class; its instances cannot be sent.`)
    : refuseHeir(reader, symbol, place)
}

function refuseStandard(name: string, place: TypePlace): Refusal {
  const text = textOf(place)
  if (name === 'Object') return refuseAnyObject(place)
  if (name === 'Function' || name === 'CallableFunction') {
    const found = 'A function cannot be sent.'
    return refuseAt(place, 'type.function', { found, remedy: `Write ${allowed}.` })
  }
  const isTyped = /^(Big)?(Int|Uint|Float)\d+(Clamped)?Array$|^(Shared)?ArrayBuffer$|^DataView$/.test(name)
  const own = isTyped ? 'Write number[], and make the typed array inside.' : instead.get(name)
  const found = `${text} cannot be sent as JSON.`
  return refuseAt(place, 'type.class', { found, remedy: own ?? `Write ${allowed}.` })
}

function refuseHeir(reader: TypeReader, symbol: ts.Symbol, place: TypePlace): Refusal | null {
  const { compiler } = reader
  const { checker } = compiler
  const interfaces = symbol.declarations?.filter(ts.isInterfaceDeclaration) ?? []
  const clauses = interfaces.flatMap(({ heritageClauses }) => heritageClauses ?? [])
  const bases = clauses.flatMap(({ types }) => types)
  for (const base of bases) {
    const { symbol: parent } = checker.getTypeAtLocation(base)
    const { Class, Interface } = ts.SymbolFlags
    const isStandardType = isStandard(compiler, parent) && parent.flags & Interface
    if (!parent || !(parent.flags & Class || isStandardType)) continue
    const at = isAuthors(compiler, base) ? { ...place, node: base } : place
    const found = `${textOf(at)} is a class; its instances cannot be sent.`
    const remedy = isAuthors(compiler, base) ? 'Extend an interface of plain data.' : adviseList(reader)
    return refuseAt(at, 'type.class', { found, remedy })
  }
  return null
}

/** Packages have list types of their own beside tuples, as `[number, number, number] | Indexed`. */
function adviseList({ compiler: { checker }, stack }: TypeReader): string {
  const { type } = stack.at(-1) ?? {}
  const tuple = type?.isUnion() ? type.types.find((member) => checker.isTupleType(member)) : undefined
  const names = ['x', 'y', 'z', 'w']
  const items = tuple ? checker.getTypeArguments(tuple as ts.TupleTypeReference) : [] // a tuple, as tested
  if (items.length === 0 || items.length > names.length)
    return 'Write the type of its parts: number[] for a list.'
  const places = items.map((item, i) => `${names[i]}: ${checker.typeToString(item)}`)
  return `Write the list: [${places.join(', ')}].`
}

function refuseAnyObject(place: TypePlace): Refusal {
  const remedy = 'List its members: { width: number; height: number }.'
  return refuseAt(place, 'type.object', { found: `${textOf(place)} is any object.`, remedy })
}

/** Returns the properties with remedies: an author can leave out what a package declares. */
export function adviseOmission(
  { compiler }: TypeReader,
  type: ts.Type,
  properties: readonly PropertyType[],
  { node }: TypePlace,
): readonly PropertyType[] {
  const { checker } = compiler
  const left = properties.filter((property) => {
    const declared = checker.getPropertyOfType(type, property.name)?.declarations ?? []
    return holdsForeign(property.type) && !declared.some((each) => isAuthors(compiler, each))
  })
  const isNamedHere =
    ts.isTypeNode(node) && checker.getNonNullableType(checker.getTypeAtLocation(node)) === type
  if (left.length === 0 || !isNamedHere) return properties
  const names = left.map(({ name }) => `'${name}'`).join(' | ')
  const remedy = `Leave out what no client can send: Omit<${node.getText().replace(/\s+/g, ' ')}, ${names}>.`
  return advise({ kind: 'object', properties, index: [], span: toSpan(node) }, remedy).properties
}

function holdsForeign(type: ParameterType): boolean {
  if (type.kind === 'refused') return type.origin !== undefined
  return listParts(type).some((part) => holdsForeign(part.type))
}

function advise<T extends ParameterType>(type: T, remedy: string): T {
  const inside = <P extends { readonly type: ParameterType }>(part: P): P => ({
    ...part,
    type: advise(part.type, remedy),
  })
  if (type.kind === 'refused' && type.origin) return { ...type, remedy }
  if (type.kind === 'union') return { ...type, members: type.members.map((each) => advise(each, remedy)) }
  if (type.kind === 'array') return { ...type, items: advise(type.items, remedy) }
  if (type.kind !== 'object') return type
  return { ...type, properties: type.properties.map(inside), index: type.index.map(inside) }
}
