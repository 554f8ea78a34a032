/**
 * Reads a destructured parameter, `({ size = 3, closed = true }: Options)`: each member of its pattern is a
 * parameter of its own. Callers send the members' names; the model's `CallArgument` records that the function
 * gets them as one object.
 */

import { ts } from 'ts-morph'
import { suggestName } from '../../core/domain/suggest.ts'
import { describeProperties } from '../model/describe-properties.ts'
import type { ParameterSignature, PropertyType, Refusal } from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import { foldConstant } from './fold-constant.ts'
import { type Comment, readComment } from './read-comment.ts'
import { type ExportedParameter, type ParameterValue, readValue, toRefused } from './read-parameter.ts'
import { readType, type Typed } from './read-type.ts'
import { refuse } from './refuse-type.ts'

/** A parameter that is an object pattern. */
export interface DestructuredNode extends ts.ParameterDeclaration {
  readonly name: ts.ObjectBindingPattern
}

/** Returns true for an object pattern that is not the rest of all arguments. */
export function isDestructured(node: ts.ParameterDeclaration): node is DestructuredNode {
  return ts.isObjectBindingPattern(node.name) && !node.dotDotDotToken
}

/** Returns the name under which a caller sends a member of a pattern; null where that is not written. */
export function toMemberName(element: ts.BindingElement): string | null {
  const name = element.propertyName ?? element.name
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : null
}

/** Returns a parameter for each member of the pattern, or one refusal of the whole pattern. */
export function readDestructured(
  compiler: Compiler,
  { node, typed }: Pick<ExportedParameter, 'typed'> & { readonly node: DestructuredNode },
  comment: Comment,
  definitions: Definitions,
): ParameterSignature[] {
  const listed = typed && listProperties(compiler, node, typed, definitions)
  const refused = refuseWhole(compiler, node) ?? (listed && 'kind' in listed ? listed : null)
  if (refused) return [toParameter(node.name, toExcerpt(node.name), toRefused(refused))]
  const properties = listed && !('kind' in listed) ? listed : null
  const taken = node.name.elements.map((element) => {
    const name = toMemberName(element)
    const property = properties?.find((candidate) => candidate.name === name)
    const value =
      refuseElement(element, name) ??
      (properties && !property
        ? refuseUnlisted(typed, element, properties)
        : readValue(compiler, element, property ?? null, definitions))
    return describe(toParameter(element.propertyName ?? element.name, name ?? toExcerpt(element), value), {
      own: readComment(element),
      property,
      comment,
    })
  })
  const isUnread = taken.some(({ type }) => type.kind === 'refused')
  return isUnread ? taken : [...taken, ...refuseLeftOut(node, typed, taken, properties ?? [])]
}

function toParameter(
  place: ts.Node,
  name: string,
  { type, optional, value }: ParameterValue,
): ParameterSignature {
  return { name, type, optional, default: value, description: '', tags: [], span: toSpan(place) }
}

/** Texts nearer to the member win; tags of all places hold. */
function describe(
  parameter: ParameterSignature,
  { own, property, comment }: { own: Comment; property: PropertyType | undefined; comment: Comment },
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
  { name }: DestructuredNode,
  typed: Typed,
  definitions: Definitions,
): readonly PropertyType[] | Refusal {
  const { type } = readType(compiler, typed, definitions)
  const named =
    type.kind === 'reference' ? definitions.list().find((known) => known.name === type.name)?.type : type
  if (named?.kind === 'object') return named.properties
  if (named?.kind === 'refused') return named
  const text = toExcerpt(typed.node)
  const remedy =
    named?.kind === 'union'
      ? `Take the object whole (options: ${text}), or write one type with optional members.`
      : `Write a type that lists the members: ${listWanted(name)}.`
  const what = named?.kind === 'union' ? 'is one of several types' : 'is no object'
  return refuse('parameter.destructured', typed.node, `\`${text}\` ${what}.`, remedy)
}

