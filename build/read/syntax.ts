/**
 * What syntax adds to the types of the checker: where something is written, and in which order its author
 * wrote choices and properties. Nothing here decides what a type means: the checker forgets orders, and
 * whoever reads this file wrongly gives another order or points at another place, never another schema.
 */

import type { Scalar } from '../model/signature.ts'
import { type Compiler, isStandard, resolveSymbol, toSdkName, type ts } from './compiler.ts'

/** What type parameters stand for: a written type, or the key of a mapped type. */
type Args = ReadonlyMap<ts.Symbol, Written | Scalar>

/** Where a type or value is written, and what the type parameters in there stand for. */
export interface Written {
  readonly node: ts.Node
  readonly args: Args
}

/** One member of a union, or one literal of what gives several, as `keyof` does. */
export interface Choice {
  /** Undefined where it is no literal. */
  readonly value: Scalar | undefined
  readonly written: Written
}

/** A property as an author wrote it; `written` is its type or value. */
export interface Listed {
  readonly name: string
  readonly written: Written | null
}

/** Answers about syntax. Each may know nothing: an empty list, null. */
export interface Syntax {
  /** Returns what a name, access or bracket leads to; the place itself where it leads nowhere. */
  open(written: Written): Written
  /** Returns the members of a union in the order written. */
  listChoices(written: Written): readonly Choice[]
  /** Returns the properties of an object in the order written, those of a base first. */
  listProperties(written: Written): readonly Listed[]
  /** Returns where an element of an array or tuple is written. */
  findElement(written: Written, index: number): Written | null
}

/** Places that are looked at for one parameter: then the author's order is given up, and the rest goes on. */
const budget = 20_000
const longestChain = 100
const mostTexts = 1000
const noArgs: Args = new Map()

/** Returns a place without type parameters around it. */
export function toWritten(node: ts.Node): Written {
  return { node, args: noArgs }
}

