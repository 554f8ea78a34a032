/** Decides by its return type if an exported function is registered. */

import { kinds, listTypeNames } from '../../core/contract/domain/result/kinds.ts'
import { isOptional } from '../../core/contract/domain/result/member.ts'
import { listMembers, type PartType, partTypes } from '../../core/contract/domain/result/result.ts'
import type { Returned } from '../../core/contract/domain/result/returned.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, type FunctionNode, toExcerpt, toSdkName } from './compiler.ts'
import { type Signature, ts } from './port.ts'
import { explainUnresolved, findUnresolved } from './read-errors.ts'
import { readScene } from './read-scene.ts'
import { refuse } from './refuse-type.ts'

/** Returns the SDK's result type that a type is, null for another. */
export function toResultName(compiler: Compiler, type: ts.Type): string | null {
  const name = toSdkName(compiler, type.symbol)
  return name !== null && resultNames[name] !== undefined ? name : null
}

const resultNames: { readonly [typeName: string]: PartType } = Object.fromEntries(
  partTypes.map((type) => [kinds[type].typeName, type]),
)

/** Members that betray a result which was not typed as one: its required ones, at least two. */
const likenesses = partTypes.flatMap((type): [name: string, members: string[]][] => {
  const { typeName } = kinds[type]
  const [required, optional] = [false, true].map((wanted) =>
    listMembers(type).flatMap(([name, member]) => (isOptional(member) === wanted ? [name] : [])),
  )
  const [first, ...others] = required ?? []
  if (first === undefined || others.length > 0) return [[typeName, required ?? []]]
  return (optional ?? []).map((name) => [typeName, [first, name]])
})

/** Returns whether what was read of a return type is the refusal of it. */
export function isRefusal(read: Returned | Refusal): read is Refusal {
  return Object.hasOwn(read, 'kind')
}

/** Returns what a function returns, null for no result, or the refusal of a doubtful one. */
export function readReturn(
  compiler: Compiler,
  node: FunctionNode,
  exported: readonly Signature[] | null,
): Returned | Refusal | null {
  const signature = findSignature(compiler, node, exported)
  return signature ? readReturned(compiler, signature, node.compilerNode) : null
}

/** Returns the signature of a function, or that of the type of the constant that holds it (`exported`). */
export function findSignature(
  { checker }: Compiler,
  { compilerNode }: FunctionNode,
  exported: readonly Signature[] | null,
): ts.Signature | undefined {
  return exported?.[0]?.compilerSignature ?? checker.getSignatureFromDeclaration(compilerNode)
}

/** Reads the return of a callable value that is not written as a function. */
export function readCallable(compiler: Compiler, value: ts.Symbol, node: ts.Node): Returned | Refusal | null {
  const signatures = compiler.checker.getTypeOfSymbolAtLocation(value, node).getCallSignatures()
  const read = signatures.map((signature) => readReturned(compiler, signature, node))
  return read.find((returned) => returned !== null && !isRefusal(returned)) ?? null
}

/** Returns true when a generator yields or returns a result. */
export function yieldsResult(compiler: Compiler, { compilerNode }: FunctionNode): boolean {
  const { checker } = compiler
  const returned = checker.getSignatureFromDeclaration(compilerNode)?.getReturnType()
  const isReference = returned && returned.flags & ts.TypeFlags.Object
  // A generator is one; others have none.
  const parts = isReference ? checker.getTypeArguments(returned as ts.TypeReference) : []
  return (parts ?? []).some((part) => toResultName(compiler, part) !== null)
}

function readReturned(compiler: Compiler, signature: ts.Signature, node: ts.Node): Returned | Refusal | null {
  const { checker } = compiler
  const returned = signature.getReturnType()
  const type = checker.getAwaitedType(returned) ?? returned
  const annotation = ts.isFunctionLike(node) ? node.type : undefined
  const place = annotation ?? toNamePlace(node)
  if (type.flags & ts.TypeFlags.Any) {
    const unresolved = annotation && findUnresolved(compiler, annotation)
    if (unresolved) return explainUnresolved(compiler, unresolved)
    const remedy =
      `Annotate it: ${listTypeNames((name) => `\`: ${name}\``)}; ` +
      '`: unknown` for a helper, or do not export it.'
    const found = 'TypeScript takes the return type as any, so it is in doubt whether it is a result.'
    return refuse('return.any', place, found, remedy)
  }
  const sdkName = toSdkName(compiler, type.symbol)
  const own = sdkName === null ? undefined : resultNames[sdkName]
  if (own !== undefined) return { type: own }
  const mixed = refuseMixed(compiler, type, place)
  if (mixed) return mixed
  const scene = readScene(compiler, type, place)
  if (scene) return scene
  const likeness = findLikeness(compiler, type)
  if (!likeness) return null
  const written = annotation ? `\`${toExcerpt(annotation)}\`` : 'The inferred return type'
  const remedy =
    `Annotate the function with \`: ${likeness}\` (or Promise<${likeness}>) and ` +
    `import type { ${likeness} } from 'specimen-host/plugin'; do not export it if it is a helper.`
  const found = `${written} resembles ${likeness}, but is not the type of specimen-host/plugin.`
  return refuse('return.lookalike', place, found, remedy)
}

function refuseMixed(compiler: Compiler, type: ts.Type, place: ts.Node): Refusal | null {
  const { checker } = compiler
  if (!type.isUnion()) return null
  const names = type.types.map((member) => toResultName(compiler, member))
  const results = names.filter((name) => name !== null)
  const [result] = results
  if (result === undefined) return null
  const { Null, Undefined } = ts.TypeFlags
  const others = type.types.filter((_, i) => names[i] === null)
  const isAbsent = others.length > 0 && others.every(({ flags }) => flags & (Null | Undefined))
  const each = [...results, ...others.map((other) => checker.typeToString(other))].join(' or ')
  const remedy =
    results.length > 1
      ? `Write a function for each: one returns ${results.join(', the other ')}.`
      : isAbsent
        ? `Throw an error that says why there is none, and return \`: ${result}\`.`
        : `Return \`: ${result}\` alone; do not export it if it is a helper.`
  const found = `It returns ${each}, and a specimen is always one ${result}.`
  return refuse('return.lookalike', place, found, remedy)
}

/** Returns a short place where nothing is annotated: the function's name, or its first characters. */
export function toNamePlace(node: ts.Node): ts.Node {
  const named = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) ? node.name : undefined
  const owner = ts.findAncestor(node, ts.isVariableDeclaration)
  return named ?? owner?.name ?? node
}

function findLikeness(compiler: Compiler, type: ts.Type): string | null {
  const { checker } = compiler
  if (type.isIntersection()) {
    const inner = type.types.map((member) => toResultName(compiler, member)).find((name) => name !== null)
    if (inner) return inner
  }
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return null
  if (type.symbol && resultNames[type.symbol.name]) return type.symbol.name
  const members = new Set(checker.getPropertiesOfType(type).map(({ name }) => name))
  const found = likenesses.filter(([, wanted]) => wanted.every((name) => members.has(name)))
  const count = (typeName: string): number => {
    const type = resultNames[typeName]
    return type ? listMembers(type).filter(([name]) => members.has(name)).length : 0
  }
  // Kinds have members in common: the one with most of them is meant.
  const [best] = found.map(([typeName]) => typeName).toSorted((a, b) => count(b) - count(a))
  return best ?? null
}