function listWanted({ elements }: ts.ObjectBindingPattern): string {
  const names = elements.flatMap((element) => toMemberName(element) ?? [])
  return `{ ${names.map((name) => `${name}: number`).join('; ')} }`
}

function refuseWhole(compiler: Compiler, node: DestructuredNode): Refusal | null {
  const { initializer, name } = node
  if (name.elements.length === 0) {
    const remedy = 'Remove it, or name the members: { size = 1 }: { size?: number }.'
    return refuse('parameter.destructured', name, 'The pattern takes no member.', remedy)
  }
  if (!initializer) return null
  const folded = foldConstant(compiler, initializer)
  if (folded.kind === 'folded' && JSON.stringify(folded.value) === '{}') return null
  return refuse(
    'parameter.destructured',
    initializer,
    `\`${toExcerpt(initializer)}\` stands for the whole object, and not for a member that is left out.`,
    `Give each member its default in the pattern: ${moveDefaults(name, initializer)}.`,
  )
}

/** Turns `{ size, label }` with `{ size: 4 }` into `{ size = 4, label } = {}`. */
function moveDefaults({ elements }: ts.ObjectBindingPattern, whole: ts.Expression): string {
  const values = ts.isObjectLiteralExpression(whole) ? whole.properties.filter(ts.isPropertyAssignment) : []
  const moved = elements.map((element) => {
    const name = (element.propertyName ?? element.name).getText()
    const value = values.find((property) => property.name.getText() === name)?.initializer
    return value && !element.initializer ? `${toExcerpt(element)} = ${toExcerpt(value)}` : toExcerpt(element)
  })
  return `{ ${moved.join(', ')} } = {}`
}

function refuseElement(element: ts.BindingElement, name: string | null): ParameterValue | null {
  const refuseIt = (found: string, remedy: string): ParameterValue =>
    toRefused(refuse('parameter.destructured', element, `\`${toExcerpt(element)}\` ${found}.`, remedy))
  if (element.dotDotDotToken)
    return refuseIt('takes members without naming them', 'Name each member that the function uses.')
  if (name === null && element.propertyName)
    return refuseIt('takes a member by a computed name', 'Write the name itself.')
  if (ts.isIdentifier(element.name)) return null
  return refuseIt('is a pattern inside a pattern', 'Take the member whole, and its parts in the body.')
}

function refuseUnlisted(
  typed: Typed | null,
  element: ts.BindingElement,
  properties: readonly PropertyType[],
): ParameterValue {
  const name = toExcerpt(element.propertyName ?? element.name)
  const meant = suggestName(
    name,
    properties.map((property) => property.name),
  )
  const found = `${typed ? `\`${toExcerpt(typed.node)}\`` : 'The type'} lists no member ${name}.`
  const remedy = meant ? `Did you mean ${meant}?` : `List it: { ${name}: number }.`
  return toRefused(refuse('parameter.destructured', element.propertyName ?? element.name, found, remedy))
}

/** Refuses a required member that the pattern leaves out: a schema without it would contradict the type. */
function refuseLeftOut(
  { name }: DestructuredNode,
  typed: Typed | null,
  taken: readonly ParameterSignature[],
  properties: readonly PropertyType[],
): ParameterSignature[] {
  const isTaken = (property: PropertyType): boolean => taken.some((other) => other.name === property.name)
  return properties
    .filter((property) => !property.optional && !isTaken(property))
    .map((property) => {
      const text = typed ? toExcerpt(typed.node) : 'the type'
      const found = `\`${text}\` requires ${property.name}, which the pattern does not take.`
      const names = taken.map((parameter) => `'${parameter.name}'`).join(' | ')
      const remedy = `Take it as well, mark it with a ? in the type, or write Pick<${text}, ${names}>.`
      return toParameter(
        name,
        property.name,
        toRefused(refuse('parameter.destructured', name, found, remedy)),
      )
    })
}
