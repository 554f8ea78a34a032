/** Finds what `infer` stands for: a pattern's syntax laid over a type of the model. */
import type { ts } from './compiler.ts'
import type { Member } from './member.ts'
import { isAssignable } from './type-extends.ts'
import { toMembers } from './type-members.ts'
import { bind, type Reader, type Scope } from './type-scope.ts'

/** Returns whether a type pattern has an `infer` anywhere. */
export function infers({ compiler }: Reader, node: ts.TypeNode): boolean {
  const { ts } = compiler
  const visit = (child: ts.Node): boolean =>
    ts.isInferTypeNode(child) || (ts.forEachChild(child, visit) ?? false)
  return visit(node)
}

/**
 * Returns the scope in which the inferred names have their values, null where the type does not match, and
 * undefined for a pattern of a form that is not read.
 */
export function matchPattern(
  reader: Reader,
  pattern: ts.TypeNode,
  members: readonly Member[],
  scope: Scope,
): Scope | null | undefined {
  const { ts, checker } = reader.compiler
  if (ts.isParenthesizedTypeNode(pattern)) return matchPattern(reader, pattern.type, members, scope)
  if (ts.isTypeOperatorNode(pattern)) return matchPattern(reader, pattern.type, members, scope)
  if (ts.isInferTypeNode(pattern)) {
    const { name, constraint } = pattern.typeParameter
    const allowed = constraint && reader.evaluate(constraint, scope)
    if (allowed && !members.every((member) => isAssignable(member, allowed, reader))) return null
    return bind(scope, checker.getSymbolAtLocation(name), members)
  }
  if (!infers(reader, pattern)) {
    const wanted = reader.evaluate(pattern, scope)
    return members.every((member) => isAssignable(member, wanted, reader)) ? scope : null
  }
  const [member, ...others] = members
  if (!member || others.length > 0) return undefined
  const element = toElement(ts, pattern)
  if (element) {
    const elements = listElements(member)
    return elements && matchPattern(reader, element, elements, scope)
  }
  if (ts.isTupleTypeNode(pattern)) return matchTuple(reader, pattern, member, scope)
  if (ts.isTypeLiteralNode(pattern)) return matchObject(reader, pattern, member, scope)
  return undefined
}

function toElement(typescript: typeof ts, node: ts.TypeNode): ts.TypeNode | undefined {
  if (typescript.isArrayTypeNode(node)) return node.elementType
  const isArray = typescript.isTypeReferenceNode(node) && /^(Readonly)?Array$/.test(node.typeName.getText())
  return isArray ? node.typeArguments?.[0] : undefined
}

function listElements(member: Member): readonly Member[] | null {
  if (member.kind === 'array') return toMembers(member.items)
  if (member.kind !== 'tuple') return null
  return [
    ...member.elements.flatMap(({ type }) => toMembers(type)),
    ...(member.rest ? toMembers(member.rest) : []),
  ]
}

/** `[infer First, ...infer Others]` and tuples of a fixed length. */
function matchTuple(
  reader: Reader,
  pattern: ts.TupleTypeNode,
  member: Member,
  scope: Scope,
): Scope | null | undefined {
  const { ts } = reader.compiler
  if (member.kind !== 'tuple') return member.kind === 'array' ? undefined : null
  let found: Scope = scope
  for (const [i, element] of pattern.elements.entries()) {
    const isRest = ts.isRestTypeNode(element)
    const others: Member = { ...member, elements: member.elements.slice(i) }
    const own = member.elements[i]
    if (isRest && i < pattern.elements.length - 1) return undefined
    if (!isRest && (!own || own.optional)) return null
    const type = ts.isNamedTupleMember(element) || isRest ? element.type : element
    const next = matchPattern(reader, type, isRest || !own ? [others] : toMembers(own.type), found)
    if (!next) return next
    found = next
    if (isRest) return found
  }
  return member.elements.length === pattern.elements.length && !member.rest ? found : null
}

function matchObject(
  reader: Reader,
  pattern: ts.TypeLiteralNode,
  member: Member,
  scope: Scope,
): Scope | null | undefined {
  const { ts } = reader.compiler
  if (member.kind !== 'object') return null
  let found: Scope = scope
  for (const wanted of pattern.members) {
    if (!ts.isPropertySignature(wanted) || !wanted.type || ts.isComputedPropertyName(wanted.name))
      return undefined
    const { text } = wanted.name
    const own = member.properties.find(({ name }) => name === text)
    if (!own) return wanted.questionToken ? undefined : null
    const next = matchPattern(
      reader,
      wanted.type,
      toMembers(own.type, own.optional && !wanted.questionToken),
      found,
    )
    if (!next) return next
    found = next
  }
  return found
}
