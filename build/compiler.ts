/**
 * The TypeScript compiler, opened over a set of plugins: the one file that imports ts-morph. The reader's files use
 * what it hands out; nothing else of the build knows that it exists.
 *
 * ts-morph brings a compiler and its standard library in one package, so the result does not depend on the TypeScript
 * an author has installed. Its wrapped nodes are not used: wrapping costs more than reading.
 */
import { Project, ts } from 'ts-morph'
import type { Span } from './signature.ts'

export type { ts }

/** An opened program and what reading needs to know about it. */
export interface Compiler {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
  /** Path of the file that declares the SDK, as the compiler writes it. */
  readonly sdkFile: string
}

/**
 * Opens the files and all they import, in one program. Options are ours, never those of a `tsconfig.json` nearby.
 * The standard library has no DOM: parsing it would double the time of a small build, and no signature needs it.
 */
export function openCompiler(files: readonly string[], sdkFile: string): Compiler {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      strict: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      noEmit: true,
      types: [],
      paths: { 'specimen-host/plugin': [sdkFile] },
    },
  })
  for (const file of files) project.addSourceFileAtPath(file)
  const program = project.getProgram().compilerObject
  return { ts, program, checker: program.getTypeChecker(), sdkFile: sdkFile.replaceAll('\\', '/') }
}

/** Returns where a node is written, without the comments before it. Columns count UTF-16 units, as editors do. */
export function toSpan(node: ts.Node): Span {
  return toRangeSpan(node.getSourceFile(), node.getStart(), node.getEnd())
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

/** Returns the symbol that a name stands for, seen through imports, re-exports and barrels; undefined if there is none. */
export function resolveSymbol(compiler: Compiler, name: ts.Node): ts.Symbol | undefined {
  const symbol = compiler.checker.getSymbolAtLocation(name)
  return symbol && seeThrough(compiler, symbol)
}

/** Returns what an import or export specifier stands for in the end; undefined where it cannot be resolved. */
export function seeThrough(compiler: Compiler, symbol: ts.Symbol): ts.Symbol | undefined {
  const isAlias = symbol.flags & compiler.ts.SymbolFlags.Alias
  const target = isAlias ? compiler.checker.getAliasedSymbol(symbol) : symbol
  return target.declarations ? target : undefined // the checker's stand-ins for what it cannot find have no declarations
}

/** Returns the SDK's name for a symbol that the SDK declares, else null. Decided by its declaration, never by spelling. */
export function toSdkName(compiler: Compiler, symbol: ts.Symbol | undefined): string | null {
  const declared = symbol?.declarations?.some((node) => node.getSourceFile().fileName === compiler.sdkFile)
  return symbol && declared ? symbol.name : null
}

/** Returns whether a symbol comes with the language: `Promise`, `Array`, `Math`. */
export function isStandard(compiler: Compiler, symbol: ts.Symbol | undefined): boolean {
  return !!symbol?.declarations?.some((node) => compiler.program.isSourceFileDefaultLibrary(node.getSourceFile()))
}
