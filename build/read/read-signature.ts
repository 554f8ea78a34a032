/**
 * Reads the exported functions of plugins into the model of `signature.ts`. All plugins of a run share one
 * program of the compiler, because opening it (standard library, SDK) costs more than reading twenty of them.
 */

import type { ResultType } from '../../core/domain/result/result.ts'
import { compareText, type Diagnostic, fromRefusal, toError } from '../model/diagnostics.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { FunctionSignature } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { type Compiler, openCompiler, seeThrough, toSpan, type ts } from './compiler.ts'
import { Definitions } from './definitions.ts'
import { openComment } from './open-comment.ts'
import { readComment } from './read-comment.ts'
import { isDestructured, readDestructured } from './read-destructured.ts'
import { explainUnresolved, listOrderErrors, listSyntaxErrors } from './read-errors.ts'
import { readParameter } from './read-parameter.ts'
import { readCallable, readReturn, warnOfHeldResult, yieldsResult } from './read-return.ts'

/** What one plugin's file says. */
export interface Reading {
  readonly plugin: PluginSource
  readonly functions: readonly FunctionSignature[]
  readonly problems: readonly Diagnostic[]
}

type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

interface Found {
  readonly exportName: string
  /** All declarations of one function: more than one are overloads. */
  readonly nodes: readonly FunctionNode[]
  /** The node that carries the name and the comment. */
  readonly owner: ts.Node
}

/**
 * Reads plugins, in their order. `sdkFile` is the file that declares the SDK's types. Blocks for the time of
 * reading.
 */
export function readSignatures(plugins: readonly PluginSource[], sdkFile: string): Reading[] {
  const compiler = openCompiler(
    plugins.map(({ entry }) => entry),
    sdkFile,
  )
  return readPlugins(compiler, plugins)
}

/** Reads plugins whose entries are in the opened program, in their order. */
export function readPlugins(compiler: Compiler, plugins: readonly PluginSource[]): Reading[] {
  return plugins.map((plugin) => readPlugin(compiler, plugin))
}

function readPlugin(compiler: Compiler, plugin: PluginSource): Reading {
  const file = compiler.program.getSourceFile(plugin.entry)
  if (!file) throw new Error(`${plugin.entry} was opened and is not in the program`)
  const syntax = listSyntaxErrors(compiler, file)
  if (syntax.length > 0) return { plugin, functions: [], problems: syntax }
  const functions: FunctionSignature[] = []
  const problems: Diagnostic[] = []
  for (const exported of listExports(compiler, file)) {
    const found = findFunction(compiler, exported, file)
    const read = found && 'nodes' in found ? readFunction(compiler, found, plugin) : found
    if (read && 'severity' in read) problems.push(read)
    else if (read) functions.push(read)
    if (read && found && 'nodes' in found) {
      problems.push(
        ...found.nodes.flatMap((node) => listOrderErrors(compiler, node.parameters, exported.name)),
      )
    }
  }
  return { plugin, functions, problems }
}

/**
 * Returns a module's exports in the order in which an author wrote them: the compiler lists functions first.
 */
function listExports(compiler: Compiler, file: ts.SourceFile): ts.Symbol[] {
  const { checker } = compiler
  const module = checker.getSymbolAtLocation(file)
  if (!module) return [] // a file without import and export is no module
  const exports = dropSecondNames(compiler, checker.getExportsOfModule(module))
  const files = [file, ...exports.flatMap((symbol) => symbol.declarations?.[0]?.getSourceFile() ?? [])]
  const place = (symbol: ts.Symbol): [number, number] => {
    const node = symbol.declarations?.[0]
    return node ? [files.indexOf(node.getSourceFile()), node.getStart()] : [files.length, 0]
  }
  return [...exports].sort((a, b) => {
    const [fileA, startA] = place(a)
    const [fileB, startB] = place(b)
    return fileA - fileB || startA - startB || compareText(a.name, b.name)
  })
}

/** A default export that is also exported by a name counts once, by that name. */
function dropSecondNames(compiler: Compiler, exports: readonly ts.Symbol[]): ts.Symbol[] {
  const named = exports.filter(({ name }) => name !== 'default').map((symbol) => seeThrough(compiler, symbol))
  return exports.filter(
    (symbol) => symbol.name !== 'default' || !named.includes(seeThrough(compiler, symbol)),
  )
}

