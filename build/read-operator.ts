/** Reads `keyof T` and `T[K]`. */
import { toSpan, type ts } from './compiler.ts'
import { toStructure } from './definitions.ts'
import { toExcerpt } from './fold-constant.ts'
import { listKeys, readKey } from './object-operations.ts'
import { refuse } from './refuse-type.ts'
import { resolveObject } from './resolve-object.ts'
import type { Member, Reader, Scope } from './type-scope.ts'

/** Returns the names of an object's properties, in their order; of a union those that all have. */
export function readKeys(reader: Reader, node: ts.TypeOperatorNode, scope: Scope): readonly Member[] {
  const owners = reader.evaluate(node.type, scope).map((member) => resolveObject(reader, member))
  const [first, ...others] = owners.map((owner) => listKeys(owner, toSpan(node)))
  const common = others.map((keys) => new Set(keys.map(toStructure)))
  return (first ?? []).filter((key) => common.every((keys) => keys.has(toStructure(key))))
}

/** Returns what lies behind a key, or behind each of several: `(typeof names)[number]`, `Options['size']`. */
export function readIndexedAccess(reader: Reader, node: ts.IndexedAccessTypeNode, scope: Scope): readonly Member[] {
  const owners = reader.evaluate(node.objectType, scope).map((member) => resolveObject(reader, member))
  const keys = reader.evaluate(node.indexType, scope)
  return owners.flatMap((owner) =>
    keys.flatMap((key) => {
      const remedy = 'Correct the key, or write the type itself.'
      return (
        readKey(owner, key) ?? [refuse('type.unsupported', node, `\`${toExcerpt(node)}\` names nothing that is there.`, remedy)]
      )
    }),
  )
}
