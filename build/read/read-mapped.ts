/** Reads mapped types: `{ [K in Keys]: … }`, with `as`, `?`, `-?` and `readonly`. */

import type { PropertyType } from '../model/signature.ts'
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Member } from './member.ts'
import { createObject, toIndex } from './read-object.ts'
import { refuse } from './refuse-type.ts'
import { resolveMembers } from './resolve-members.ts'
import { toType } from './type-members.ts'
import { bind, type Reader, type Scope, toInner } from './type-scope.ts'

/** Returns the object of a mapped type, once for each member of the union it is mapped over. */
export function readMapped(reader: Reader, node: ts.MappedTypeNode, scope: Scope): readonly Member[] {
  const { ts } = reader.compiler
  const { constraint } = node.typeParameter
  if (!constraint || !node.type)
    return [refuse('type.unsupported', node, 'A mapped type without a type.', 'Write the type.')]
  const mapped =
    ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
      ? constraint.type
      : null
  const sources = mapped ? resolveMembers(reader, reader.evaluate(mapped, scope)) : []
  const parameter =
    mapped && ts.isTypeReferenceNode(mapped)
      ? reader.compiler.checker.getSymbolAtLocation(mapped.typeName)
      : undefined
  if (parameter && scope.args.has(parameter)) {
    return sources.map((source) => mapSource(reader, node, source, bind(scope, parameter, [source])))
  }
  if (sources.some(({ kind }) => kind !== 'object')) {
    return [
      refuse(
        'type.unsupported',
        node,
        `\`${toExcerpt(node)}\` maps over an array.`,
        'Write the array itself.',
      ),
    ]
  }
  const keys = reader.evaluate(constraint, scope)
  return [mapKeys(reader, node, { keys, copied: toSource(reader, node, sources, scope) }, scope)]
}

/** Over a type parameter, arrays become arrays and what is no object stays as it is. */
function mapSource(reader: Reader, node: ts.MappedTypeNode, source: Member, scope: Scope): Member {
  const { checker, ts } = reader.compiler
  const span = toSpan(node)
  const parameter = checker.getSymbolAtLocation(node.typeParameter.name)
  const map = (key: Member): { type: PropertyType['type']; optional: boolean } => {
    const inner = toInner(bind(scope, parameter, [key]))
    return toType(node.type ? reader.evaluate(node.type, inner) : [], span, toExcerpt(node))
  }
  const place: Member = { kind: 'number', integer: false, span }
  if (source.kind === 'array') return { ...source, items: map(place).type }
  if (source.kind === 'tuple') {
    const adds = node.questionToken !== undefined && node.questionToken.kind !== ts.SyntaxKind.MinusToken
    const removes = node.questionToken?.kind === ts.SyntaxKind.MinusToken
    const elements = source.elements.map((element, value) => {
      const { type } = map({ kind: 'literal', value, span })
      return { ...element, type, optional: adds || (!removes && element.optional) }
    })
    return { ...source, elements }
  }
  const { constraint } = node.typeParameter
  if (source.kind !== 'object' || !constraint) return source
  return mapKeys(reader, node, { keys: reader.evaluate(constraint, scope), copied: source.properties }, scope)
}

/**
 * The object whose properties are copied: `keyof T`, or the `T[K]` of a key that is a parameter of its own.
 */
function toSource(
  reader: Reader,
  node: ts.MappedTypeNode,
  sources: readonly Member[],
  scope: Scope,
): readonly PropertyType[] {
  const { ts } = reader.compiler
  const access =
    node.type && ts.isIndexedAccessTypeNode(node.type) && sources.length === 0 ? node.type.objectType : null
  const owners = access ? resolveMembers(reader, reader.evaluate(access, scope)) : sources
  return owners.flatMap((owner) => (owner.kind === 'object' ? [...owner.properties] : []))
}

function mapKeys(
  reader: Reader,
  node: ts.MappedTypeNode,
  { keys, copied }: { readonly keys: readonly Member[]; readonly copied: readonly PropertyType[] },
  scope: Scope,
): Member {
  const { checker, ts } = reader.compiler
  const { nameType, type: body, questionToken } = node
  const parameter = checker.getSymbolAtLocation(node.typeParameter.name)
  const removes = questionToken?.kind === ts.SyntaxKind.MinusToken
  const properties: PropertyType[] = []
  let index: ReturnType<typeof toIndex> = []
  for (const key of keys) {
    if (key.kind === 'refused') return key
    const inner = bind(scope, parameter, [key])
    const { type, optional } = toType(
      body ? reader.evaluate(body, toInner(inner)) : [],
      toSpan(node),
      toExcerpt(node),
    )
    if (key.kind !== 'literal') {
      index = toIndex([key], type, node)
      if ('kind' in index) return index
      continue
    }
    const from = copied.find(({ name }) => name === String(key.value))
    const names = nameType ? reader.evaluate(nameType, inner) : [key]
    for (const name of names) {
      if (name.kind === 'refused') return name
      if (name.kind !== 'literal') {
        return refuse(
          'type.index',
          node,
          `\`${toExcerpt(node)}\` makes names that are no finite set.`,
          'Use Record<string, …>.',
        )
      }
      properties.push({
        name: String(name.value),
        type,
        optional: !removes && (questionToken !== undefined || optional || from?.optional === true),
        description: from?.description ?? '',
        tags: from?.type.kind === type.kind ? from.tags : [],
        span: key.span,
      })
    }
  }
  return createObject(properties, index, toSpan(node))
}