/** Returns the syntax of one parameter. */
export function createSyntax(compiler: Compiler): Syntax {
  const { ts, checker } = compiler
  const { SyntaxKind } = ts
  let left = budget

  function open(written: Written): Written {
    let at = written
    for (let i = 0; i < longestChain && left-- > 0; i++) {
      const next = openOnce(at)
      if (!next) return at
      at = next
    }
    return at
  }

  function openOnce({ node, args }: Written): Written | null {
    if (
      ts.isParenthesizedTypeNode(node) ||
      ts.isOptionalTypeNode(node) ||
      ts.isNamedTupleMember(node) ||
      (ts.isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword)
    ) {
      return { node: node.type, args }
    }
    if (ts.isTypeQueryNode(node)) return openValue(resolveSymbol(compiler, node.exprName))
    if (ts.isImportTypeNode(node) && node.isTypeOf) {
      return node.qualifier ? openValue(resolveSymbol(compiler, node.qualifier)) : null
    }
    if (isNamed(node)) return openName(node, args)
    if (ts.isIndexedAccessTypeNode(node)) return openAccess(node, args)
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) return { node: node.type, args }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
      return { node: node.expression, args }
    }
    const isName = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
    return isName ? openValue(resolveSymbol(compiler, node)) : null
  }

  function openName(node: NamedNode, args: Args): Written | null {
    const symbol = resolveSymbol(compiler, toName(node))
    const given = symbol && args.get(symbol)
    if (!symbol || (given !== undefined && !isWritten(given))) return null
    if (given) return given
    const alias = toSdkName(compiler, symbol)
      ? undefined
      : symbol.declarations?.find(ts.isTypeAliasDeclaration)
    if (!alias || alias.type.kind === SyntaxKind.IntrinsicKeyword) return null
    return { node: alias.type, args: bind(alias.typeParameters, node, args) }
  }

  function bind(
    parameters: readonly ts.TypeParameterDeclaration[] | undefined,
    { typeArguments }: NamedNode,
    args: Args,
  ): Args {
    const inner = new Map<ts.Symbol, Written | Scalar>()
    for (const [i, parameter] of (parameters ?? []).entries()) {
      const symbol = checker.getSymbolAtLocation(parameter.name)
      const given = typeArguments?.[i]
      if (symbol && given) inner.set(symbol, { node: given, args })
      else if (symbol && parameter.default) inner.set(symbol, { node: parameter.default, args: inner })
    }
    return inner
  }

  /** The annotation of a value, else its initializer. */
  function openValue(symbol: ts.Symbol | undefined): Written | null {
    const declared = symbol?.valueDeclaration
    if (!declared) return null
    if (ts.isShorthandPropertyAssignment(declared)) {
      return openValue(checker.getShorthandAssignmentValueSymbol(declared))
    }
    if (
      ts.isVariableDeclaration(declared) ||
      ts.isPropertyDeclaration(declared) ||
      ts.isParameter(declared)
    ) {
      const node = declared.type ?? declared.initializer
      return node ? toWritten(node) : null
    }
    return ts.isPropertyAssignment(declared) ? toWritten(declared.initializer) : null
  }

  /** `T['key']`, where there is one key. */
  function openAccess({ objectType, indexType }: ts.IndexedAccessTypeNode, args: Args): Written | null {
    const [key, ...others] = listChoices({ node: indexType, args })
    if (key?.value === undefined || others.length > 0) return null
    const owner = { node: objectType, args }
    const name = String(key.value)
    const property = listProperties(owner).find((listed) => listed.name === name)
    if (property) return property.written
    return /^\d+$/.test(name) ? findElement(owner, Number(name)) : null
  }

  function listChoices(written: Written): readonly Choice[] {
    const key = toKey(written)
    if (key !== undefined) return [{ value: key, written }]
    const at = open(written)
    const { node, args } = at
    if (left-- <= 0) return []
    const inside = (inner: ts.Node): readonly Choice[] => listChoices({ node: inner, args })
    const toChoice = (value: Scalar | undefined): Choice => ({ value, written: at })
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(inside)
    if (ts.isConditionalTypeNode(node)) return [node.trueType, node.falseType].flatMap(inside)
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(inside)
    if (ts.isLiteralTypeNode(node)) return inside(node.literal)
    if (node.kind === SyntaxKind.BooleanKeyword) return [true, false].map(toChoice)
    if (ts.isTypeOperatorNode(node) && node.operator === SyntaxKind.KeyOfKeyword) {
      return listProperties({ node: node.type, args }).flatMap(({ name }) => toKeys(name).map(toChoice))
    }
    if (ts.isTemplateLiteralTypeNode(node)) return (listTexts(node, args) ?? [undefined]).map(toChoice)
    if (ts.isIndexedAccessTypeNode(node)) return listAccess(node, args)
    if (isNamed(node)) return listNamed(node, args)?.map(toChoice) ?? [toChoice(undefined)]
    return [toChoice(toLiteral(node))]
  }

  /** A key of the mapped type around. */
  function toKey({ node, args }: Written): Scalar | undefined {
    const symbol = isNamed(node) ? resolveSymbol(compiler, toName(node)) : undefined
    const given = symbol && args.get(symbol)
    return given === undefined || isWritten(given) ? undefined : given
  }

  function toLiteral(node: ts.Node): Scalar | undefined {
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

  /** The values of an enum or of one of its members, and what `Uppercase` and its like make of choices. */
  function listNamed(node: NamedNode, args: Args): readonly (Scalar | undefined)[] | null {
    const symbol = resolveSymbol(compiler, toName(node))
    const members = symbol?.declarations?.flatMap((declared): readonly ts.EnumMember[] =>
      ts.isEnumDeclaration(declared) ? declared.members : ts.isEnumMember(declared) ? [declared] : [],
    )
    if (members?.length) return members.map((member) => checker.getConstantValue(member))
    const change = symbol && isStandard(compiler, symbol) ? caseChanges.get(symbol.name) : undefined
    const [text] = node.typeArguments ?? []
    if (!change || !text) return null
    return listChoices({ node: text, args }).map(({ value }) =>
      typeof value === 'string' ? change(value) : value,
    )
  }

  /** `T[number]`, `T[keyof T]`, and what is behind them. */
  function listAccess({ objectType, indexType }: ts.IndexedAccessTypeNode, args: Args): readonly Choice[] {
    const keys = listChoices({ node: indexType, args })
    return listChoices({ node: objectType, args }).flatMap(({ written: owner }) => {
      const elements = indexType.kind === SyntaxKind.NumberKeyword ? listElements(owner) : []
      const properties = keys.flatMap(
        ({ value }) => listProperties(owner).find(({ name }) => name === String(value)) ?? [],
      )
      return [...elements, ...properties.flatMap((property) => property.written ?? [])].flatMap(listChoices)
    })
  }

  function listElements({ node, args }: Written): readonly Written[] {
    if (ts.isArrayLiteralExpression(node) || ts.isTupleTypeNode(node)) {
      return node.elements.map((element) => ({ node: element, args }))
    }
    const element = findElement({ node, args }, 0)
    return element ? [element] : []
  }

  /** Null where a hole takes any text. */
  function listTexts(
    { head, templateSpans }: ts.TemplateLiteralTypeNode,
    args: Args,
  ): readonly string[] | null {
    let texts = [head.text]
    for (const { type, literal } of templateSpans) {
      const holes = listChoices({ node: type, args })
      if (holes.some(({ value }) => value === undefined) || texts.length * holes.length > mostTexts)
        return null
      texts = texts.flatMap((text) => holes.map(({ value }) => `${text}${value}${literal.text}`))
    }
    return texts
  }

  function listProperties(written: Written): readonly Listed[] {
    const at = open(written)
    if (left-- <= 0) return []
    const listed = new Map<string, Listed>() // what comes later changes what is written, not the place in the row
    for (const property of collectProperties(at)) listed.set(property.name, property)
    return [...listed.values()]
  }

  function collectProperties({ node, args }: Written): readonly Listed[] {
    const inside = (inner: ts.Node): readonly Listed[] => listProperties({ node: inner, args })
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(inside)
    if (ts.isConditionalTypeNode(node)) return [node.trueType, node.falseType].flatMap(inside)
    if (ts.isTypeLiteralNode(node)) return node.members.flatMap((member) => toListed(member, args))
    if (ts.isMappedTypeNode(node)) return listMapped(node, args)
    if (ts.isObjectLiteralExpression(node)) {
      return node.properties.flatMap((property) => {
        if (ts.isSpreadAssignment(property)) return inside(property.expression)
        return toListed(property, args)
      })
    }
    if (ts.isTypeQueryNode(node)) return listEnum(resolveSymbol(compiler, node.exprName))
    return isNamed(node) ? listDeclared(node, args) : []
  }

  function listEnum(symbol: ts.Symbol | undefined): readonly Listed[] {
    const owners = symbol?.declarations?.filter(ts.isEnumDeclaration) ?? []
    return owners.flatMap(({ members }) => members.flatMap((member) => toListed(member, noArgs)))
  }

  /** Interfaces with their bases, classes. */
  function listDeclared(node: NamedNode, args: Args): readonly Listed[] {
    const declarations = resolveSymbol(compiler, toName(node))?.declarations ?? []
    const owners = declarations.filter((owner) => ts.isInterfaceDeclaration(owner) || ts.isClassLike(owner))
    const generic = owners.find(({ typeParameters }) => typeParameters)
    const inner = bind(generic?.typeParameters, node, args)
    const bases = owners.flatMap(
      ({ heritageClauses }) => heritageClauses?.flatMap(({ types }) => [...types]) ?? [],
    )
    return [
      ...bases.flatMap((base) => listProperties({ node: base, args: inner })),
      ...owners.flatMap(({ members }) => members.flatMap((member: ts.Node) => toListed(member, inner))),
    ]
  }

  function toListed(member: ts.Node, args: Args): readonly Listed[] {
    const isMember =
      ts.isEnumMember(member) ||
      ts.isTypeElement(member) ||
      ts.isClassElement(member) ||
      ts.isObjectLiteralElementLike(member)
    const name = isMember && member.name && checker.getSymbolAtLocation(member.name)?.name
    if (!name) return []
    if (ts.isShorthandPropertyAssignment(member)) {
      return [{ name, written: openValue(checker.getShorthandAssignmentValueSymbol(member)) }]
    }
    const typed = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member) ? member.type : undefined
    const value =
      ts.isPropertyAssignment(member) || ts.isPropertyDeclaration(member) ? member.initializer : undefined
    const node = typed ?? value
    return [{ name, written: node ? { node, args } : null }]
  }

  function listMapped({ typeParameter, nameType, type }: ts.MappedTypeNode, args: Args): readonly Listed[] {
    const symbol = checker.getSymbolAtLocation(typeParameter.name)
    const { constraint } = typeParameter
    if (!symbol || !constraint) return []
    return listKeys(constraint, args).flatMap((value) => {
      const inner: Args = new Map([...args, [symbol, value]])
      const names = nameType ? listChoices({ node: nameType, args: inner }) : [{ value }]
      const written = type ? { node: type, args: inner } : null
      return names.flatMap((name) =>
        name.value === undefined ? [] : [{ name: String(name.value), written }],
      )
    })
  }

  /** Keys that must be keys of another type, as those of `Pick`, stand in the order of that type. */
  function listKeys(constraint: ts.TypeNode, args: Args): readonly Scalar[] {
    const keys = listChoices({ node: constraint, args }).flatMap(({ value }) => value ?? [])
    const symbol = isNamed(constraint) ? resolveSymbol(compiler, toName(constraint)) : undefined
    const declared = symbol?.declarations?.find(ts.isTypeParameterDeclaration)?.constraint
    if (!declared || !ts.isTypeOperatorNode(declared)) return keys
    const names = listProperties({ node: declared.type, args }).map(({ name }) => name)
    return [...keys].sort((a, b) => names.indexOf(String(a)) - names.indexOf(String(b)))
  }

  function findElement(written: Written, index: number): Written | null {
    const { node, args } = open(written)
    if (ts.isArrayTypeNode(node)) return { node: node.elementType, args }
    if (ts.isTupleTypeNode(node) || ts.isArrayLiteralExpression(node)) {
      const element = node.elements[index] ?? node.elements.at(-1)
      if (!element || ts.isSpreadElement(element)) return null
      const isRest = ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken)
      return isRest ? findElement({ node: element.type, args }, 0) : { node: element, args }
    }
    const isList = isNamed(node) && /^(Readonly)?Array$/.test(toName(node).getText())
    const [element] = (isList && node.typeArguments) || []
    return element ? { node: element, args } : null
  }

  return { open, listChoices, listProperties, findElement }

  function isNamed(node: ts.Node): node is NamedNode {
    return (
      ts.isTypeReferenceNode(node) ||
      ts.isExpressionWithTypeArguments(node) ||
      (ts.isImportTypeNode(node) && !node.isTypeOf && node.qualifier !== undefined)
    )
  }

  function toName(node: NamedNode): ts.Node {
    if (ts.isTypeReferenceNode(node)) return node.typeName
    return ts.isImportTypeNode(node) ? (node.qualifier ?? node) : node.expression
  }
}

type NamedNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode

const caseChanges: ReadonlyMap<string, (text: string) => string> = new Map([
  ['Uppercase', (text) => text.toUpperCase()],
  ['Lowercase', (text) => text.toLowerCase()],
  ['Capitalize', (text) => text.slice(0, 1).toUpperCase() + text.slice(1)],
  ['Uncapitalize', (text) => text.slice(0, 1).toLowerCase() + text.slice(1)],
])

function isWritten(given: Written | Scalar): given is Written {
  return typeof given === 'object' && given !== null
}

/** A numeric name may be a number among the keys. */
function toKeys(name: string): readonly Scalar[] {
  return String(Number(name)) === name ? [name, Number(name)] : [name]
}
