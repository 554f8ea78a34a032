/** Reads named types: aliases, interfaces, enums, type parameters, and the circles among them. */

import type { ObjectType } from '../model/signature.ts'
import { isStandard, toExcerpt, toSdkName, toSpan, type ts } from './compiler.ts'
import { instanceLimit } from './definitions.ts'
import type { Member } from './member.ts'
import { mergeObjects } from './merge-objects.ts'
import { sdkNames } from './read-errors.ts'
import { readMembers, refuseEmpty } from './read-object.ts'
import { readUtility } from './read-utility.ts'
import { type NamedType, refuse, refuseReference } from './refuse-type.ts'
import { resolveMembers } from './resolve-members.ts'
import { toType } from './type-members.ts'
import { bind, type Reader, type Scope } from './type-scope.ts'

/** Returns what a name stands for that is none of the SDK's own parameter types. */
export function readDeclared(
  reader: Reader,
  node: NamedType,
  symbol: ts.Symbol,
  scope: Scope,
): readonly Member[] {
  const { ts } = reader.compiler
  const argument = scope.args.get(symbol)
  if (argument) return argument
  if (isStandard(reader.compiler, symbol)) {
    return readUtility(reader, node, symbol.name, scope) ?? [refuseReference(reader.compiler, node, symbol)]
  }
  if (symbol.flags & (ts.SymbolFlags.Enum | ts.SymbolFlags.EnumMember)) return readEnum(reader, node, symbol)
  const alias = symbol.declarations?.find(ts.isTypeAliasDeclaration)
  const interfaces = symbol.declarations?.filter(ts.isInterfaceDeclaration) ?? []
  const isLike = interfaces.length > 0 && sdkNames.some((name) => name === symbol.name)
  const isData = !isLike && !(symbol.flags & ts.SymbolFlags.Class) && !toSdkName(reader.compiler, symbol)
  if ((!alias && interfaces.length === 0) || !isData) return [refuseReference(reader.compiler, node, symbol)]
  const parameters =
    alias?.typeParameters ?? interfaces.find(({ typeParameters }) => typeParameters)?.typeParameters ?? []
  const readBody = (inner: Scope): readonly Member[] =>
    alias ? reader.evaluate(alias.type, inner) : [readInterface(reader, interfaces, node, inner)]
  return readInstance(reader, node, { symbol, parameters, readBody }, scope)
}

/** An alias or interface: its parameters, and how it is read once they have values. */
interface Declared {
  readonly symbol: ts.Symbol
  readonly parameters: readonly ts.TypeParameterDeclaration[]
  readonly readBody: (scope: Scope) => readonly Member[]
}

/** Reads the body of a named type with its arguments, once for each set of them. */
function readInstance(
  reader: Reader,
  node: NamedType,
  { symbol, parameters, readBody }: Declared,
  scope: Scope,
): readonly Member[] {
  const { checker } = reader.compiler
  const { definitions } = reader
  let inner: Scope = { args: new Map(), stack: scope.stack, depth: scope.depth }
  const args = parameters.map((parameter, i) => {
    const given = node.typeArguments?.[i]
    const value = given
      ? reader.evaluate(given, scope)
      : parameter.default
        ? reader.evaluate(parameter.default, inner)
        : null
    if (value) inner = bind(inner, checker.getSymbolAtLocation(parameter.name), value)
    return value ?? []
  })
  const key = definitions.toKey(symbol, args)
  const around = scope.stack.filter((frame) => frame.symbol === symbol)
  const isDirect = around[0]?.depth === scope.depth
  if (isDirect && around.length >= instanceLimit) return [refuseReference(reader.compiler, node, symbol)]
  if (key === null || around.length >= instanceLimit) {
    const remedy = `Use a type that ends; the limit is ${instanceLimit} instances inside each other.`
    return [
      definitions.stop(
        refuse('type.endless', node, `\`${toExcerpt(node)}\` contains ever new instances of itself.`, remedy),
      ),
    ]
  }
  const circle = around.find((frame) => frame.key === key)
  if (circle?.depth === scope.depth) return [refuseReference(reader.compiler, node, symbol)]
  const span = toSpan(node)
  if (circle) return [{ kind: 'reference', name: definitions.refer(key, symbol.name), span }]
  const known = definitions.findName(key)
  if (known !== null && definitions.find(known)) return [{ kind: 'reference', name: known, span }]
  const members = readBody({ ...inner, stack: [...scope.stack, { symbol, key, depth: scope.depth }] })
  const name = definitions.findName(key)
  if (name === null) return members
  const { type, optional } = toType(members, span, toExcerpt(node))
  definitions.define(name, type)
  return [{ kind: 'reference', name, span }, ...(optional ? [{ kind: 'undefined', span } as const] : [])]
}

/** Returns an interface with what it extends: members of the bases first, in the order of the bases. */
function readInterface(
  reader: Reader,
  declarations: readonly ts.InterfaceDeclaration[],
  node: NamedType,
  scope: Scope,
): Member {
  const own = readMembers(
    reader,
    declarations.flatMap(({ members }) => [...members]),
    toSpan(node),
    scope,
  )
  const heirs = declarations.flatMap(({ heritageClauses }) =>
    (heritageClauses ?? []).flatMap(({ types }) => [...types]),
  )
  if (own.kind === 'refused') return own
  if (heirs.length === 0 && own.properties.length === 0 && own.index.length === 0) return refuseEmpty(node)
  const bases: ObjectType[] = []
  for (const heir of heirs) {
    const [base, ...others] = resolveMembers(reader, reader.evaluate(heir, scope))
    if (base?.kind === 'refused') return base
    if (base?.kind !== 'object' || others.length > 0) {
      return refuse(
        'type.unsupported',
        heir,
        `\`${toExcerpt(heir)}\` is no plain object to extend.`,
        'Extend an interface.',
      )
    }
    bases.push(base)
  }
  return mergeObjects([...bases, own], toSpan(node), (_, derived) => derived)
}

function readEnum(reader: Reader, node: NamedType, symbol: ts.Symbol): readonly Member[] {
  const { ts, checker } = reader.compiler
  const members = (symbol.declarations ?? []).flatMap((declaration) => {
    if (ts.isEnumDeclaration(declaration)) return [...declaration.members]
    return ts.isEnumMember(declaration) ? [declaration] : []
  })
  const values = members.map((member) => checker.getConstantValue(member))
  const span = toSpan(node)
  return [...new Set(values)].map((value): Member => {
    if (value !== undefined && (typeof value === 'string' || Number.isFinite(value)))
      return { kind: 'literal', value, span }
    const remedy = 'Give every member a literal value, or write a union of literals.'
    return refuse('type.enum', node, `\`${toExcerpt(node)}\` has members that are not constants.`, remedy)
  })
}
