/** The compiler's errors about the types of a signature: reported unchanged, with their code. */

import type { Refusal } from '../model/signature.ts'
import { type Compiler, resolveSymbol, toRangeSpan, toSdkName } from './compiler.ts'
import { ts } from './port.ts'
import { reachTypes } from './reach-types.ts'
import { adviseError, toSentence } from './read-errors.ts'

/**
 * Returns the errors in an annotation and in the author's aliases, interfaces and enums that it reaches, each
 * at its own place. Nothing else of the files is checked; a type that can only come out as any is checked
 * when it does (`isDoubted`).
 */
export function findCompileErrors(
  compiler: Compiler,
  annotation: ts.TypeNode,
  isDoubted: boolean,
): readonly Refusal[] {
  if (ts.isToken(annotation)) return [] // a keyword
  const reached: ts.Node[] = [annotation, ...reachTypes(compiler, [annotation], { seen: new Set() })]
  const nodes = isDoubted ? reached : reached.filter((node) => mayHideError(compiler, node))
  const files = new Set(nodes.map((node) => node.getSourceFile()))
  return [...files].flatMap((file) => {
    const own = nodes.filter((node) => node.getSourceFile() === file)
    return checkNodes(compiler, file, own).map((error) => toRefusal(error))
  })
}

/** True where arguments meet constraints, members each other, or elements an order: wrong, yet no any. */
function mayHideError(compiler: Compiler, node: ts.Node): boolean {
  if (ts.isTypeReferenceNode(node) && node.typeArguments) return !isPlainRange(compiler, node)
  const isSimple =
    ts.isToken(node) ||
    ts.isIdentifier(node) ||
    ts.isQualifiedName(node) ||
    ts.isTypeReferenceNode(node) ||
    ts.isLiteralTypeNode(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isArrayTypeNode(node) ||
    ts.isParenthesizedTypeNode(node) ||
    ts.isTypeLiteralNode(node) ||
    ts.isPropertySignature(node) ||
    (ts.isTypeAliasDeclaration(node) && !node.typeParameters)
  return !isSimple || (ts.forEachChild(node, (child) => mayHideError(compiler, child)) ?? false)
}

function isPlainRange(compiler: Compiler, { typeName, typeArguments }: ts.TypeReferenceNode): boolean {
  const isNumber = (node: ts.TypeNode): boolean =>
    ts.isLiteralTypeNode(node) &&
    (ts.isNumericLiteral(node.literal) || ts.isPrefixUnaryExpression(node.literal))
  const given = typeArguments?.filter(isNumber).length
  const isWhole = (given === 2 || given === 3) && given === typeArguments?.length
  const name = isWhole ? toSdkName(compiler, resolveSymbol(compiler, typeName)) : null
  return name === 'Range' || name === 'Time'
}

/** Checks the whole file, as no published call checks some nodes; the compiler remembers its errors. */
function checkNodes({ program }: Compiler, file: ts.SourceFile, nodes: readonly ts.Node[]) {
  return program.getSemanticDiagnostics(file).filter((error): error is ts.DiagnosticWithLocation => {
    const { category, start, code } = error
    const isImplicitAny = code >= 7000 && code < 7100 // the missing type has an error of its own
    if (category !== ts.DiagnosticCategory.Error || start === undefined || isImplicitAny) return false
    return nodes.some((node) => start >= node.getStart() && start < node.getEnd())
  })
}

/** Codes of errors about names that cannot be found. */
const unresolved = new Set([2304, 2305, 2307, 2503, 2552, 2614, 2694, 2724, 2792])

function toRefusal(error: ts.DiagnosticWithLocation): Refusal {
  const { file, start, length, code } = error
  const isName = unresolved.has(code)
  return {
    kind: 'refused',
    code: isName ? 'typescript.unresolved' : 'typescript.type',
    found: toSentence(error),
    remedy: isName
      ? adviseError(file, error, file.text.slice(start, start + length))
      : 'Correct the type; an editor shows the same error here.',
    span: toRangeSpan(file, start, start + length),
  }
}
