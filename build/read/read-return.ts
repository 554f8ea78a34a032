/** Decides by its return type whether an exported function is a registered one. */
import { isOptional, kinds, listTypeNames } from '../../core/domain/result/kinds.ts'
import { listMembers, type ResultType, resultTypes } from '../../core/domain/result/result.ts'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, isStandard, toExcerpt, toSdkName, toSpan, type ts } from './compiler.ts'
import { explainUnresolved, findUnresolved } from './read-errors.ts'
import { refuse } from './refuse-type.ts'

const resultNames: { readonly [typeName: string]: ResultType } = Object.fromEntries(
  resultTypes.map((type) => [kinds[type].typeName, type]),
)

/** Members that betray a result which was not typed as one: those that it must have, and more than one. */
const likenesses = resultTypes.flatMap((type): [name: string, members: string[]][] => {
  const { typeName } = kinds[type]
  const [required, optional] = [false, true].map((wanted) =>
    listMembers(type).flatMap(([name, member]) => (isOptional(member) === wanted ? [name] : [])),
  )
  const [first, ...others] = required ?? []
  if (first === undefined || others.length > 0) return [[typeName, required ?? []]]
  return (optional ?? []).map((name) => [typeName, [first, name]])
})

/**
 * Returns the result type of a function, null for a function that returns something else, or why it is in
 * doubt. A type on the constant that holds the function (`owner`) counts as the function's own.
 */
export function readReturn(
  compiler: Compiler,
  node: ts.SignatureDeclaration,
  owner: ts.Node,
): ResultType | Refusal | null {
  const { ts, checker } = compiler
  const typed = !node.type && ts.isVariableDeclaration(owner) && owner.type
  const [signature] = typed
    ? checker.getTypeFromTypeNode(typed).getCallSignatures()
    : [checker.getSignatureFromDeclaration(node)]
  return signature ? readReturned(compiler, signature, node) : null
}

/** Same for a value that is callable without being written as a function. */
export function readCallable(
  compiler: Compiler,
  value: ts.Symbol,
  node: ts.Node,
): ResultType | Refusal | null {
  const signatures = compiler.checker.getTypeOfSymbolAtLocation(value, node).getCallSignatures()
  const read = signatures.map((signature) => readReturned(compiler, signature, node))
  return read.find((returned) => typeof returned === 'string') ?? null
}

/** Returns whether a generator yields or returns a result. */
export function yieldsResult(compiler: Compiler, node: ts.SignatureDeclaration): boolean {
  const { checker, ts } = compiler
  const returned = checker.getSignatureFromDeclaration(node)?.getReturnType()
  const isReference = returned && returned.flags & ts.TypeFlags.Object
  // A generator is one; others have none.
  const parts = isReference ? checker.getTypeArguments(returned as ts.TypeReference) : []
  return (parts ?? []).some((part) => resultNames[toSdkName(compiler, part.symbol) ?? ''] !== undefined)
}

/**
 * Returns a warning about a function that is not registered although its result holds one: `Mesh[]`, `{ mesh,
 * time }`.
 */
export function warnOfHeldResult(
  compiler: Compiler,
  node: ts.SignatureDeclaration,
  name: string,
): Diagnostic | null {
  const { checker, ts } = compiler
  const returned = checker.getSignatureFromDeclaration(node)?.getReturnType()
  const held = returned && findHeld(compiler, checker.getAwaitedType(returned) ?? returned)
  if (!held) return null
  const written = node.type ? `\`${toExcerpt(node.type)}\`` : 'something'
  const found = `${name} returns ${written}, which holds a ${held} and is none, so it is not registered.`
  const remedy =
    `Return one ${held}, with a function for each or a parameter that chooses; ` +
    'do not export it if it is a helper.'
  return toWarning('return.inside', {
    span: toSpan(node.type ?? toNamePlace(ts, node)),
    path: name,
    found,
    remedy,
  })
}

/** Returns the name of a result type among the elements or members of a type. */
function findHeld(compiler: Compiler, type: ts.Type): string | null {
  const { checker, ts } = compiler
  if (isStandard(compiler, type.symbol) && !checker.isArrayType(type)) return null
  const isList = checker.isArrayType(type) || checker.isTupleType(type)
  const parts = isList
    ? checker.getTypeArguments(type as ts.TypeReference) // as tested
    : type.flags & ts.TypeFlags.Object
      ? checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property))
      : []
  const names = parts.map((part) => toSdkName(compiler, checker.getNonNullableType(part).symbol) ?? '')
  return names.find((name) => resultNames[name]) ?? null
}

function readReturned(
  compiler: Compiler,
  signature: ts.Signature,
  node: ts.Node,
): ResultType | Refusal | null {
  const { ts, checker } = compiler
  const returned = signature.getReturnType()
  const type = checker.getAwaitedType(returned) ?? returned
  const annotation = ts.isFunctionLike(node) ? node.type : undefined
  const place = annotation ?? toNamePlace(ts, node)
  if (type.flags & ts.TypeFlags.Any) {
    const unresolved = annotation && findUnresolved(compiler, annotation)
    if (unresolved) return explainUnresolved(compiler, unresolved)
    const remedy =
      `Annotate it: ${listTypeNames((name) => `\`: ${name}\``)}; ` +
      '`: unknown` for a helper, or do not export it.'
    return refuse(
      'return.any',
      place,
      'TypeScript takes the return type as any, so it is in doubt whether it is a result.',
      remedy,
    )
  }
  const sdkName = toSdkName(compiler, type.symbol)
  if (sdkName && resultNames[sdkName]) return resultNames[sdkName]
  const likeness = findLikeness(compiler, type)
  if (!likeness) return null
  const written = annotation ? `\`${toExcerpt(annotation)}\`` : 'The inferred return type'
  const remedy =
    `Annotate the function with \`: ${likeness}\` (or Promise<${likeness}>) and ` +
    `import type { ${likeness} } from 'specimen-host/plugin'; do not export it if it is a helper.`
  return refuse(
    'return.lookalike',
    place,
    `${written} resembles ${likeness}, but is not the type of specimen-host/plugin.`,
    remedy,
  )
}

/** A short place to point at where nothing is annotated: the function's name, or its first characters. */
function toNamePlace(typescript: typeof ts, node: ts.Node): ts.Node {
  const named =
    typescript.isFunctionDeclaration(node) || typescript.isVariableDeclaration(node) ? node.name : undefined
  const owner = typescript.findAncestor(node, typescript.isVariableDeclaration)
  return named ?? owner?.name ?? node
}

function findLikeness(compiler: Compiler, type: ts.Type): string | null {
  const { ts, checker } = compiler
  if (type.isUnionOrIntersection()) {
    const inner = type.types
      .map((member) => toSdkName(compiler, member.symbol) ?? '')
      .find((name) => resultNames[name])
    if (inner) return inner
  }
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return null
  if (type.symbol && resultNames[type.symbol.name]) return type.symbol.name
  const members = new Set(checker.getPropertiesOfType(type).map(({ name }) => name))
  return likenesses.find(([, wanted]) => wanted.every((name) => members.has(name)))?.[0] ?? null
}
