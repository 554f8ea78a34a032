/**
 * Reads a destructured parameter, `({ size = 3, closed = true }: Options)`: each member of its pattern is a
 * parameter of its own. Callers send the members' names; the model's `CallArgument` records that the function
 * gets them as one object.
 */

import { suggestName } from '../../core/contract/text/suggest.ts'
import { describeProperties } from '../model/describe-properties.ts'
import type { ParameterSignature, PropertyType, Refusal } from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan } from './compiler.ts'
import { foldConstant } from './fold-constant.ts'
import {
  type BindingElement,
  type Expression,
  Node,
  type ObjectBindingPattern,
  type ParameterDeclaration,
} from './port.ts'
import { type Comment, readComment } from './read-comment.ts'
import { type ExportedParameter, type ParameterValue, readValue, toRefused } from './read-parameter.ts'
import { readType, type Typed } from './read-type.ts'
import { refuse } from './refuse-type.ts'
import type { Definitions } from './type-scope.ts'

/** Returns the pattern of a parameter that is an object pattern, and not the rest of all arguments. */
export function findPattern(node: ParameterDeclaration): ObjectBindingPattern | null {
  const name = node.getNameNode()
  return Node.isObjectBindingPattern(name) && !node.isRestParameter() ? name : null
}

/** Returns the name under which a caller sends a member of a pattern; null where that is not written. */
export function toMemberName(element: BindingElement): string | null {
  const name = toKeyNode(element)
  if (Node.isIdentifier(name)) return name.getText()
  return Node.isStringLiteral(name) || Node.isNumericLiteral(name) ? String(name.getLiteralValue()) : null
}

function toKeyNode(element: BindingElement): Node {
  return element.getPropertyNameNode() ?? element.getNameNode()
}

/** Returns a parameter for each member of the pattern, or one refusal of the whole pattern. */
export function readDestructured(
  compiler: Compiler,
  { node, typed, pattern }: ExportedParameter & { readonly pattern: ObjectBindingPattern },
  comment: Comment,
  definitions: Definitions,
): ParameterSignature[] {
  const listed = typed && listProperties(compiler, pattern, typed, definitions)
  const refused =
    refuseWhole(compiler, pattern, node.getInitializer()) ?? (listed && 'kind' in listed ? listed : null)
  if (refused) return [toParameter(pattern, toExcerpt(pattern), toRefused(refused))]
  const properties = listed && !('kind' in listed) ? listed : null
  const byName = new Map(properties?.map((property) => [property.name, property]))
  const taken = pattern.getElements().map((element) => {
    const name = toMemberName(element)
    const property = name === null ? undefined : byName.get(name)
    const value =
      refuseElement(element, name) ??
      (properties && !property
        ? refuseUnlisted(typed, element, properties)
        : readValue(compiler, element, property ?? null, definitions))
    const parameter = toParameter(toKeyNode(element), name ?? toExcerpt(element), value)
    return describe(parameter, readComment(element.compilerNode), property, comment)
  })
  const isUnread = taken.some(({ type }) => type.kind === 'refused')
  return isUnread ? taken : [...taken, ...refuseLeftOut(pattern, typed, taken, properties ?? [])]
}

function toParameter(place: Node, name: string, read: ParameterValue): ParameterSignature {
  const { type, optional, value } = read
  return { name, type, optional, default: value, description: '', tags: [], span: toSpan(place) }
}

/** Texts nearer to the member win; tags of all places hold. */
function describe(
  parameter: ParameterSignature,
  own: Comment,
  property: PropertyType | undefined,
  comment: Comment,
): ParameterSignature {
  const fromFunction = comment.parameters.get(parameter.name)
  return {
    ...parameter,
    type: describeProperties(parameter.type, parameter.name, comment.parameters),
    description: own.description || property?.description || (fromFunction?.description ?? ''),
    tags: [...(fromFunction?.tags ?? []), ...(property?.tags ?? []), ...own.tags],
  }
}

