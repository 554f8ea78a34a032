/**
 * Reads the exported functions of plugins into the model of `signature.ts`. Plugins share a project, because
 * opening it (standard library, SDK) costs more than reading twenty of them.
 *
 * Files, exports, functions and parameters are nodes of ts-morph: to wrap some thirty for a function takes a
 * twentieth of a build of 1,000 plugins. Types are the compiler's own, as a signature leads to hundreds.
 */

import { type Diagnostic, fromRefusal, toError, toFault } from '../model/diagnostics.ts'
import type { FunctionSignature, PluginSource, Span } from '../model/signature.ts'
import { type Compiler, type FunctionNode, toSpan } from './compiler.ts'
import { readParameters, refuseTyped } from './exported-type.ts'
import { type FoundFunction, findFunction, listCommonJsExports, listExports } from './find-functions.ts'
import { markTags } from './mark-tags.ts'
import { Node } from './port.ts'
import type { Comment } from './read-comment.ts'
import { listOrderErrors, listSyntaxErrors } from './read-errors.ts'
import { findSignature, isRefusal, readReturn, yieldsResult } from './read-return.ts'
import { warnOfReturn, warnOfSkipped } from './read-skipped.ts'
import { createStrayTags, type StrayTags } from './stray-tags.ts'
import { Definitions } from './type-scope.ts'

/** The reading of one plugin's file. */
export interface FileReading {
  readonly plugin: PluginSource
  readonly functions: readonly FunctionSignature[]
  readonly problems: readonly Diagnostic[]
}

/** Reads plugins whose entries are in the opened program, in their order. */
export function readPlugins(compiler: Compiler, plugins: readonly PluginSource[]): FileReading[] {
  let current = compiler
  let marked: Compiler | null | undefined
  return plugins.map((plugin) => {
    if (current.isSpent) current = current.reopen()
    const strays = createStrayTags(current)
    try {
      const reading = readPlugin(current, plugin, strays)
      if (!strays.hasTypeAlone()) return reading
      if (marked === undefined || marked?.isSpent) marked = markTags(current)
      return marked ? addLost(reading, readPlugin(marked, plugin, strays)) : reading
    } catch (error) {
      current.isSpent = true
      if (marked) marked.isSpent = true
      return { plugin, functions: [], problems: [toFault(plugin, error)] }
    }
  })
}

function addLost(reading: FileReading, marked: FileReading): FileReading {
  const seen = new Set<string>()
  const functions = reading.functions.map((read) => {
    const found = marked.functions.find(({ exportName }) => exportName === read.exportName)
    const lost = (found?.strayTags ?? []).filter(({ name, span }) => {
      const key = JSON.stringify([name, span])
      return !seen.has(key) && seen.add(key)
    })
    return { ...read, strayTags: [...read.strayTags, ...lost] }
  })
  return { ...reading, functions }
}

function readPlugin(compiler: Compiler, plugin: PluginSource, strays: StrayTags): FileReading {
  const file = compiler.project.getSourceFile(plugin.entry)
  if (!file) throw new Error(`${plugin.entry} was opened and is not in the program`)
  const syntax = listSyntaxErrors(compiler, file.compilerNode)
  if (syntax.length > 0) return { plugin, functions: [], problems: syntax }
  const functions: FunctionSignature[] = []
  const problems: Diagnostic[] = listCommonJsExports(file)
  const exports = listExports(file).map(
    (exported) => [exported, findFunction(compiler, exported, file)] as const,
  )
  const own = new Set(
    exports.flatMap(([, found]) =>
      found && 'nodes' in found ? found.nodes.map(({ compilerNode }) => compilerNode) : [],
    ),
  )
  for (const [exported, found] of exports) {
    const read = found && 'nodes' in found ? readFunction(compiler, plugin, strays, found) : found
    if (!read) problems.push(...(found ? [] : warnOfSkipped(compiler, exported.compilerSymbol, own)))
    else if ('severity' in read) problems.push(read)
    else functions.push(read)
    if (read && found && 'nodes' in found) {
      problems.push(...found.nodes.flatMap((node) => listOrderErrors(compiler, node, exported.getName())))
    }
  }
  return { plugin, functions, problems }
}

