/** Reads one parameter: its name, type, default, and what its comments say. */

import { describeProperties } from '../model/describe-properties.ts'
import type { ParameterDefault, ParameterSignature, ParameterType, Refusal } from '../model/signature.ts'
import { listParts } from '../model/type-parts.ts'
import { type Compiler, toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import { foldConstant } from './fold-constant.ts'
import { type Comment, readComment } from './read-comment.ts'
import { readInferred, readType } from './read-type.ts'
import { refuse } from './refuse-type.ts'

/** Returns a parameter as the model has it; what cannot be read is a refusal inside. */
export function readParameter(
  compiler: Compiler,
  node: ts.ParameterDeclaration,
  comment: Comment,
  definitions: Definitions,
): ParameterSignature {
  const own = readComment(compiler, node)
  const name = node.name.getText()
  const fromFunction = comment.parameters.get(name)
  const { type, optional, value } = refuseForm(compiler, node) ?? readValue(compiler, node, definitions)
  return {
    name,
    type: describeProperties(type, name, comment.parameters),
    optional: optional || node.questionToken !== undefined,
    default: value,
    description: own.description || (fromFunction?.description ?? ''),
    tags: [...(fromFunction?.tags ?? []), ...own.tags],
    span: toSpan(node.name),
  }
}

interface Value {
  readonly type: ParameterType
  readonly optional: boolean
  readonly value: ParameterDefault | null
}

function refuseForm(compiler: Compiler, node: ts.ParameterDeclaration): Value | null {
  if (node.dotDotDotToken) {
    const remedy = 'Write each parameter out, with a default where it may be left out.'
    return toRefused(
      refuse('parameter.rest', node, `\`${toExcerpt(node)}\` takes any number of values.`, remedy),
    )
  }
  if (!compiler.ts.isIdentifier(node.name)) {
    const remedy = `Write one parameter for each member: ${listMembers(compiler, node.name)}.`
    return toRefused(
      refuse('parameter.destructured', node.name, `\`${toExcerpt(node.name)}\` is a pattern.`, remedy),
    )
  }
  if (node.name.text !== 'this') return null
  return toRefused(
    refuse('parameter.this', node.name, 'Functions are called without this.', 'Remove the parameter.'),
  )
}

/** `{ size = 3, label }` gives `size: number = 3, label: string`, as far as TypeScript knows the types. */
function listMembers({ ts, checker }: Compiler, pattern: ts.BindingPattern): string {
  const members = pattern.elements.flatMap((element) => {
    if (!ts.isBindingElement(element) || !ts.isIdentifier(element.name)) return []
    const name = (element.propertyName ?? element.name).getText()
    const type = checker.typeToString(checker.getTypeAtLocation(element.name))
    const text = type === 'any' ? name : `${name}: ${type}`
    return [element.initializer ? `${text} = ${toExcerpt(element.initializer)}` : text]
  })
  if (members.length === 0) return 'radius: number = 1, height: number = 2'
  return members.slice(0, 8).join(', ') + (members.length > 8 ? ', …' : '')
}

function readValue(compiler: Compiler, node: ts.ParameterDeclaration, definitions: Definitions): Value {
  const annotated = node.type && readType(compiler, node.type, definitions)
  // The host fills it in, whatever its default.
  if (annotated?.type.kind === 'progress') return { ...annotated, value: null }
  const folded = node.initializer && foldConstant(compiler, node.initializer)
  const written = readDefault(node, folded)
  const optional = annotated?.optional === true || (folded?.kind === 'folded' && folded.value === undefined)
  if (annotated) return { type: annotated.type, optional, value: written }
  const inferred = inferType(compiler, node, definitions)
  if (inferred.kind === 'refused' && written?.kind === 'refused') return toRefused(written)
  return { type: inferred, optional, value: written }
}

function readDefault(
  node: ts.ParameterDeclaration,
  folded: ReturnType<typeof foldConstant> | undefined,
): ParameterDefault | null {
  if (!node.initializer || !folded || folded.kind === 'refused')
    return folded?.kind === 'refused' ? folded : null
  if (folded.value === undefined) return null
  return {
    kind: 'value',
    value: folded.value,
    text: toExcerpt(node.initializer),
    span: toSpan(node.initializer),
  }
}

/** `radius = 1` needs no annotation: what TypeScript makes of an initializer is the type. */
function inferType(
  compiler: Compiler,
  node: ts.ParameterDeclaration,
  definitions: Definitions,
): ParameterType {
  const read = readInferred(compiler, node, definitions).type
  if (node.initializer && !isRefused(read)) return read
  return refuse(
    'parameter.untyped',
    node.name,
    `\`${toExcerpt(node)}\` has no type.`,
    `Write one: ${node.name.getText()}: number.`,
  )
}

function isRefused(type: ParameterType): boolean {
  return type.kind === 'refused' || listParts(type).some((part) => isRefused(part.type))
}

function toRefused(type: Refusal): Value {
  return { type, optional: false, value: null }
}
