/** Reads parameters that are names: the name, type, default, and texts of the comments. */

import type { Json } from '../../core/contract/values/json.ts'
import { describeProperties } from '../model/describe-properties.ts'
import {
  type DocTag,
  listParts,
  type ParameterDefault,
  type ParameterSignature,
  type ParameterType,
  type Refusal,
} from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan } from './compiler.ts'
import { foldConstant } from './fold-constant.ts'
import {
  type ArrayBindingPattern,
  type BindingElement,
  Node,
  type ObjectBindingPattern,
  type ParameterDeclaration,
  ts,
} from './port.ts'
import { type Comment, readComment } from './read-comment.ts'
import { readType, type Typed } from './read-type.ts'
import { refuse } from './refuse-type.ts'
import type { Definitions } from './type-scope.ts'
import { toWritten } from './written.ts'

/** A parameter of an exported function. */
export interface ExportedParameter {
  /** The node with its name and default: in the function, else in the type of the constant. */
  readonly node: ParameterDeclaration
  /** The same parameter in the types around the function, which may have a comment as well. */
  readonly others: readonly ParameterDeclaration[]
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
  const own = readComment(node.compilerNode)
  const declared = others.map(({ compilerNode }) => readComment(compilerNode))
  const name = Node.isIdentifier(node.getNameNode()) ? node.getName() : toExcerpt(node.getNameNode())
  const fromFunction = comment.parameters.get(name)
  const { type, optional, value } =
    refuseForm(node) ??
    readValue(compiler, node, typed && readType(compiler, typed, definitions), definitions)
  const tags = [fromFunction, ...declared, own].flatMap((each) => each?.tags ?? [])
  const isData = holdsData(type)
  const byTag = isData ? tags.find((tag) => tag.name === 'default') : undefined
  const given = isData && value ? adviseDataDefault(value) : value
  return {
    name,
    type: describeProperties(type, name, comment.parameters),
    optional: optional || node.hasQuestionToken(),
    default: byTag ? readDefaultTag(byTag, value) : given,
    description: [own, fromFunction, ...declared].find((each) => each?.description)?.description ?? '',
    tags: tags.filter((tag) => tag !== byTag),
    span: toSpan(node.getNameNode()),
  }
}

/** No initializer is a reference to data, so a tag has the default where data is in the type. */
function holdsData(type: ParameterType): boolean {
  return type.kind === 'data' || listParts(type).some((part) => holdsData(part.type))
}

/** The build cannot say in JSON what an author's own mesh is. */
function adviseDataDefault(value: ParameterDefault): ParameterDefault {
  if (value.kind !== 'refused') return value
  const remedy =
    'Refer to a specimen behind its @param, @default {"specimen": "head-scan"}, in place of the ' +
    'initializer; or write a ? behind the name, and make the data in the body where they are left out.'
  return { ...value, remedy }
}

function readDefaultTag({ text, span }: DocTag, initial: ParameterDefault | null): ParameterDefault {
  if (initial) {
    const found = 'Both @default and the signature give a default.'
    return { kind: 'refused', code: 'tag.misplaced', found, remedy: 'Remove one of the two.', span }
  }
  try {
    const value: Json = JSON.parse(text)
    return { kind: 'value', value, text, span, isTag: true }
  } catch {
    const found = `@default has ${text === '' ? 'no value' : `the value \`${text}\``}.`
    const remedy = 'Write a reference in JSON: @default {"specimen": "head-scan"}'
    return { kind: 'refused', code: 'tag.value', found, remedy, span }
  }
}

/** The type of a parameter, optional or not, and its default. */
export interface ParameterValue {
  readonly type: ParameterType
  readonly optional: boolean
  readonly value: ParameterDefault | null
}

function refuseForm(node: ParameterDeclaration): ParameterValue | null {
  const name = node.getNameNode()
  const say = (code: Refusal['code'], at: Node, found: string, remedy: string): ParameterValue =>
    toRefused(refuse(code, at.compilerNode, found, remedy))
  if (node.isRestParameter()) return refuseRest(node)
  if (!Node.isIdentifier(name)) {
    const members = listMembers(name)
    const remedy = members ? `Write one parameter for each member: ${members}.` : removal
    return say('parameter.destructured', name, `\`${toExcerpt(name)}\` is a pattern.`, remedy)
  }
  if (name.getText() !== 'this') return null
  return say('parameter.this', name, 'Functions are called without this.', 'Remove the parameter.')
}

const removal = 'Remove it: the function takes nothing from it.'

function refuseRest(node: ParameterDeclaration): ParameterValue {
  const name = node.getNameNode()
  const isEmpty = Node.isObjectBindingPattern(name) && name.getElements().length === 0
  const listed = isEmpty ? '' : Node.isArrayBindingPattern(name) ? listMembers(name) : listTuple(node)
  const remedy =
    listed === null
      ? 'Write each parameter out, with a default where it may be left out.'
      : listed === ''
        ? removal
        : `Write each parameter out: ${listed}.`
  const what = node.getType().isTuple() ? 'takes its values as a list' : 'takes any number of values'
  const found = `\`${toExcerpt(node)}\` ${what}.`
  return toRefused(refuse('parameter.rest', node.compilerNode, found, remedy))
}

