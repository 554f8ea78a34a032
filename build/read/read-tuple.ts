/** Reads arrays and tuples. */

import type { ArrayType, ParameterType, Refusal, TupleElement, TupleType } from '../model/signature.ts'
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import { refuse } from './refuse-type.ts'
import { toType } from './type-members.ts'
import { type Reader, type Scope, toInner } from './type-scope.ts'

/** Returns the array of an element's type. */
export function readArray(reader: Reader, element: ts.TypeNode, node: ts.Node, scope: Scope): ArrayType {
  return { kind: 'array', items: readItem(reader, element, scope), span: toSpan(node) }
}

/** Returns a tuple: names, optional elements and a rest at the end. */
export function readTuple(
  reader: Reader,
  node: ts.TupleTypeNode,
  scope: Scope,
): TupleType | ArrayType | Refusal {
  const { ts } = reader.compiler
  const elements: TupleElement[] = []
  let rest: ParameterType | null = null
  for (const element of node.elements) {
    const named = ts.isNamedTupleMember(element) ? element : null
    const spread = ts.isRestTypeNode(element) || named?.dotDotDotToken
    const optional = ts.isOptionalTypeNode(element) || named?.questionToken !== undefined
    const type =
      named?.type ?? (ts.isRestTypeNode(element) || ts.isOptionalTypeNode(element) ? element.type : element)
    const late = `\`${toExcerpt(element)}\` comes behind elements of any number.`
    if (rest)
      return refuse(
        'type.array',
        element,
        late,
        'Put the rest element last: [first: number, ...others: number[]].',
      )
    if (!spread) {
      const read = optional ? readOptional(reader, type, scope) : readItem(reader, type, scope)
      elements.push({ name: named?.name.text ?? null, type: read, optional })
      continue
    }
    const [inner, ...others] = reader.evaluate(type, toInner(scope))
    if (inner?.kind === 'refused') return inner
    if (others.length > 0 || (inner?.kind !== 'array' && inner?.kind !== 'tuple')) {
      return refuse(
        'type.array',
        element,
        `\`${toExcerpt(element)}\` spreads no array.`,
        'Spread an array or a tuple.',
      )
    }
    if (inner.kind === 'tuple') elements.push(...inner.elements)
    rest = inner.kind === 'tuple' ? inner.rest : inner.items
  }
  const [only] = elements
  if (!only && rest) return { kind: 'array', items: rest, span: toSpan(node) }
  const firstOptional = elements.findIndex(({ optional }) => optional)
  const late = firstOptional >= 0 && elements.slice(firstOptional).some(({ optional }) => !optional)
  if (late)
    return refuse(
      'type.array',
      node,
      'A required element follows an optional one.',
      'Put the optional elements last.',
    )
  return { kind: 'tuple', elements, rest, span: toSpan(node) }
}

function readItem(reader: Reader, node: ts.TypeNode, scope: Scope): ParameterType {
  const { type, optional } = toType(reader.evaluate(node, toInner(scope)), toSpan(node), toExcerpt(node))
  if (!optional || type.kind === 'refused') return type
  return refuse(
    'type.array',
    node,
    `\`${toExcerpt(node)}\` allows undefined, which JSON has not.`,
    'Write null instead.',
  )
}

function readOptional(reader: Reader, node: ts.TypeNode, scope: Scope): ParameterType {
  return toType(reader.evaluate(node, toInner(scope)), toSpan(node), toExcerpt(node)).type
}
