/**
 * Determines the parameters of an exported function: types are those of the constant, where one is declared
 * or asserted; names, texts and defaults are the function's.
 */
import { ts } from 'ts-morph'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { ParameterSignature } from '../model/signature.ts'
import { type Compiler, toExcerpt, toSpan } from './compiler.ts'
import type { Definitions } from './definitions.ts'
import type { FoundFunction, FunctionNode } from './find-functions.ts'
import { openComment } from './open-comment.ts'
import type { Comment } from './read-comment.ts'
import { isDestructured, readDestructured } from './read-destructured.ts'
import { type ExportedParameter, readParameter } from './read-parameter.ts'
import type { Typed } from './read-type.ts'
import { isAuthors } from './type-scope.ts'
import { toWritten } from './written.ts'

/** Reads the parameters of a function with its comment; those of a destructured one stand together. */
export function readParameters(
  compiler: Compiler,
  found: FoundFunction,
  node: FunctionNode,
  definitions: Definitions,
): { readonly comment: Comment; readonly read: readonly (ParameterSignature | ParameterSignature[])[] } {
  const written = listParameters(compiler, found, node)
  const nodes = written.map((parameter) => parameter.node)
  const comment = openComment(found.owner, nodes)
  const read = written.map((parameter) => {
    const { node: each, typed } = parameter
    return isDestructured(each)
      ? readDestructured(compiler, { node: each, typed }, comment, definitions)
      : readParameter(compiler, parameter, comment, definitions)
  })
  return { comment, read }
}

function listParameters(compiler: Compiler, found: FoundFunction, node: FunctionNode): ExportedParameter[] {
  const { exported, annotations } = found
  const { checker } = compiler
  const signature = exported?.[0]
  const count = (signature ?? node).parameters.length
  const around = annotations.map((type) => checker.getTypeFromTypeNode(type).getCallSignatures()[0])
  return Array.from({ length: count }).flatMap((_, i) => {
    const own = node.parameters[i]
    const symbol = signature?.parameters[i]
    const others = [symbol, ...around.map((each) => each?.parameters[i])].flatMap((each) => {
      const declared = each?.valueDeclaration
      return declared && ts.isParameter(declared) && declared !== own ? [declared] : []
    })
    const [written = own, ...more] = own ? [own, ...new Set(others)] : [...new Set(others)]
    if (!written) return []
    const typed = symbol ? toDeclared(compiler, found, symbol, written) : toAnnotated(written)
    return [{ node: written, others: more.filter((other) => isAuthors(compiler, other)), typed }]
  })
}

function toAnnotated(node: ts.ParameterDeclaration): Typed | null {
  const { type } = node
  return type ? { node: type, path: toPath(node), written: toWritten(type) } : null
}

function toDeclared(
  compiler: Compiler,
  { annotations, owner }: FoundFunction,
  symbol: ts.Symbol,
  node: ts.ParameterDeclaration,
): Typed {
  const { checker } = compiler
  const declared = symbol.valueDeclaration
  const type = checker.getTypeOfSymbolAtLocation(symbol, owner)
  const annotation = declared && ts.isParameter(declared) ? declared.type : undefined
  // The annotation inside a generic type is that of a type parameter.
  const isSame =
    annotation &&
    checker.getNonNullableType(checker.getTypeFromTypeNode(annotation)) === checker.getNonNullableType(type)
  const path = toPath(node)
  const isOwn = annotation && isAuthors(compiler, annotation)
  if (isSame && isOwn) return { node: annotation, path, type, written: toWritten(annotation) }
  return { node: annotations[0] ?? node.name, path, type, written: isSame ? toWritten(annotation) : null }
}

function toPath({ name }: ts.ParameterDeclaration): string {
  return ts.isIdentifier(name) ? name.text : ''
}

/** Returns the mismatch between a function and the type of its constant, null where they fit. */
export function refuseTyped(
  compiler: Compiler,
  { exported, annotations }: FoundFunction,
  node: FunctionNode,
  name: string,
): Diagnostic | null {
  const { checker } = compiler
  const type = annotations[0]
  const text = type ? `\`${toExcerpt(type)}\`` : 'The type'
  const refuse = (at: ts.Node, found: string, remedy: string): Diagnostic =>
    toError('function.indirect', { span: toSpan(at), path: name, found, remedy })
  if (exported === null) return null
  const [signature] = exported
  if (!signature) {
    const remedy = 'Remove it: the function says its types itself.'
    return refuse(type ?? node, `${text} says nothing about the parameters of ${name}.`, remedy)
  }
  const declared = signature.parameters.map(({ valueDeclaration }) => valueDeclaration)
  const rest = declared.find((each) => each && ts.isParameter(each) && each.dotDotDotToken)
  if (rest) {
    const found = `${text} takes any number of values: \`${toExcerpt(rest)}\`.`
    const remedy = 'Write each parameter out, with a ? where it may be left out.'
    return toError('parameter.rest', { span: toSpan(type ?? node), path: name, found, remedy })
  }
  const [surplus] = node.parameters.slice(signature.parameters.length)
  if (surplus) {
    const found = `${text} has no ${toExcerpt(surplus.name)}, so no caller can give it.`
    return refuse(surplus, found, `Add it to the type (${toExcerpt(surplus.name)}?: …), or remove the type.`)
  }
  const unused = node.parameters.find((parameter, i) => {
    const symbol = signature.parameters[i]
    return (
      parameter.initializer && symbol && !allowsUndefined(checker.getTypeOfSymbolAtLocation(symbol, node))
    )
  })
  if (!unused) return null
  const found = `${text} requires ${toExcerpt(unused.name)}, so its default is never taken.`
  return refuse(unused, found, `Write ${toExcerpt(unused.name)}?: … in the type, or remove the default.`)
}

function allowsUndefined(type: ts.Type): boolean {
  const { Undefined, Any, Unknown } = ts.TypeFlags
  const members = type.isUnion() ? type.types : [type]
  return members.some(({ flags }) => flags & (Undefined | Any | Unknown))
}
