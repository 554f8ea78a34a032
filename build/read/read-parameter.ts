/** Reads parameters that are names: the name, type, default, and texts of the comments. */

import { ts } from 'ts-morph'
import { describeProperties } from '../model/describe-properties.ts'
import type { ParameterDefault, ParameterSignature, ParameterType, Refusal } from '../model/signature.ts'
import { listParts } from '../model/type-parts.ts'
import { type Compiler, toExcerpt, toSpan } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import { foldConstant } from './fold-constant.ts'
import { type Comment, readComment } from './read-comment.ts'
import { readType, type Typed } from './read-type.ts'
import { refuse } from './refuse-type.ts'
import { toWritten } from './written.ts'

/** A parameter of an exported function. */
export interface ExportedParameter {
  /** The node with its name and default: in the function, else in the type of the constant. */
  readonly node: ts.ParameterDeclaration
  /** The same parameter in the types around the function, which may have a comment as well. */
  readonly others: readonly ts.ParameterDeclaration[]
  /** Null for a function without a type of its own. */
  readonly typed: Typed | null
}

/** Returns a parameter of the model; an unreadable part is a refusal inside. */
export function readParameter(
  compiler: Compiler,
  { node, others, typed }: ExportedParameter,
  comment: Comment,
  definitions: Definitions,
): ParameterSignature {
  const own = readComment(node)
  const declared = others.map((other) => readComment(other))
  const name = ts.isIdentifier(node.name) ? node.name.text : toExcerpt(node.name)
  const fromFunction = comment.parameters.get(name)
  const { type, optional, value } =
    refuseForm(compiler, node) ??
    readValue(compiler, node, typed && readType(compiler, typed, definitions), definitions)
  return {
    name,
    type: describeProperties(type, name, comment.parameters),
    optional: optional || node.questionToken !== undefined,
    default: value,
    description: [own, fromFunction, ...declared].find((each) => each?.description)?.description ?? '',
    tags: [fromFunction, ...declared, own].flatMap((each) => each?.tags ?? []),
    span: toSpan(node.name),
  }
}

/** A type, optional or not. */
export interface Declared {
  readonly type: ParameterType
  readonly optional: boolean
}

/** The type of a parameter and its default. */
export interface ParameterValue extends Declared {
  readonly value: ParameterDefault | null
}

function refuseForm(compiler: Compiler, node: ts.ParameterDeclaration): ParameterValue | null {
  if (node.dotDotDotToken) {
    const remedy = 'Write each parameter out, with a default where it may be left out.'
    return toRefused(
      refuse('parameter.rest', node, `\`${toExcerpt(node)}\` takes any number of values.`, remedy),
    )
  }
  if (!ts.isIdentifier(node.name)) {
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

/** Turns `[size = 3, label]` into `size: number = 3, label: string`, as far as TypeScript knows the types. */
function listMembers({ checker }: Compiler, pattern: ts.BindingPattern): string {
  const members = pattern.elements.flatMap((element) => {
    if (!ts.isBindingElement(element) || !ts.isIdentifier(element.name)) return []
    const name = element.name.text
    const type = checker.typeToString(checker.getTypeAtLocation(element.name))
    const text = type === 'any' ? name : `${name}: ${type}`
    return [element.initializer ? `${text} = ${toExcerpt(element.initializer)}` : text]
  })
  if (members.length === 0) return 'radius: number = 1, height: number = 2'
  return members.slice(0, 8).join(', ') + (members.length > 8 ? ', …' : '')
}

/** Returns the declared or inferred type of a parameter or member, and its initializer as the default. */
export function readValue(
  compiler: Compiler,
  node: ts.ParameterDeclaration | ts.BindingElement,
  annotated: Declared | null,
  definitions: Definitions,
): ParameterValue {
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
  node: ts.ParameterDeclaration | ts.BindingElement,
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

function inferType(
  compiler: Compiler,
  node: ts.ParameterDeclaration | ts.BindingElement,
  definitions: Definitions,
): ParameterType {
  const member = (ts.isBindingElement(node) && node.propertyName) || node.name
  const path = ts.isIdentifier(member) ? member.text : ''
  const written = node.initializer ? toWritten(node.initializer) : null
  const read = readType(compiler, { node: node.name, path, written }, definitions).type
  if (!isRefused(read)) return read
  const name = toExcerpt(ts.isParameter(node) ? node.name : (node.propertyName ?? node.name))
  const remedy = ts.isParameter(node)
    ? `Write one: ${name}: number.`
    : `Write one behind the pattern: { ${name}: number }, with a ? at each member that has a default.`
  return refuse('parameter.untyped', node.name, `\`${toExcerpt(node)}\` has no type.`, remedy)
}

function isRefused(type: ParameterType): boolean {
  return type.kind === 'refused' || listParts(type).some((part) => isRefused(part.type))
}

/** Returns a refusal as what a parameter takes. */
export function toRefused(type: Refusal): ParameterValue {
  return { type, optional: false, value: null }
}
