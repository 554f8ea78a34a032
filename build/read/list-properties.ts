/** Lists the properties of an object in the author's order. */
import { ts } from 'ts-morph'
import type { Scalar } from '../model/signature.ts'
import { resolveSymbol } from './compiler.ts'
import { openValue } from './open-written.ts'
import {
  type Args,
  bind,
  isNamed,
  type Listed,
  type NamedNode,
  type Syntax,
  toName,
  type Written,
} from './written.ts'

/** Returns the properties of an opened place; a name may come twice. */
export function listProperties(syntax: Syntax, { node, args }: Written): readonly Listed[] {
  const { compiler } = syntax
  const inside = (inner: ts.Node): readonly Listed[] => syntax.listProperties({ node: inner, args })
  if (ts.isIntersectionTypeNode(node)) return node.types.flatMap(inside)
  if (ts.isUnionTypeNode(node)) return joinMembers(node.types.flatMap(inside))
  if (ts.isConditionalTypeNode(node)) return joinMembers([node.trueType, node.falseType].flatMap(inside))
  if (ts.isTypeLiteralNode(node)) return node.members.flatMap((member) => toListed(syntax, member, args))
  if (ts.isMappedTypeNode(node)) return listMapped(syntax, node, args)
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap((property) =>
      ts.isSpreadAssignment(property) ? inside(property.expression) : toListed(syntax, property, args),
    )
  }
  if (ts.isTypeQueryNode(node)) return listEnum(syntax, resolveSymbol(compiler, node.exprName))
  return isNamed(node) ? listDeclared(syntax, node, args) : []
}

function joinMembers(listed: readonly Listed[]): readonly Listed[] {
  const joined = new Map<string, Written[]>()
  for (const { name, written } of listed) {
    joined.set(name, [...(joined.get(name) ?? []), ...(written ? [written] : [])])
  }
  return [...joined].map(([name, [first, ...others]]) => {
    return { name, written: first ? { ...first, others: [...(first.others ?? []), ...others] } : null }
  })
}

function listEnum(syntax: Syntax, symbol: ts.Symbol | undefined): readonly Listed[] {
  const owners = symbol?.declarations?.filter(ts.isEnumDeclaration) ?? []
  return owners.flatMap(({ members }) => members.flatMap((member) => toListed(syntax, member, new Map())))
}

function listDeclared(syntax: Syntax, node: NamedNode, args: Args): readonly Listed[] {
  const { compiler } = syntax
  const declarations = resolveSymbol(compiler, toName(node))?.declarations ?? []
  const owners = declarations.filter((owner) => ts.isInterfaceDeclaration(owner) || ts.isClassLike(owner))
  const generic = owners.find(({ typeParameters }) => typeParameters)
  const inner = bind(compiler, generic?.typeParameters, { node, args })
  const clauses = owners.flatMap(({ heritageClauses }) => [...(heritageClauses ?? [])])
  return [
    ...clauses.flatMap(({ types }) =>
      types.flatMap((base) => syntax.listProperties({ node: base, args: inner })),
    ),
    ...owners.flatMap(({ members }) => members.flatMap((member: ts.Node) => toListed(syntax, member, inner))),
  ]
}

function toListed(syntax: Syntax, member: ts.Node, args: Args): readonly Listed[] {
  const { checker } = syntax.compiler
  const isMember =
    ts.isEnumMember(member) ||
    ts.isTypeElement(member) ||
    ts.isClassElement(member) ||
    ts.isObjectLiteralElementLike(member)
  const name = isMember && member.name && checker.getSymbolAtLocation(member.name)?.name
  if (!name) return []
  if (ts.isShorthandPropertyAssignment(member)) {
    return [{ name, written: openValue(syntax, checker.getShorthandAssignmentValueSymbol(member)) }]
  }
  const isField = ts.isPropertyDeclaration(member)
  const type = ts.isPropertySignature(member) || isField ? member.type : undefined
  const value = ts.isPropertyAssignment(member) || isField ? member.initializer : undefined
  const node = type ?? value
  return [{ name, written: node ? { node, args } : null }]
}

function listMapped(
  syntax: Syntax,
  { typeParameter, nameType, type }: ts.MappedTypeNode,
  args: Args,
): readonly Listed[] {
  const symbol = syntax.compiler.checker.getSymbolAtLocation(typeParameter.name)
  const { constraint } = typeParameter
  if (!symbol || !constraint) return []
  return listKeys(syntax, constraint, args).flatMap((value) => {
    const inner: Args = new Map([...args, [symbol, value]])
    const names = nameType ? syntax.listChoices({ node: nameType, args: inner }) : [{ value }]
    const written = type ? { node: type, args: inner } : null
    return names.flatMap((name) => (name.value === undefined ? [] : [{ name: String(name.value), written }]))
  })
}

/** Keys constrained to keys of another type, as those of `Pick`, stand in the order of that type. */
function listKeys(syntax: Syntax, constraint: ts.TypeNode, args: Args): readonly Scalar[] {
  const { compiler } = syntax
  const keys = syntax.listChoices({ node: constraint, args }).flatMap(({ value }) => value ?? [])
  const symbol = isNamed(constraint) ? resolveSymbol(compiler, toName(constraint)) : null
  const declared = symbol?.declarations?.find(ts.isTypeParameterDeclaration)?.constraint
  if (!declared || !ts.isTypeOperatorNode(declared)) return keys
  const names = syntax.listProperties({ node: declared.type, args }).map(({ name }) => name)
  return [...keys].sort((a, b) => names.indexOf(String(a)) - names.indexOf(String(b)))
}
