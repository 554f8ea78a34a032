/**
 * Reads the type of a parameter from its syntax into the model. The syntax is followed rather than the checker's types,
 * because the checker orders the members of a union by first sight and forgets what an author wrote.
 */
import { type Compiler, isStandard, resolveSymbol, toSdkName, toSpan, type ts } from './compiler.ts'
import { foldConstant, toExcerpt } from './fold-constant.ts'
import { explainUnresolved } from './read-errors.ts'
import { combineNumbers, readRange } from './read-range.ts'
import { type NamedType, refuse, refuseReference, refuseSyntax } from './refuse-type.ts'
import type { ParameterType } from './signature.ts'
import type { Scope } from './type-scope.ts'

interface Leaf {
  readonly node: ts.TypeNode
  readonly scope: Scope
}

/** Returns the type of an annotation, and whether it contains `undefined`. */
export function readType(compiler: Compiler, annotation: ts.TypeNode): { type: ParameterType; optional: boolean } {
  const { ts } = compiler
  const leaves = listLeaves(compiler, { node: annotation, scope: { args: new Map(), aliases: [] } })
  const defined = leaves.filter(({ node }) => node.kind !== ts.SyntaxKind.UndefinedKeyword)
  const optional = defined.length < leaves.length
  const types = (defined.length === 0 ? leaves : defined).map((leaf) => readLeaf(compiler, leaf))
  const others = types.filter((type) => !(type.kind === 'refused' && type.code === 'type.null'))
  const [first] = others
  if (others.length === 1 && first?.kind === 'progress') return { type: first, optional: optional || types.length > 1 }
  return { type: joinTypes(types, annotation), optional }
}

function joinTypes(types: readonly ParameterType[], annotation: ts.TypeNode): ParameterType {
  const [first] = types
  if (first && types.length === 1) return first.kind === 'refused' ? first : { ...first, span: toSpan(annotation) }
  const refused = types.find((type) => type.kind === 'refused')
  if (refused) return refused
  const values = types.flatMap((type) => (type.kind === 'choice' ? type.values : []))
  if (!types.every(({ kind }) => kind === 'choice')) {
    const remedy = "Use one type a parameter: a union may only hold string literals, such as 'low' | 'high'."
    return refuse('type.union', annotation, `\`${toExcerpt(annotation)}\` is a union of different kinds of value.`, remedy)
  }
  return { kind: 'choice', values: [...new Set(values)], span: toSpan(annotation) }
}

/** Returns the members of a union in the order written, unions inside aliases and parentheses opened. */
function listLeaves(compiler: Compiler, leaf: Leaf): Leaf[] {
  const { ts } = compiler
  const { node, scope } = leaf
  if (ts.isParenthesizedTypeNode(node)) return listLeaves(compiler, { node: node.type, scope })
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((member) => listLeaves(compiler, { node: member, scope }))
  const target = followReference(compiler, leaf)
  return target ? listLeaves(compiler, target) : [leaf]
}

/** Returns a named type, `Integer` or `import('specimen-host/plugin').Integer`, with its name; null for another node. */
function toNamed({ ts }: Compiler, node: ts.TypeNode): { node: NamedType; name: ts.EntityName } | null {
  if (ts.isTypeReferenceNode(node)) return { node, name: node.typeName }
  return ts.isImportTypeNode(node) && !node.isTypeOf && node.qualifier ? { node, name: node.qualifier } : null
}

/** Returns the body of an own alias, or the argument that a type parameter stands for; null for everything else. */
function followReference(compiler: Compiler, { node, scope }: Leaf): Leaf | null {
  const { ts } = compiler
  const named = toNamed(compiler, node)
  const symbol = named && resolveSymbol(compiler, named.name)
  if (!symbol || toSdkName(compiler, symbol) || isStandard(compiler, symbol) || scope.aliases.includes(symbol)) return null
  const argument = scope.args.get(symbol)
  if (argument) return argument
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration)
  if (!declaration) return null
  const given = (declaration.typeParameters ?? []).flatMap((parameter, i) => {
    const owner = compiler.checker.getSymbolAtLocation(parameter.name)
    const value = named.node.typeArguments?.[i] ?? parameter.default
    return owner && value ? [[owner, { node: value, scope }] as const] : []
  })
  return { node: declaration.type, scope: { args: new Map(given), aliases: [...scope.aliases, symbol] } }
}

function readLeaf(compiler: Compiler, leaf: Leaf): ParameterType {
  const { ts } = compiler
  const { node } = leaf
  const span = toSpan(node)
  switch (node.kind) {
    case ts.SyntaxKind.NumberKeyword:
      return { kind: 'number', integer: false, span }
    case ts.SyntaxKind.StringKeyword:
      return { kind: 'string', span }
    case ts.SyntaxKind.BooleanKeyword:
      return { kind: 'boolean', span }
  }
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteralLike(node.literal)) {
    return { kind: 'choice', values: [node.literal.text], span }
  }
  if (ts.isIntersectionTypeNode(node)) return readIntersection(compiler, node, leaf.scope)
  if (ts.isIndexedAccessTypeNode(node)) return readElements(compiler, node)
  const named = toNamed(compiler, node)
  if (named) return readReference(compiler, named.node, named.name, leaf.scope)
  return refuseSyntax(compiler, node)
}

function readReference(compiler: Compiler, node: NamedType, name: ts.Node, scope: Scope): ParameterType {
  const symbol = resolveSymbol(compiler, name)
  if (!symbol) return explainUnresolved(compiler, name)
  const span = toSpan(node)
  switch (toSdkName(compiler, symbol)) {
    case 'Integer':
      return { kind: 'number', integer: true, span }
    case 'Range':
      return readRange(compiler, node, scope)
    case 'ProgressReporter':
      return { kind: 'progress', span }
  }
  return refuseReference(compiler, node, symbol)
}

function readIntersection(compiler: Compiler, node: ts.IntersectionTypeNode, scope: Scope): ParameterType {
  const types = node.types.map((member) => {
    const leaves = listLeaves(compiler, { node: member, scope })
    return joinTypes(
      leaves.map((leaf) => readLeaf(compiler, leaf)),
      member,
    )
  })
  return combineNumbers(types, node)
}

/** Reads `(typeof names)[number]`, the usual way to have choices both as a type and as a list. */
function readElements(compiler: Compiler, node: ts.IndexedAccessTypeNode): ParameterType {
  const { ts } = compiler
  const owner = ts.isParenthesizedTypeNode(node.objectType) ? node.objectType.type : node.objectType
  if (!ts.isTypeQueryNode(owner) || node.indexType.kind !== ts.SyntaxKind.NumberKeyword) return refuseSyntax(compiler, node)
  const type = compiler.checker.getTypeFromTypeNode(node)
  const members = type.isUnion() ? type.types : [type]
  const symbol = resolveSymbol(compiler, owner.exprName)
  const list = symbol?.valueDeclaration
  if (!symbol) return explainUnresolved(compiler, owner.exprName)
  if (!members.every((member) => member.isStringLiteral()) || !list || !ts.isVariableDeclaration(list) || !list.initializer) {
    return refuseSyntax(compiler, node)
  }
  const folded = foldConstant(compiler, list.initializer)
  const values = folded.kind === 'folded' && Array.isArray(folded.value) ? folded.value : []
  if (values.length === 0 || !values.every((value) => typeof value === 'string')) return refuseSyntax(compiler, node)
  return { kind: 'choice', values: [...new Set(values)], span: toSpan(node) }
}
