/**
 * The compiler's own errors where they touch a signature. Files are never type-checked for a schema: only an
 * unresolved name makes the checker run, for its sentence about that name.
 */
import { dirname } from 'node:path'
import { kinds } from '../../core/contract/domain/result/kinds.ts'
import { partTypes } from '../../core/contract/domain/result/result.ts'
import { cutText } from '../../core/contract/text/cut-text.ts'
import { suggestName } from '../../core/contract/text/suggest.ts'
import { adviseModule } from '../files/advise-module.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, type FunctionNode, resolveSymbol, toRangeSpan, toSpan } from './compiler.ts'
import { ts } from './port.ts'

/** The SDK's names for authors. */
export const sdkNames: readonly string[] = [
  'Integer',
  'Range',
  'Time',
  'ProgressReporter',
  ...partTypes.map((type) => kinds[type].typeName),
  'File',
  'VolumeData',
]

/** Returns the syntax errors of a file, as the compiler words them. */
export function listSyntaxErrors({ program }: Compiler, file: ts.SourceFile): Diagnostic[] {
  return program.getSyntacticDiagnostics(file).map((error) => {
    const span = toRangeSpan(file, error.start, error.start + error.length)
    const remedy = 'Correct the syntax; the file was not read any further.'
    return toError('typescript.syntax', { span, path: null, found: toSentence(error), remedy })
  })
}

/** Returns the compiler's error about an unresolved name: at the name, or at its import. */
export function explainUnresolved(compiler: Compiler, name: ts.Node): Refusal {
  const { program, checker } = compiler
  const file = name.getSourceFile()
  const isImport = (node: ts.Node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
  const nodes = [name, ...(checker.getSymbolAtLocation(name)?.declarations ?? [])]
  const places = nodes.map((node) => ts.findAncestor(node, isImport) ?? node)
  const error = program.getSemanticDiagnostics(file).find(({ start, length = 0 }) => {
    return start !== undefined && places.some((place) => touches(place, start, length))
  })
  const text = error ? toSentence(error) : `TypeScript cannot resolve \`${name.getText()}\`.`
  const remedy = adviseError(file, error, name.getText())
  return { kind: 'refused', code: 'typescript.unresolved', found: text, remedy, span: toSpan(name) }
}

/**
 * Returns the compiler's errors about the order and marks of parameters: `a?: number = 1` (TS1015), a
 * required one behind an optional one (TS1016). They are errors of the whole list, so the checker runs only
 * where the list looks wrong.
 */
export function listOrderErrors({ project }: Compiler, node: FunctionNode, path: string): Diagnostic[] {
  const parameters = node.getParameters()
  const firstOptional = parameters.findIndex((parameter) => parameter.hasQuestionToken())
  const isWrong = parameters.some((parameter, i) => {
    if (parameter.hasQuestionToken()) return parameter.hasInitializer()
    const isRequired = !parameter.hasInitializer() && !parameter.isRestParameter()
    return firstOptional >= 0 && i > firstOptional && isRequired
  })
  if (!isWrong) return []
  const file = node.getSourceFile()
  return project
    .getProgram()
    .getSemanticDiagnostics(file)
    .flatMap(({ compilerObject: error }) => {
      const { start = 0, length = 0 } = error
      const isHere = parameters.some((parameter) => touches(parameter.compilerNode, start, length))
      if (!isHere || ![1015, 1016].includes(error.code)) return []
      const span = toRangeSpan(file.compilerNode, start, start + length)
      const remedy = 'Move required parameters to the front, and give a parameter `?` or a default, not both.'
      return [toError('typescript.type', { span, path, found: toSentence(error), remedy })]
    })
}

/** Returns the remedy for the compiler's error about a missing name or module. */
export function adviseError(
  { text, fileName }: ts.SourceFile,
  error: Pick<ts.Diagnostic, 'code' | 'start' | 'length'> | undefined,
  name: string,
): string {
  const { code, start = 0, length = 0 } = error ?? {}
  const isModule = code === 2307 || code === 2792
  if (!isModule) return adviseName(name)
  return adviseModule(text.slice(start + 1, start + length - 1), dirname(fileName))
}

function adviseName(name: string): string {
  const known = suggestName(name, sdkNames)
  if (known) return `Write: import type { ${known} } from 'specimen-host/plugin'.`
  return (
    'Correct the name or its import, and install the package if it comes from one. ' +
    'DOM types are no parameters.'
  )
}

/** Returns the first name in a type that cannot be resolved. */
export function findUnresolved(compiler: Compiler, node: ts.Node): ts.Node | undefined {
  const visit = (child: ts.Node): ts.Node | undefined => {
    const query = ts.isTypeQueryNode(child) ? child.exprName : null
    const name = ts.isTypeReferenceNode(child) ? child.typeName : query
    if (name && !resolveSymbol(compiler, name)) return name
    return ts.forEachChild(child, visit)
  }
  return visit(node)
}

function touches(node: ts.Node, start: number, length: number): boolean {
  return start < node.getEnd() && start + length > node.getStart()
}

/** Characters of a text that is shown whole, and of a type in a longer one. */
const longestWhole = 300
const longestType = 80

/**
 * Returns the compiler's text of an error, with its code. Of a long chain of reasons it has the first
 * sentence, the member that the chain ends at, and the deepest reason; long types in them are cut.
 */
export function toSentence({ code, messageText }: Pick<ts.Diagnostic, 'code' | 'messageText'>): string {
  const sentences = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')
  const whole = [...new Set(sentences.map((sentence) => sentence.trim()))].join(' ').replace(/\s+/g, ' ')
  if (whole.length <= longestWhole) return `TS${code}: ${whole}`
  if (typeof messageText === 'string') return `TS${code}: ${cutTypes(whole)}`
  const reasons = listReasons(messageText)
  const members = reasons
    .slice(1, -1)
    .filter((reason) => /^(?:The types|Types) (?:of|returned) /.test(reason))
  const told = [reasons[0], members.at(-1), reasons.at(-1)].filter((reason) => reason !== undefined)
  return `TS${code}: ${[...new Set(told)].map(cutTypes).join(' … ')}`
}

/** Returns the longest chain of reasons, from the first sentence to the deepest; of several the first. */
function listReasons({ messageText, next = [] }: ts.DiagnosticMessageChain): readonly string[] {
  const below = next.map(listReasons)
  const longest = below.reduce((best, chain) => (chain.length > best.length ? chain : best), [])
  return [messageText, ...longest]
}

/** Cuts what stands in quotes; types hold quotes of their own, in which none of these begins or ends. */
function cutTypes(sentence: string): string {
  const short = sentence
    .replace(/\s+/g, ' ')
    .replace(/(?<=^|[ (])'(.*?)'(?=[ .,;:)]|$)/g, (quoted, type: string) =>
      type.length > longestType ? `'${cutText(type, longestType)}'` : quoted,
    )
  return cutText(short, longestWhole)
}
