/** Answers about the syntax of one parameter, in the author's order, within a bounded cost. */

import type { Scalar } from '../model/signature.ts'
import { type Compiler, isStandard, resolveSymbol } from './compiler.ts'
import { ts } from './port.ts'
import {
  type Args,
  bind,
  findElement,
  isNamed,
  isWritten,
  type Listed,
  type NamedNode,
  openOnce,
  openValue,
  type Syntax,
  toName,
  type Written,
  type WrittenChoice,
} from './written.ts'

/** Bounds the visited places of one parameter: beyond, the author's order is given up. */
const budget = 20_000
const longestChain = 100

/** Bounds types inside types, and conditional types that call themselves. */
const deepest = 50

/** Returns the syntax answers for one parameter. */
export function createSyntax(compiler: Compiler): Syntax {
  let left = budget
  let depth = 0
  function within<T>(answer: () => T, otherwise: T): T {
    if (left-- <= 0 || depth >= deepest) return otherwise
    depth++
    const found = answer()
    depth--
    return found
  }
  const syntax: Syntax = {
    compiler,
    open: (written) => within(() => openChain(syntax, written), written),
    listChoices: (written) =>
      within(() => [written, ...(written.others ?? [])].flatMap((at) => listChoices(syntax, at)), []),
    listProperties: (written) =>
      within(() => {
        const listed = new Map<string, Listed>() // later members overwrite, and take the place
        for (const property of listProperties(syntax, syntax.open(written))) {
          listed.set(property.name, property)
        }
        return [...listed.values()]
      }, []),
    findElement: (written, index) => within(() => findElement(syntax, syntax.open(written), index), null),
  }
  return syntax
}

function openChain(syntax: Syntax, written: Written): Written {
  let at = written
  for (let i = 0; i < longestChain; i++) {
    const next = openOnce(syntax, at)
    if (!next) return at
    at = next
  }
  return at
}

const mostTexts = 1000

const caseChanges: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Uppercase', (text) => text.toUpperCase()],
  ['Lowercase', (text) => text.toLowerCase()],
  ['Capitalize', (text) => text.slice(0, 1).toUpperCase() + text.slice(1)],
  ['Uncapitalize', (text) => text.slice(0, 1).toLowerCase() + text.slice(1)],
])

/** Returns the choices of a place as far as syntax shows; anything but a literal is one choice. */
function listChoices(syntax: Syntax, written: Written): readonly WrittenChoice[] {
  const at = syntax.open(written)
  const key = toKey(syntax, at)
  if (key !== undefined) return [{ value: key, written }]
  const { node, args } = at
  const inside = (inner: ts.Node): readonly WrittenChoice[] => syntax.listChoices({ node: inner, args })
  const toChoice = (value: Scalar | undefined): WrittenChoice => ({ value, written: at })
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(inside)
  if (ts.isIntersectionTypeNode(node)) return keepLiterals(node.types.flatMap(inside))
  if (ts.isConditionalTypeNode(node)) return [node.trueType, node.falseType].flatMap(inside)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(inside)
  if (ts.isLiteralTypeNode(node)) return inside(node.literal)
  if (node.kind === ts.SyntaxKind.NeverKeyword) return []
  if (node.kind === ts.SyntaxKind.BooleanKeyword) return [true, false].map(toChoice)
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
    return syntax.listProperties({ node: node.type, args }).flatMap(({ name }) => toKeys(name).map(toChoice))
  }
  if (ts.isTemplateLiteralTypeNode(node)) {
    return (listTexts(syntax, node, args) ?? [undefined]).map(toChoice)
  }
  if (ts.isIndexedAccessTypeNode(node)) return listAccess(syntax, node, args)
  const values = isNamed(node) ? listNamed(syntax, node, args) : null
  return (values ?? [toLiteral(node)]).map(toChoice)
}

/** Drops `string` from `string & K`. */
function keepLiterals(choices: readonly WrittenChoice[]): readonly WrittenChoice[] {
  const literals = choices.filter(({ value }) => value !== undefined)
  return literals.length > 0 ? literals : choices
}

function toKey({ compiler }: Syntax, { node, args }: Written): Scalar | undefined {
  const symbol = isNamed(node) ? resolveSymbol(compiler, toName(node)) : undefined
  const given = symbol && args.get(symbol)
  return given === undefined || isWritten(given) ? undefined : given
}

function toLiteral(node: ts.Node): Scalar | undefined {
  const { SyntaxKind } = ts
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) {
    const value = Number(node.operand.text)
    return node.operator === SyntaxKind.MinusToken ? -value : value
  }
  if (node.kind === SyntaxKind.TrueKeyword) return true
  if (node.kind === SyntaxKind.FalseKeyword) return false
  return node.kind === SyntaxKind.NullKeyword ? null : undefined
}

function listNamed(syntax: Syntax, node: NamedNode, args: Args): readonly (Scalar | undefined)[] | null {
  const { compiler } = syntax
  const { checker } = compiler
  const symbol = resolveSymbol(compiler, toName(node))
  const members = symbol?.declarations?.flatMap((declared): readonly ts.EnumMember[] =>
    ts.isEnumDeclaration(declared) ? declared.members : ts.isEnumMember(declared) ? [declared] : [],
  )
  if (members?.length) return members.map((member) => checker.getConstantValue(member))
  const change = symbol && isStandard(compiler, symbol) ? caseChanges.get(symbol.name) : undefined
  const [text] = node.typeArguments ?? []
  if (!change || !text) return null
  return syntax
    .listChoices({ node: text, args })
    .map(({ value }) => (typeof value === 'string' ? change(value) : value))
}

function listAccess(
  syntax: Syntax,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  args: Args,
): readonly WrittenChoice[] {
  const keys = syntax.listChoices({ node: indexType, args }).map(({ value }) => String(value))
  return syntax.listChoices({ node: objectType, args }).flatMap(({ written: owner }) => {
    const elements = indexType.kind === ts.SyntaxKind.NumberKeyword ? listElements(syntax, owner) : []
    const listed = syntax.listProperties(owner)
    const properties = keys.flatMap((key) => listed.find(({ name }) => name === key)?.written ?? [])
    return [...elements, ...properties].flatMap((inner) => syntax.listChoices(inner))
  })
}

function listElements(syntax: Syntax, { node, args }: Written): readonly Written[] {
  if (ts.isArrayLiteralExpression(node) || ts.isTupleTypeNode(node)) {
    return node.elements.map((element) => ({ node: element, args }))
  }
  const element = syntax.findElement({ node, args }, 0)
  return element ? [element] : []
}

function listTexts(
  syntax: Syntax,
  { head, templateSpans }: ts.TemplateLiteralTypeNode,
  args: Args,
): readonly string[] | null {
  let texts = [head.text]
  for (const { type, literal } of templateSpans) {
    const holes = syntax.listChoices({ node: type, args })
    const isOpen = holes.some(({ value }) => value === undefined)
    if (isOpen || texts.length * holes.length > mostTexts) return null
    texts = texts.flatMap((text) => holes.map(({ value }) => `${text}${value}${literal.text}`))
  }
  return texts
}

/** A numeric name may be a number among the keys. */
function toKeys(name: string): readonly Scalar[] {
  return String(Number(name)) === name ? [name, Number(name)] : [name]
}

/** Returns the properties of an opened place; a name may come twice. */
function listProperties(syntax: Syntax, { node, args }: Written): readonly Listed[] {
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
