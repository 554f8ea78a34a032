/** Reads conditional types, over each member of a union where the tested type is a type parameter. */
import type { ts } from './compiler.ts'
import { toExcerpt } from './fold-constant.ts'
import { readCheckedNode } from './read-checked.ts'
import { refuse } from './refuse-type.ts'
import { isAssignable } from './type-extends.ts'
import { toMembers } from './type-members.ts'
import { bind, type Member, type Reader, type Scope } from './type-scope.ts'

/** Returns the branch that a conditional type takes, or both branches' members where it depends on the member. */
export function readConditional(reader: Reader, node: ts.ConditionalTypeNode, scope: Scope): readonly Member[] {
  const { ts, checker } = reader.compiler
  const tested = ts.isTypeReferenceNode(node.checkType) ? checker.getSymbolAtLocation(node.checkType.typeName) : undefined
  const members = reader.evaluate(node.checkType, scope)
  if (!tested || !scope.args.has(tested)) return decide(reader, node, members, scope)
  return members.flatMap(openBoolean).flatMap((member) => decide(reader, node, [member], bind(scope, tested, [member])))
}

function openBoolean(member: Member): Member[] {
  if (member.kind !== 'boolean') return [member]
  return [true, false].map((value): Member => ({ kind: 'literal', value, span: member.span }))
}

function decide(reader: Reader, node: ts.ConditionalTypeNode, members: readonly Member[], scope: Scope): readonly Member[] {
  const inferred = findInferred(reader, node.extendsType)
  if (inferred) {
    const found = members.length === 1 ? inferElement(reader, node.extendsType, members[0]) : null
    if (found) return reader.evaluate(node.trueType, bind(scope, found.symbol, found.members))
    if (members.length === 1 && inferred.simple) return reader.evaluate(node.falseType, scope)
    if (scope.args.size === 0) return readCheckedNode(reader, node, scope)
    return [refuse('type.unsupported', node, `\`${toExcerpt(node.extendsType)}\` infers too much.`, 'Write the type itself.')]
  }
  const wanted = reader.evaluate(node.extendsType, scope)
  const unresolved = [...members, ...wanted].find(
    (member) => member.kind === 'refused' && member.code === 'typescript.unresolved',
  )
  if (unresolved) return [unresolved]
  const holds = members.every((member) => isAssignable(member, wanted, reader))
  return reader.evaluate(holds ? node.trueType : node.falseType, scope)
}

/** Returns whether a pattern infers, and whether it is one of the forms that are read: `(infer E)[]`, `Array<infer E>`. */
function findInferred({ compiler }: Reader, node: ts.TypeNode): { simple: boolean } | null {
  const { ts } = compiler
  const visit = (child: ts.Node): boolean => ts.isInferTypeNode(child) || (ts.forEachChild(child, visit) ?? false)
  return visit(node) ? { simple: toElement(compiler.ts, node) !== null } : null
}

function toElement(typescript: typeof ts, node: ts.TypeNode): ts.InferTypeNode | null {
  if (typescript.isParenthesizedTypeNode(node)) return toElement(typescript, node.type)
  if (typescript.isTypeOperatorNode(node)) return toElement(typescript, node.type)
  const inner = typescript.isArrayTypeNode(node)
    ? node.elementType
    : typescript.isTypeReferenceNode(node) && /^(Readonly)?Array$/.test(node.typeName.getText())
      ? node.typeArguments?.[0]
      : undefined
  const open = inner && typescript.isParenthesizedTypeNode(inner) ? inner.type : inner
  return open && typescript.isInferTypeNode(open) ? open : null
}

function inferElement({ compiler }: Reader, pattern: ts.TypeNode, member: Member | undefined) {
  const infer = toElement(compiler.ts, pattern)
  const symbol = infer ? compiler.checker.getSymbolAtLocation(infer.typeParameter.name) : undefined
  if (!symbol || !member) return null
  if (member.kind === 'array') return { symbol, members: toMembers(member.items) }
  if (member.kind !== 'tuple') return null
  const rest = member.rest ? toMembers(member.rest) : []
  return { symbol, members: [...member.elements.flatMap(({ type }) => toMembers(type)), ...rest] }
}
