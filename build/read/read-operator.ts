/** Reads `keyof T` and `T[K]`. */
import { resolveSymbol, toExcerpt, toSpan, type ts } from './compiler.ts'
import { toStructure } from './definitions.ts'
import type { Member } from './member.ts'
import { listKeys, readKey } from './object-operations.ts'
import { refuse } from './refuse-type.ts'
import { resolveMembers } from './resolve-members.ts'
import type { Reader, Scope } from './type-scope.ts'

/** Returns the names of an object's properties, in their order; of a union those that all have. */
export function readKeys(reader: Reader, node: ts.TypeOperatorNode, scope: Scope): readonly Member[] {
  const owners = resolveMembers(reader, reader.evaluate(node.type, scope))
  const [first, ...others] = owners.map((owner) => listKeys(owner, toSpan(node)))
  const common = others.map((keys) => new Set(keys.map(toStructure)))
  return (first ?? []).filter((key) => common.every((keys) => keys.has(toStructure(key))))
}

/** Returns what lies behind a key, or behind each of several: `(typeof names)[number]`, `Options['size']`. */
export function readIndexedAccess(
  reader: Reader,
  node: ts.IndexedAccessTypeNode,
  scope: Scope,
): readonly Member[] {
  const own = findOwnProperty(reader, node, scope)
  if (own) return reader.evaluate(own, scope)
  const owners = resolveMembers(reader, reader.evaluate(node.objectType, scope))
  const keys = reader.evaluate(node.indexType, scope)
  return owners.flatMap((owner) =>
    keys.flatMap((key) => {
      const remedy = 'Correct the key, or write the type itself.'
      return (
        readKey(owner, key) ?? [
          refuse('type.unsupported', node, `\`${toExcerpt(node)}\` names nothing that is there.`, remedy),
        ]
      )
    }),
  )
}

/** `Tree['value']` inside `Tree`, which is not known as a whole yet: the type node of the property itself. */
function findOwnProperty(
  { compiler }: Reader,
  node: ts.IndexedAccessTypeNode,
  scope: Scope,
): ts.TypeNode | null {
  const { ts } = compiler
  const { objectType, indexType } = node
  if (!ts.isTypeReferenceNode(objectType) || objectType.typeArguments) return null
  if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return null
  const symbol = resolveSymbol(compiler, objectType.typeName)
  if (!symbol || !scope.stack.some((frame) => frame.symbol === symbol)) return null
  const wanted = indexType.literal.text
  const members = (symbol.declarations ?? []).flatMap((declaration) => {
    if (ts.isInterfaceDeclaration(declaration)) return [...declaration.members]
    const isLiteral = ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)
    return isLiteral ? [...declaration.type.members] : []
  })
  const property = members
    .filter(ts.isPropertySignature)
    .find(({ name }) => !ts.isComputedPropertyName(name) && name.text === wanted)
  return property?.questionToken ? null : (property?.type ?? null)
}
