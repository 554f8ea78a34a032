/** The plugins as a project of ts-morph, and answers about places and names in it. */

import type { CommentTexts } from '../model/describe-properties.ts'
import type { DocTag, FunctionSignature, ParameterSignature, Span } from '../model/signature.ts'
import {
  type ArrowFunction,
  type AskedChecker,
  type AskedProgram,
  type FunctionDeclaration,
  type FunctionExpression,
  type Node,
  Project,
  ts,
} from './port.ts'

/** The brands of a program, and the places where they came out. */
export interface SpanMarks {
  /** Notes the brands of a type that is read at a place. */
  note(type: ts.Type, at: ValuePlace): void
  /** Drops the brands of a property's own tags. */
  settle(owner: ts.Symbol, tags: readonly DocTag[]): void
  /** Returns the tags lost in a function, whose comment has tags by path (`named`), and forgets them. */
  take(parameters: readonly ParameterSignature[], named: CommentTexts): FunctionSignature['strayTags']
}

/** The place of a value. */
export interface ValuePlace {
  /** The nearest place in the author's own files. */
  readonly node: ts.Node
  /** The property whose value it is, null for any other value. */
  readonly owner: ts.Symbol | null
  /** The path to the value as a function's comment writes it: `options.sizes[]`. */
  readonly path: string
}

/** A function with its parameters. */
export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunction

/** An opened project with the context for reading it. */
export interface Compiler {
  readonly project: Project
  readonly program: AskedProgram
  readonly checker: AskedChecker
  /** Path of the file that declares the SDK, as the compiler writes it. */
  readonly sdkFile: string
  /** That file, and those with the types of scenes and files, which it exports. */
  readonly sdkFiles: ReadonlySet<string>
  /** Resolved names, since the checker looks each up again. */
  readonly symbols: Map<ts.Node, ts.Symbol | undefined>
  /** Set when a type was too much for the checker: its later answers are unreliable. */
  isSpent: boolean
  readonly marks?: SpanMarks
  /** Opens the same files again, some of them with other texts. */
  reopen(texts?: ReadonlyMap<string, string>): Compiler
}

/** Options are ours, never those of a `tsconfig.json` nearby. No signature needs the DOM. */
const options: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  noEmit: true,
  types: [],
}

/** Opens the files and all they import, in one project. */
export function openCompiler(
  files: readonly string[],
  sdkFile: string,
  texts: ReadonlyMap<string, string> = new Map(),
): Compiler {
  const project = new Project({
    compilerOptions: { ...options, paths: { 'specimen-host/plugin': [sdkFile] } },
  })
  for (const file of files) project.addSourceFileAtPathIfExists(file)
  for (const [file, text] of texts) project.createSourceFile(file, text, { overwrite: true })
  const { compilerObject: program } = project.getProgram()
  return {
    project,
    program,
    checker: program.getTypeChecker(),
    sdkFile: sdkFile.replaceAll('\\', '/'),
    sdkFiles: listSdkFiles(sdkFile),
    symbols: new Map(),
    isSpent: false,
    reopen: (others) => openCompiler(files, sdkFile, others),
  }
}

/** Returns the place of a node, without the comments before it. Columns count UTF-16 units, as editors do. */
export function toSpan(node: ts.Node | Node): Span {
  const inner = 'compilerNode' in node ? node.compilerNode : node
  return toRangeSpan(inner.getSourceFile(), inner.getStart(), inner.getEnd())
}

/** Returns the source of a node on one line, shortened. */
export function toExcerpt(node: ts.Node | Node): string {
  const text = node.getText().replace(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
/** Returns the place of a stretch of a file, given in characters from its start. */
export function toRangeSpan(file: ts.SourceFile, from: number, to: number): Span {
  const start = file.getLineAndCharacterOfPosition(from)
  const end = file.getLineAndCharacterOfPosition(to)
  return {
    file: file.fileName,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  }
}

/** Returns the symbol of a name behind imports, re-exports and barrels; undefined if there is none. */
export function resolveSymbol(compiler: Compiler, name: ts.Node): ts.Symbol | undefined {
  const { checker, symbols } = compiler
  if (symbols.has(name)) return symbols.get(name)
  const symbol = checker.getSymbolAtLocation(name)
  const target = symbol && seeThrough(compiler, symbol)
  symbols.set(name, target)
  return target
}

/** Returns the final symbol of an import or export specifier; undefined where it cannot be resolved. */
export function seeThrough(compiler: Compiler, symbol: ts.Symbol): ts.Symbol | undefined {
  const isAlias = symbol.flags & ts.SymbolFlags.Alias
  const target = isAlias ? compiler.checker.getAliasedSymbol(symbol) : symbol
  // The checker's placeholders for unresolved names have no declarations.
  return target.declarations ? target : undefined
}

/** Returns the SDK's name for a symbol that the SDK declares, by its declaration, else null. */
export function toSdkName(compiler: Compiler, symbol: ts.Symbol | undefined): string | null {
  const declared = symbol?.declarations?.some((node) => compiler.sdkFiles.has(node.getSourceFile().fileName))
  return symbol && declared ? symbol.name : null
}

/** Returns the files of the SDK, in which its types are declared. */
export function listSdkFiles(sdkFile: string): ReadonlySet<string> {
  const entry = sdkFile.replaceAll('\\', '/')
  const beside = ['scene', 'file', 'places', 'table', 'numbers'].map((name) =>
    entry.replace(/plugin(\.d)?\.ts$/, `plugin-${name}$1.ts`),
  )
  return new Set([entry, ...beside])
}

/** Returns true for symbols of the language: `Promise`, `Array`, `Math`. */
export function isStandard(compiler: Compiler, symbol: ts.Symbol | undefined): boolean {
  return !!symbol?.declarations?.some((node) =>
    compiler.program.isSourceFileDefaultLibrary(node.getSourceFile()),
  )
}

/** Returns true for `{ [K in Keys]: … }`, in any file. */
export function isMappedType(type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Mapped) !== 0
}
