/** Reads conditional types, over each member of a union where the tested type is a type parameter. */
import type { ts } from './compiler.ts'
import { toExcerpt } from './compiler.ts'
import type { Member } from './member.ts'
import { readCheckedNode } from './read-checked.ts'
import { infers, matchPattern } from './read-infer.ts'
import { refuse } from './refuse-type.ts'
import { resolveMembers } from './resolve-members.ts'
import { isAssignable } from './type-extends.ts'
import { bind, type Reader, type Scope } from './type-scope.ts'

/**
 * Returns the branch that a conditional type takes, or both branches' members where it depends on the member.
 */
export function readConditional(
  reader: Reader,
  node: ts.ConditionalTypeNode,
  scope: Scope,
): readonly Member[] {
  const { ts, checker } = reader.compiler
  const tested = ts.isTypeReferenceNode(node.checkType)
    ? checker.getSymbolAtLocation(node.checkType.typeName)
    : undefined
  const members = resolveMembers(reader, reader.evaluate(node.checkType, scope))
  if (!tested || !scope.args.has(tested)) return decide(reader, node, members, scope)
  return members
    .flatMap(openBoolean)
    .flatMap((member) => decide(reader, node, [member], bind(scope, tested, [member])))
}

function openBoolean(member: Member): Member[] {
  if (member.kind !== 'boolean') return [member]
  return [true, false].map((value): Member => ({ kind: 'literal', value, span: member.span }))
}

function decide(
  reader: Reader,
  node: ts.ConditionalTypeNode,
  members: readonly Member[],
  scope: Scope,
): readonly Member[] {
  if (infers(reader, node.extendsType)) {
    const found = matchPattern(reader, node.extendsType, members, scope)
    if (found !== undefined) return reader.evaluate(found ? node.trueType : node.falseType, found ?? scope)
    if (scope.args.size === 0) return readCheckedNode(reader, node, scope)
    return [
      refuse(
        'type.unsupported',
        node,
        `\`${toExcerpt(node.extendsType)}\` infers too much.`,
        'Write the type itself.',
      ),
    ]
  }
  const wanted = reader.evaluate(node.extendsType, scope)
  const unresolved = [...members, ...wanted].find(
    (member) => member.kind === 'refused' && member.code === 'typescript.unresolved',
  )
  if (unresolved) return [unresolved]
  const holds = members.every((member) => isAssignable(member, wanted, reader))
  return reader.evaluate(holds ? node.trueType : node.falseType, scope)
}
