/**
 * Reads types from their syntax into the model. The syntax is followed rather than the checker's types,
 * because the checker orders the members of a union by first sight and forgets what an author wrote; it is
 * asked only what names stand for, and for the types of values (`typeof`).
 */

import type { ParameterType } from '../model/signature.ts'
import { type Compiler, resolveSymbol, toExcerpt, toSdkName, toSpan, type ts } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import type { Member } from './member.ts'
import { readCheckedNode, readTypeOf } from './read-checked.ts'
import { readConditional } from './read-conditional.ts'
import { explainUnresolved } from './read-errors.ts'
import { readIntersection } from './read-intersection.ts'
import { readMapped } from './read-mapped.ts'
import { readTypeLiteral } from './read-object.ts'
import { readIndexedAccess, readKeys } from './read-operator.ts'
import { readRange } from './read-range.ts'
import { readDeclared } from './read-reference.ts'
import { readTemplate } from './read-template.ts'
import { readArray, readTuple } from './read-tuple.ts'
import { refuse, refuseSyntax } from './refuse-type.ts'
import { toType } from './type-members.ts'
import { outermost, type Reader, type Scope } from './type-scope.ts'

/** Returns the type of an annotation, and whether it contains `undefined`. */
export function readType(
  compiler: Compiler,
  annotation: ts.TypeNode,
  definitions: Definitions,
): { type: ParameterType; optional: boolean } {
  const reader = createReader(compiler, definitions)
  return toType(reader.evaluate(annotation, outermost), toSpan(annotation), toExcerpt(annotation))
}

/** Returns a reader for the type of one parameter, which notes types that contain themselves. */
export function createReader(compiler: Compiler, definitions: Definitions): Reader {
  definitions.restart()
  const reader: Reader = { compiler, definitions, evaluate: (node, scope) => evaluate(reader, node, scope) }
  return reader
}

function evaluate(reader: Reader, node: ts.TypeNode, scope: Scope): readonly Member[] {
  const { ts } = reader.compiler
  const { SyntaxKind } = ts
  const span = toSpan(node)
  if (reader.definitions.stopped) return [reader.definitions.stopped]
  if (!reader.definitions.step()) {
    const remedy = 'Write the type out, or use simpler ones.'
    return [
      reader.definitions.stop(
        refuse('type.explosion', node, `\`${toExcerpt(node)}\` takes too many steps to read.`, remedy),
      ),
    ]
  }
  switch (node.kind) {
    case SyntaxKind.NumberKeyword:
      return [{ kind: 'number', integer: false, span }]
    case SyntaxKind.StringKeyword:
      return [{ kind: 'string', span }]
    case SyntaxKind.BooleanKeyword:
      return [{ kind: 'boolean', span }]
    case SyntaxKind.UndefinedKeyword:
      return [{ kind: 'undefined', span }]
    case SyntaxKind.NeverKeyword:
      return []
  }
  if (ts.isParenthesizedTypeNode(node)) return reader.evaluate(node.type, scope)
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((member) => reader.evaluate(member, scope))
  if (ts.isLiteralTypeNode(node)) return [readLiteral(reader, node)]
  if (ts.isTypeReferenceNode(node)) return readNamed(reader, node, node.typeName, scope)
  if (ts.isImportTypeNode(node)) return readImport(reader, node, scope)
  if (ts.isExpressionWithTypeArguments(node)) return readNamed(reader, node, node.expression, scope)
  if (ts.isArrayTypeNode(node)) return [readArray(reader, node.elementType, node, scope)]
  if (ts.isTupleTypeNode(node)) return [readTuple(reader, node, scope)]
  if (ts.isTypeLiteralNode(node)) return [readTypeLiteral(reader, node, scope)]
  if (ts.isMappedTypeNode(node)) return readMapped(reader, node, scope)
  if (ts.isIntersectionTypeNode(node)) return readIntersection(reader, node, scope)
  if (ts.isIndexedAccessTypeNode(node)) return readIndexedAccess(reader, node, scope)
  if (ts.isConditionalTypeNode(node)) return readConditional(reader, node, scope)
  if (ts.isTemplateLiteralTypeNode(node)) return readTemplate(reader, node, scope)
  if (ts.isTypeQueryNode(node)) return readTypeOf(reader, node, scope)
  if (ts.isTypeOperatorNode(node)) {
    if (node.operator === SyntaxKind.KeyOfKeyword) return readKeys(reader, node, scope)
    if (node.operator === SyntaxKind.ReadonlyKeyword) return reader.evaluate(node.type, scope)
  }
  return [refuseSyntax(reader.compiler, node)]
}

function readLiteral({ compiler }: Reader, node: ts.LiteralTypeNode): Member {
  const { ts } = compiler
  const { SyntaxKind } = ts
  const { literal } = node
  const span = toSpan(node)
  if (ts.isStringLiteralLike(literal)) return { kind: 'literal', value: literal.text, span }
  if (ts.isNumericLiteral(literal)) return toNumber(Number(literal.text))
  if (ts.isPrefixUnaryExpression(literal) && ts.isNumericLiteral(literal.operand)) {
    return toNumber(
      literal.operator === SyntaxKind.MinusToken
        ? -Number(literal.operand.text)
        : Number(literal.operand.text),
    )
  }
  if (literal.kind === SyntaxKind.TrueKeyword) return { kind: 'literal', value: true, span }
  if (literal.kind === SyntaxKind.FalseKeyword) return { kind: 'literal', value: false, span }
  if (literal.kind === SyntaxKind.NullKeyword) return { kind: 'literal', value: null, span }
  return refuseSyntax(compiler, node)

  function toNumber(value: number): Member {
    if (!Number.isFinite(value)) return refuseSyntax(compiler, node)
    return { kind: 'literal', value: value + 0, span } // -0 is 0 in JSON
  }
}

function readImport(reader: Reader, node: ts.ImportTypeNode, scope: Scope): readonly Member[] {
  if (node.isTypeOf) return readCheckedNode(reader, node, scope)
  return node.qualifier
    ? readNamed(reader, node, node.qualifier, scope)
    : [refuseSyntax(reader.compiler, node)]
}

function readNamed(
  reader: Reader,
  node: ts.TypeReferenceNode | ts.ImportTypeNode | ts.ExpressionWithTypeArguments,
  name: ts.Node,
  scope: Scope,
): readonly Member[] {
  const symbol = resolveSymbol(reader.compiler, name)
  if (!symbol) return [explainUnresolved(reader.compiler, name)]
  const span = toSpan(node)
  switch (toSdkName(reader.compiler, symbol)) {
    case 'Integer':
      return [{ kind: 'number', integer: true, span }]
    case 'Range':
      return [readRange(reader, node, scope)]
    case 'ProgressReporter':
      if (scope.depth === 0) return [{ kind: 'progress', span }]
      return [
        refuse(
          'type.progress',
          node,
          'A progress reporter is filled in by the host.',
          'Give it a parameter of its own.',
        ),
      ]
  }
  return readDeclared(reader, node, symbol, scope)
}
