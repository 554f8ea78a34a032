/** Lists the members of a union in the author's order. */
import { ts } from 'ts-morph'
import type { Scalar } from '../model/signature.ts'
import { isStandard, resolveSymbol } from './compiler.ts'
import {
  type Args,
  isNamed,
  isWritten,
  type NamedNode,
  type Syntax,
  toName,
  type Written,
  type WrittenChoice,
} from './written.ts'

const mostTexts = 1000

const caseChanges: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Uppercase', (text) => text.toUpperCase()],
  ['Lowercase', (text) => text.toLowerCase()],
  ['Capitalize', (text) => text.slice(0, 1).toUpperCase() + text.slice(1)],
  ['Uncapitalize', (text) => text.slice(0, 1).toLowerCase() + text.slice(1)],
])

/** Returns the choices of a place as far as syntax shows; anything but a literal is one choice. */
export function listChoices(syntax: Syntax, written: Written): readonly WrittenChoice[] {
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