/** Returns the function behind an export, null for another export, or what is wrong with it. */
function findFunction(
  compiler: Compiler,
  exported: ts.Symbol,
  file: ts.SourceFile,
): Found | Diagnostic | null {
  const { ts } = compiler
  const target = seeThrough(compiler, exported)
  const exportName = exported.name
  if (!target) {
    const specifier = exported.declarations?.[0] ?? file
    const name = ts.isExportSpecifier(specifier) ? (specifier.propertyName ?? specifier.name) : specifier
    return fromRefusal(explainUnresolved(compiler, name), exportName)
  }
  const declarations = target.declarations?.filter(ts.isFunctionDeclaration) ?? []
  const [first] = declarations
  if (first) return { exportName, nodes: declarations, owner: first }
  const value = target.valueDeclaration
  if (!value) return null
  const initializer = ts.isVariableDeclaration(value)
    ? value.initializer
    : ts.isExportAssignment(value)
      ? value.expression
      : undefined
  const written = initializer && openWrapping(compiler, initializer)
  if (written && (ts.isArrowFunction(written) || ts.isFunctionExpression(written))) {
    return { exportName, nodes: [written], owner: value }
  }
  const callable = readCallable(compiler, target, value)
  if (typeof callable !== 'string') return null
  const remedy = `Write it as a function: export function ${exportName}(…) { … }`
  const place = ts.isVariableDeclaration(value) ? value.name : value
  return toError('function.indirect', {
    span: toSpan(place),
    path: exportName,
    found: 'Its parameters are not written here.',
    remedy,
  })
}

function openWrapping(compiler: Compiler, node: ts.Expression): ts.Expression {
  const { ts } = compiler
  const wrapped =
    ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node) || ts.isAsExpression(node)
  return wrapped ? openWrapping(compiler, node.expression) : node
}

function readFunction(
  compiler: Compiler,
  found: Found,
  plugin: PluginSource,
): FunctionSignature | Diagnostic | null {
  const { exportName, nodes, owner } = found
  const node = nodes.find(({ body }) => body) ?? nodes[0]
  if (!node) return null
  const name = exportName === 'default' ? (node.name?.text ?? plugin.name) : exportName
  const returns = nodes.map((declared) => readReturn(compiler, declared, owner)).find((read) => read !== null)
  if (!returns) {
    const span = toSpan(toNameNode(compiler, node, owner))
    return refuseGenerator(compiler, node, span, name) ?? warnOfHeldResult(compiler, node, name)
  }
  if (typeof returns === 'object') return fromRefusal(returns, name)
  return (
    refuseForm(compiler, found, node, name) ?? readForm(compiler, { name, exportName, returns }, node, owner)
  )
}

function readForm(
  compiler: Compiler,
  identity: { name: string; exportName: string; returns: ResultType },
  node: FunctionNode,
  owner: ts.Node,
): FunctionSignature {
  const comment = openComment(compiler, readComment(compiler, owner), node.parameters)
  const definitions = new Definitions()
  const read = node.parameters.map((parameter) =>
    isDestructured(compiler, parameter)
      ? readDestructured(compiler, parameter, comment, definitions)
      : readParameter(compiler, parameter, comment, definitions),
  )
  return {
    ...identity,
    description: comment.description,
    parameters: read.flat(),
    call: read.map((each) => ('name' in each ? each.name : each.map(({ name }) => name))),
    definitions: definitions.list(),
    tags: comment.tags,
    documented: comment.documented,
    span: toSpan(toNameNode(compiler, node, owner)),
  }
}

function refuseForm(compiler: Compiler, found: Found, node: FunctionNode, name: string): Diagnostic | null {
  const span = toSpan(toNameNode(compiler, node, found.owner))
  if (found.nodes.length > 1) {
    const remedy = 'Write one signature, with optional parameters or defaults.'
    return toError('function.overloaded', {
      span,
      path: name,
      found: `${name} has ${found.nodes.length} declarations.`,
      remedy,
    })
  }
  const generic = node.typeParameters?.[0]
  if (!generic) return null
  const remedy = 'Replace the type parameters by the types that the function takes.'
  return toError('function.generic', {
    span: toSpan(generic),
    path: name,
    found: `${name} has the type parameter ${generic.getText()}.`,
    remedy,
  })
}

/** A generator that yields results was meant to be registered; one of anything else is a helper. */
function refuseGenerator(
  compiler: Compiler,
  node: FunctionNode,
  span: Span,
  name: string,
): Diagnostic | null {
  if (!node.asteriskToken || !yieldsResult(compiler, node)) return null
  const remedy = 'Return one result, and say how far it is with a ProgressReporter.'
  return toError('function.generator', { span, path: name, found: `${name} is a generator.`, remedy })
}

function toNameNode({ ts }: Compiler, node: FunctionNode, owner: ts.Node): ts.Node {
  return node.name ?? (ts.isVariableDeclaration(owner) ? owner.name : (node.parameters[0] ?? node))
}