function readFunction(
  compiler: Compiler,
  plugin: PluginSource,
  strays: StrayTags,
  found: FoundFunction,
): FunctionSignature | Diagnostic | null {
  const { exportName, nodes, owner } = found
  const node = nodes.find((each) => each.getBody()) ?? nodes[0]
  if (!node) return null
  const name = exportName === 'default' ? (toName(node) ?? plugin.name) : exportName
  const returns = nodes
    .map((declared) => readReturn(compiler, declared, found.exported))
    .find((read) => read !== null)
  if (!returns) {
    const span = toSpan(toNameNode(node, owner))
    return refuseGenerator(compiler, node, span, name) ?? warnOfReturn(compiler, found, name)
  }
  if (isRefusal(returns)) return fromRefusal(returns, name)
  const refused = refuseForm(compiler, found, node, name)
  if (refused) return refused
  const definitions = new Definitions()
  const { comment, read } = readParameters(compiler, found, node, definitions)
  const parameters = read.flat()
  return {
    name,
    exportName,
    returns,
    description: describeFunction(comment),
    parameters,
    call: read.map((each) => ('name' in each ? each.name : each.map(({ name }) => name))),
    definitions: definitions.list(),
    tags: comment.tags,
    documented: comment.documented,
    strayTags: compiler.marks
      ? compiler.marks.take(parameters, comment.parameters)
      : strays.list(found, node),
    span: toSpan(toNameNode(node, found.owner)),
  }
}

function refuseForm(
  compiler: Compiler,
  declared: FoundFunction,
  node: FunctionNode,
  name: string,
): Diagnostic | null {
  const span = toSpan(toNameNode(node, declared.owner))
  const count = Math.max(declared.nodes.length, declared.exported?.length ?? 0)
  if (count > 1) {
    const remedy = 'Write one signature, with optional parameters or defaults.'
    const found = `${name} has ${count} declarations.`
    return toError('function.overloaded', { span, path: name, found, remedy })
  }
  const signature = findSignature(compiler, node, declared.exported)?.declaration
  const generic = signature?.typeParameters?.[0]
  if (!generic) return refuseTyped(declared, node, name)
  const remedy = 'Replace the type parameters by the types that the function takes.'
  const found = `${name} has the type parameter ${generic.getText()}.`
  return toError('function.generic', { span: toSpan(generic), path: name, found, remedy })
}

/** A generator that yields results was meant to be registered; one of anything else is a helper. */
function refuseGenerator(compiler: Compiler, node: FunctionNode, span: Span, name: string) {
  if (Node.isArrowFunction(node) || !node.isGenerator() || !yieldsResult(compiler, node)) return null
  const remedy = 'Return one result, and say how far it is with a ProgressReporter.'
  return toError('function.generator', { span, path: name, found: `${name} is a generator.`, remedy })
}

function toName(node: FunctionNode): string | undefined {
  return Node.isArrowFunction(node) ? undefined : node.getName()
}

function toNameNode(node: FunctionNode, owner: Node): Node {
  const name = Node.isArrowFunction(node) ? undefined : node.getNameNode()
  return name ?? (Node.isVariableDeclaration(owner) ? owner.getNameNode() : (node.getParameters()[0] ?? node))
}

/** A deprecated function says so wherever its description is shown. */
function describeFunction({ description, tags }: Comment): string {
  const deprecated = tags.find(({ name }) => name === 'deprecated')
  if (!deprecated) return description
  const remark = deprecated.text === '' ? 'Deprecated.' : `Deprecated: ${deprecated.text}`
  return description === '' ? remark : `${description}\n\n${remark}`
}