/** Returns the elements of a tuple as parameters, named by place where they have no name; else null. */
function listTuple(node: ParameterDeclaration): string | null {
  const type = node.getType()
  const tuple = type.isTuple() ? type.getTargetType()?.compilerType : undefined
  if (!tuple) return null
  const { elementFlags, labeledElementDeclarations } = tuple as ts.TupleType // isTuple says so
  const parameters = type.getTypeArguments().map((element, place) => {
    const name = labeledElementDeclarations?.[place]?.name.getText() ?? `value${place + 1}`
    const text = element.getText(node)
    const flags = elementFlags[place] ?? ts.ElementFlags.Required
    if (flags & ts.ElementFlags.Rest) return `${name}: ${/[|&]/.test(text) ? `(${text})` : text}[] = []`
    return toTyped(name, flags & ts.ElementFlags.Optional ? `${text} | undefined` : text)
  })
  return joinShort(parameters)
}

/** Turns `[size = 3, [label]]` into `size: number = 3, label: string`, as far as the types are known. */
function listMembers(pattern: ObjectBindingPattern | ArrayBindingPattern): string {
  const members = listBound(pattern).map((element) => {
    const type = element.getType().getText(element)
    const initializer = element.getInitializer()
    const name = element.getName()
    const value = initializer ? toExcerpt(initializer) : element.getDotDotDotToken() ? '[]' : null
    if (value !== null) return `${name}${type === 'any' ? '' : `: ${type}`} = ${value}`
    return type === 'any' ? name : toTyped(name, type)
  })
  return joinShort(members)
}

function listBound(pattern: ObjectBindingPattern | ArrayBindingPattern): BindingElement[] {
  return pattern.getElements().flatMap((element) => {
    if (!Node.isBindingElement(element)) return []
    const name = element.getNameNode()
    return Node.isIdentifier(name) ? [element] : listBound(name)
  })
}

function toTyped(name: string, type: string): string {
  const present = type.replace(/(?: \| undefined)+$/, '')
  return present === type ? `${name}: ${type}` : `${name}?: ${present}`
}

function joinShort(parameters: readonly string[]): string {
  return parameters.slice(0, 8).join(', ') + (parameters.length > 8 ? ', …' : '')
}

/** Returns the declared or inferred type of a parameter or member, and its initializer as the default. */
export function readValue(
  compiler: Compiler,
  node: ParameterDeclaration | BindingElement,
  annotated: Omit<ParameterValue, 'value'> | null,
  definitions: Definitions,
): ParameterValue {
  // The host fills it in, whatever its default.
  if (annotated?.type.kind === 'progress') return { ...annotated, value: null }
  const initializer = node.getInitializer()
  const folded = initializer && foldConstant(compiler, initializer.compilerNode)
  const written = initializer && folded ? readDefault(initializer, folded) : null
  const optional = annotated?.optional === true || (folded?.kind === 'folded' && folded.value === undefined)
  if (annotated) return { type: annotated.type, optional, value: written }
  const inferred = inferType(compiler, node, definitions)
  if (inferred.kind === 'refused' && written?.kind === 'refused') return toRefused(written)
  return { type: inferred, optional, value: written }
}

function readDefault(initializer: Node, folded: ReturnType<typeof foldConstant>): ParameterDefault | null {
  if (folded.kind === 'refused') return folded
  if (folded.value === undefined) return null
  return { kind: 'value', value: folded.value, text: toExcerpt(initializer), span: toSpan(initializer) }
}

function inferType(
  compiler: Compiler,
  node: ParameterDeclaration | BindingElement,
  definitions: Definitions,
): ParameterType {
  const { compilerNode: place } = node.getNameNode()
  const member = (Node.isBindingElement(node) ? node.getPropertyNameNode() : undefined) ?? node.getNameNode()
  const name = toExcerpt(member)
  const path = Node.isIdentifier(member) ? member.getText() : ''
  const initializer = node.getInitializer()
  const written = initializer ? toWritten(initializer.compilerNode) : null
  const read = readType(compiler, { node: place, path, written }, definitions).type
  if (!isRefused(read)) return read
  const remedy = Node.isParameterDeclaration(node)
    ? `Write one: ${name}: number.`
    : `Write one behind the pattern: { ${name}: number }, with a ? at each member that has a default.`
  return refuse('parameter.untyped', place, `\`${toExcerpt(node)}\` has no type.`, remedy)
}

function isRefused(type: ParameterType): boolean {
  return type.kind === 'refused' || listParts(type).some((part) => isRefused(part.type))
}

/** Returns a refusal as what a parameter takes. */
export function toRefused(type: Refusal): ParameterValue {
  return { type, optional: false, value: null }
}
