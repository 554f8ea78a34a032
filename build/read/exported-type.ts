/**
 * Determines the parameters of an exported function: types are those of the constant, where one is declared
 * or asserted; names, texts and defaults are the function's.
 */

import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { ParameterSignature } from '../model/signature.ts'
import { type Compiler, type FunctionNode, toExcerpt, toSpan } from './compiler.ts'
import type { FoundFunction } from './find-functions.ts'
import { openComment } from './open-comment.ts'
import { type Symbol as CompilerSymbol, Node, type ParameterDeclaration, type Type } from './port.ts'
import type { Comment } from './read-comment.ts'
import { findPattern, readDestructured } from './read-destructured.ts'
import { type ExportedParameter, readParameter } from './read-parameter.ts'
import type { Typed } from './read-type.ts'
import { type Definitions, isAuthors } from './type-scope.ts'
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
    const pattern = findPattern(parameter.node)
    return pattern
      ? readDestructured(compiler, { ...parameter, pattern }, comment, definitions)
      : readParameter(compiler, parameter, comment, definitions)
  })
  return { comment, read }
}

function listParameters(compiler: Compiler, found: FoundFunction, node: FunctionNode): ExportedParameter[] {
  const { exported, annotations } = found
  const signature = exported?.[0]
  const count = (signature ?? node).getParameters().length
  const around = annotations.map((type) => type.getType().getCallSignatures()[0])
  return Array.from({ length: count }).flatMap((_, i) => {
    const own = node.getParameters()[i]
    const symbol = signature?.getParameters()[i]
    const others = [symbol, ...around.map((each) => each?.getParameters()[i])].flatMap((each) => {
      const declared = each?.getValueDeclaration()
      return Node.isParameterDeclaration(declared) && declared !== own ? [declared] : []
    })
    const [written = own, ...more] = own ? [own, ...new Set(others)] : [...new Set(others)]
    if (!written) return []
    const typed = symbol ? toDeclared(compiler, found, symbol, written) : toAnnotated(written)
    const authors = more.filter(({ compilerNode }) => isAuthors(compiler, compilerNode))
    return [{ node: written, others: authors, typed }]
  })
}

function toAnnotated(node: ParameterDeclaration): Typed | null {
  const type = node.getTypeNode()?.compilerNode
  return type ? { node: type, path: toPath(node), written: toWritten(type) } : null
}

function toDeclared(
  compiler: Compiler,
  { annotations, owner }: FoundFunction,
  symbol: CompilerSymbol,
  node: ParameterDeclaration,
): Typed {
  const declared = symbol.getValueDeclaration()
  const found = symbol.getTypeAtLocation(owner)
  const annotation = Node.isParameterDeclaration(declared) ? declared.getTypeNode() : undefined
  // The annotation inside a generic type is that of a type parameter.
  const isSame =
    annotation?.getType().getNonNullableType().compilerType === found.getNonNullableType().compilerType
  const written = isSame && annotation ? toWritten(annotation.compilerNode) : null
  const isOwn = written && isAuthors(compiler, written.node)
  const { compilerNode: place } = isOwn && annotation ? annotation : (annotations[0] ?? node.getNameNode())
  return { node: place, path: toPath(node), type: found.compilerType, written }
}

function toPath(node: ParameterDeclaration): string {
  return Node.isIdentifier(node.getNameNode()) ? node.getName() : ''
}

/** Returns the mismatch between a function and the type of its constant, null where they fit. */
export function refuseTyped(
  { exported, annotations }: FoundFunction,
  node: FunctionNode,
  name: string,
): Diagnostic | null {
  const type = annotations[0]
  const text = type ? `\`${toExcerpt(type)}\`` : 'The type'
  const refuse = (at: Node, found: string, remedy: string): Diagnostic =>
    toError('function.indirect', { span: toSpan(at), path: name, found, remedy })
  if (exported === null) return null
  const [signature] = exported
  if (!signature) {
    const remedy = 'Remove it: the function says its types itself.'
    return refuse(type ?? node, `${text} says nothing about the parameters of ${name}.`, remedy)
  }
  const taken = signature.getParameters()
  const declared = taken.map((symbol) => symbol.getValueDeclaration())
  const rest = declared.find((each) => Node.isParameterDeclaration(each) && each.isRestParameter())
  if (rest) {
    const found = `${text} takes any number of values: \`${toExcerpt(rest)}\`.`
    const remedy = 'Write each parameter out, with a ? where it may be left out.'
    return toError('parameter.rest', { span: toSpan(type ?? node), path: name, found, remedy })
  }
  const [surplus] = node.getParameters().slice(taken.length)
  if (surplus) {
    const own = toExcerpt(surplus.getNameNode())
    const found = `${text} has no ${own}, so no caller can give it.`
    return refuse(surplus, found, `Add it to the type (${own}?: …), or remove the type.`)
  }
  const unused = node.getParameters().find((parameter, i) => {
    const symbol = taken[i]
    return parameter.hasInitializer() && symbol && !allowsUndefined(symbol.getTypeAtLocation(node))
  })
  if (!unused) return null
  const own = toExcerpt(unused.getNameNode())
  const found = `${text} requires ${own}, so its default is never taken.`
  return refuse(unused, found, `Write ${own}?: … in the type, or remove the default.`)
}

function allowsUndefined(type: Type): boolean {
  const members = type.isUnion() ? type.getUnionTypes() : [type]
  return members.some((member) => member.isUndefined() || member.isAny() || member.isUnknown())
}
