/** Reads mapped types: `{ [K in Keys]: … }`, with `as`, `?`, `-?` and `readonly`. */
import { toSpan, type ts } from './compiler.ts'
import { toExcerpt } from './fold-constant.ts'
import { createObject, toIndex } from './read-object.ts'
import { refuse } from './refuse-type.ts'
import { resolveObject } from './resolve-object.ts'
import type { PropertyType } from './signature.ts'
import { toType } from './type-members.ts'
import { bind, type Member, type Reader, type Scope, toInner } from './type-scope.ts'

/** Returns the object of a mapped type, once for each member of the union it is mapped over. */
export function readMapped(reader: Reader, node: ts.MappedTypeNode, scope: Scope): readonly Member[] {
  const { ts } = reader.compiler
  const { constraint } = node.typeParameter
  if (!constraint || !node.type) return [refuse('type.unsupported', node, 'A mapped type without a type.', 'Write the type.')]
  const isKeys = ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword
  const sources = isKeys ? reader.evaluate(constraint.type, scope).map((member) => resolveObject(reader, member)) : []
  const plain = sources.find(({ kind }) => kind !== 'object')
  if (plain) {
    if (plain.kind === 'refused' || isScalar(plain)) return sources
    return [refuse('type.unsupported', node, `\`${toExcerpt(node)}\` maps over an array.`, 'Write the array itself.')]
  }
  const keys = reader.evaluate(constraint, scope)
  const refused = keys.find(({ kind }) => kind === 'refused')
  if (refused) return [refused]
  return [mapKeys(reader, node, keys, toSource(reader, node, sources, scope), scope)]
}

/** The object whose properties are copied: `keyof T`, or the `T[K]` of a key that is a parameter of its own. */
function toSource(reader: Reader, node: ts.MappedTypeNode, sources: readonly Member[], scope: Scope): readonly PropertyType[] {
  const { ts } = reader.compiler
  const access = node.type && ts.isIndexedAccessTypeNode(node.type) && sources.length === 0 ? node.type.objectType : null
  const owners = access ? reader.evaluate(access, scope).map((member) => resolveObject(reader, member)) : sources
  return owners.flatMap((owner) => (owner.kind === 'object' ? [...owner.properties] : []))
}

function mapKeys(
  reader: Reader,
  node: ts.MappedTypeNode,
  keys: readonly Member[],
  source: readonly PropertyType[],
  scope: Scope,
): Member {
  const { checker, ts } = reader.compiler
  const { nameType, type: body, questionToken } = node
  const parameter = checker.getSymbolAtLocation(node.typeParameter.name)
  const removes = questionToken?.kind === ts.SyntaxKind.MinusToken
  const properties: PropertyType[] = []
  let index: ReturnType<typeof toIndex> = []
  for (const key of keys) {
    const inner = bind(scope, parameter, [key])
    const { type, optional } = toType(body ? reader.evaluate(body, toInner(inner)) : [], toSpan(node), toExcerpt(node))
    if (key.kind !== 'literal') {
      index = toIndex([key], type, node)
      if ('kind' in index) return index
      continue
    }
    const from = source.find(({ name }) => name === String(key.value))
    const names = nameType ? reader.evaluate(nameType, inner) : [key]
    for (const name of names) {
      if (name.kind === 'refused') return name
      if (name.kind !== 'literal') {
        return refuse('type.index', node, `\`${toExcerpt(node)}\` makes names that are no finite set.`, 'Use Record<string, …>.')
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

function isScalar({ kind }: Member): boolean {
  return ['number', 'string', 'boolean', 'literal', 'undefined'].includes(kind)
}