function listProperties(
  compiler: Compiler,
  pattern: ObjectBindingPattern,
  typed: Typed,
  definitions: Definitions,
): readonly PropertyType[] | Refusal {
  const { type } = readType(compiler, typed, definitions)
  const named =
    type.kind === 'reference' ? definitions.list().find((known) => known.name === type.name)?.type : type
  if (named?.kind === 'object') return named.properties
  if (named?.kind === 'refused') return named
  const text = toExcerpt(typed.node)
  const wanted = pattern.getElements().flatMap((element) => toMemberName(element) ?? [])
  const listed = `{ ${wanted.map((name) => `${name}: number`).join('; ')} }`
  const isList = named?.kind === 'array' || named?.kind === 'tuple'
  const [what, remedy] = isList
    ? ['a list', `Take the list whole (values: ${text}), and its parts in the body.`]
    : named?.kind === 'union'
      ? [
          'one of several types',
          `Take the object whole (options: ${text}), or write one type with optional members.`,
        ]
      : ['no object', `Write a type that lists the members: ${listed}.`]
  return refuse('parameter.destructured', typed.node, `\`${text}\` is ${what}.`, remedy)
}

function refuseWhole(
  compiler: Compiler,
  pattern: ObjectBindingPattern,
  initializer: Expression | undefined,
): Refusal | null {
  if (pattern.getElements().length === 0) {
    const remedy = 'Remove it, or name the members: { size = 1 }: { size?: number }.'
    return refuse('parameter.destructured', pattern.compilerNode, 'The pattern takes no member.', remedy)
  }
  if (!initializer) return null
  const folded = foldConstant(compiler, initializer.compilerNode)
  if (folded.kind === 'folded' && JSON.stringify(folded.value) === '{}') return null
  const text = `\`${toExcerpt(initializer)}\``
  const found = `${text} stands for the whole object, and not for a member that is left out.`
  const remedy = `Give each member its default in the pattern: ${moveDefaults(pattern, initializer)}.`
  return refuse('parameter.destructured', initializer.compilerNode, found, remedy)
}

/** Turns `{ size, label }` with `{ size: 4 }` into `{ size = 4, label } = {}`. */
function moveDefaults(pattern: ObjectBindingPattern, whole: Expression): string {
  const properties = Node.isObjectLiteralExpression(whole) ? whole.getProperties() : []
  const values = properties.filter(Node.isPropertyAssignment)
  const moved = pattern.getElements().map((element) => {
    const name = toKeyNode(element).getText()
    const value = values.find((property) => property.getNameNode().getText() === name)?.getInitializer()
    const own = toExcerpt(element)
    return value && !element.hasInitializer() ? `${own} = ${toExcerpt(value)}` : own
  })
  return `{ ${moved.join(', ')} } = {}`
}

function refuseElement(element: BindingElement, name: string | null): ParameterValue | null {
  const refuseIt = (what: string, remedy: string): ParameterValue => {
    const found = `\`${toExcerpt(element)}\` ${what}.`
    return toRefused(refuse('parameter.destructured', element.compilerNode, found, remedy))
  }
  if (element.getDotDotDotToken())
    return refuseIt('takes members without naming them', 'Name each member that the function uses.')
  if (name === null && element.getPropertyNameNode())
    return refuseIt('takes a member by a computed name', 'Write the name itself.')
  if (Node.isIdentifier(element.getNameNode())) return null
  return refuseIt('is a pattern inside a pattern', 'Take the member whole, and its parts in the body.')
}

function refuseUnlisted(
  typed: Typed | null,
  element: BindingElement,
  properties: readonly PropertyType[],
): ParameterValue {
  const key = toKeyNode(element)
  const name = toExcerpt(key)
  const names = properties.map((property) => property.name)
  const meant = suggestName(name, names)
  const found = `${typed ? `\`${toExcerpt(typed.node)}\`` : 'The type'} lists no member ${name}.`
  const remedy = meant ? `Did you mean ${meant}?` : `List it: { ${name}: number }.`
  return toRefused(refuse('parameter.destructured', key.compilerNode, found, remedy))
}

/** Refuses a required member that the pattern leaves out: a schema without it would contradict the type. */
function refuseLeftOut(
  pattern: ObjectBindingPattern,
  typed: Typed | null,
  taken: readonly ParameterSignature[],
  properties: readonly PropertyType[],
): ParameterSignature[] {
  const names = new Set(taken.map((parameter) => parameter.name))
  return properties
    .filter((property) => !property.optional && !names.has(property.name))
    .map((property) => {
      const text = typed ? toExcerpt(typed.node) : 'the type'
      const found = `\`${text}\` requires ${property.name}, which the pattern does not take.`
      const picked = [...names].map((name) => `'${name}'`).join(' | ')
      const remedy = `Take it as well, mark it with a ? in the type, or write Pick<${text}, ${picked}>.`
      const refused = refuse('parameter.destructured', pattern.compilerNode, found, remedy)
      return toParameter(pattern, property.name, toRefused(refused))
    })
}
