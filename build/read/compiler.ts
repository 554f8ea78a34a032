/**
 * The TypeScript compiler, opened over a set of plugins. Only the reader's files use it.
 *
 * ts-morph brings a compiler and its standard library in one package, so the result does not depend on the
 * TypeScript an author has installed. Its projects and wrapped nodes are not used: wrapping costs more than
 * reading.
 */
import type { DocTag, FunctionSignature, ParameterSignature } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { type LoadedCompiler, loadCompiler, type ts } from './load-compiler.ts'
import { type Resolutions, recordResolutions } from './resolutions.ts'

export type { ts } from './load-compiler.ts'

/** The used part of the checker, which TypeScript 7 could implement by its own interface. */
export type Checker = Pick<
  ts.TypeChecker,
  | 'getAliasedSymbol'
  | 'getApparentType'
  | 'getAwaitedType'
  | 'getBooleanType'
  | 'getConstantValue'
  | 'getDeclaredTypeOfSymbol'
  | 'getExportsOfModule'
  | 'getFalseType'
  | 'getImmediateAliasedSymbol'
  | 'getIndexInfosOfType'
  | 'getNonNullableType'
  | 'getPropertiesOfType'
  | 'getPropertyOfType'
  | 'getResolvedSignature'
  | 'getShorthandAssignmentValueSymbol'
  | 'getSignatureFromDeclaration'
  | 'getSymbolAtLocation'
  | 'getTrueType'
  | 'getTypeArguments'
  | 'getTypeAtLocation'
  | 'getTypeFromTypeNode'
  | 'getTypeOfSymbol'
  | 'getTypeOfSymbolAtLocation'
  | 'isArrayType'
  | 'isTupleType'
  | 'isTypeAssignableTo'
  | 'typeToString'
>

/** The brands of a program, and the places where they came out. */
export interface SpanMarks {
  /** Notes the brands of a type that is read at a place. */
  note(type: ts.Type, at: ValuePlace): void
  /** Drops the brands of a property's own tags. */
  settle(owner: ts.Symbol, tags: readonly DocTag[]): void
  /** Returns the tags lost in a function, whose comment has tags by path (`named`), and forgets them. */
  take(
    parameters: readonly ParameterSignature[],
    named: ReadonlyMap<string, { readonly tags: readonly DocTag[] }>,
  ): FunctionSignature['strayTags']
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

/** An opened program with the context for reading it. */
export interface Compiler {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: Checker
  /** Path of the file that declares the SDK, as the compiler writes it. */
  readonly sdkFile: string
  /** Resolved names, since the checker looks each up again. */
  readonly symbols: Map<ts.Node, ts.Symbol | undefined>
  readonly resolutions: Pick<Resolutions, 'of'>
  /** Set when a type was too much for the checker: its later answers are unreliable. */
  isSpent: boolean
  readonly marks?: SpanMarks
  /** Returns the same program with a fresh checker. */
  renew(): Compiler
  /** Returns a program of the same files with other texts. */
  rewrite(toText: (file: ts.SourceFile) => string): Compiler
}

/** A loaded compiler with its parsed files, by path. */
export interface CompilerSession extends LoadedCompiler {
  readonly parsed: Map<string, ts.SourceFile>
  /** Files of the standard library, which never change. */
  readonly parsedLibrary: Map<string, ts.SourceFile>
}

/** Loads the compiler. It costs more than reading a hundred plugins, so callers keep the session. */
export function startCompiler(): CompilerSession {
  return { ...loadCompiler(), parsed: new Map(), parsedLibrary: new Map() }
}

/** The standard library is in memory, under a path that no author has. */
const libraryFolder = '/specimen-standard-library'

/**
 * Opens the files and all they import, in one program. Options are ours, never those of a `tsconfig.json`
 * nearby. The standard library has no DOM: parsing it would double the time of a small build, and no
 * signature needs it.
 */
export function openCompiler(
  files: readonly string[],
  sdkFile: string,
  session: CompilerSession = startCompiler(),
): Compiler {
  const { ts } = session
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
    paths: { 'specimen-host/plugin': [sdkFile] },
  }
  const plain = createHost(options, session, 'small')
  const resolutions = recordResolutions(ts, plain)
  const open = (host: ts.CompilerHost, oldProgram?: ts.Program): Compiler => {
    const program = ts.createProgram({
      rootNames: [...files],
      options,
      host,
      ...(oldProgram && { oldProgram }),
    })
    const checker = program.getTypeChecker()
    const compiler = {
      ts,
      program,
      checker,
      sdkFile: sdkFile.replaceAll('\\', '/'),
      isSpent: false,
      resolutions,
    }
    return {
      ...compiler,
      symbols: new Map(),
      renew: () => open(host, program),
      rewrite: (toText) => open(rewriteFiles(ts, host, toText)),
    }
  }
  return open({ ...plain, ...resolutions.hooks })
}

function rewriteFiles(
  typescript: typeof ts,
  host: ts.CompilerHost,
  toText: (file: ts.SourceFile) => string,
): ts.CompilerHost {
  return {
    ...host,
    getSourceFile: (path, settings) => {
      const file = host.getSourceFile(path, settings)
      const text = file && toText(file)
      return text === undefined || text === file?.text
        ? file
        : typescript.createSourceFile(path, text, settings)
    },
  }
}

/** Returns the compiler host of a program, without DOM and hosts, which would double a small build. */
export function createHost(
  options: ts.CompilerOptions,
  session: CompilerSession,
  extent: 'small' | 'whole',
): ts.CompilerHost {
  const { ts, library } = session
  const disk = ts.createCompilerHost(options)
  const readLibrary = (path: string): string | undefined =>
    extent === 'small' && /dom|webworker|scripthost/.test(path)
      ? undefined
      : library.get(path.slice(libraryFolder.length + 1))
  // The comments of the standard library are not read; parsing them takes half of its time.
  const { ParseAll, ParseNone } = ts.JSDocParsingMode
  return {
    ...disk,
    getDefaultLibFileName: () => `${libraryFolder}/${ts.getDefaultLibFileName(options)}`,
    getDefaultLibLocation: () => libraryFolder,
    fileExists: (path) => (isLibrary(path) ? readLibrary(path) !== undefined : disk.fileExists(path)),
    readFile: (path) => (isLibrary(path) ? readLibrary(path) : disk.readFile(path)),
    getSourceFile: (path, settings) => {
      const parsed = isLibrary(path) ? session.parsedLibrary : session.parsed
      const known = parsed.get(path)
      if (known && isLibrary(path)) return known
      const text = isLibrary(path) ? readLibrary(path) : disk.readFile(path)
      if (text === undefined) return undefined
      if (known?.text === text) return known
      const given = typeof settings === 'object' ? settings : { languageVersion: settings }
      const file = ts.createSourceFile(path, text, {
        ...given,
        jsDocParsingMode: isLibrary(path) ? ParseNone : ParseAll,
      })
      parsed.set(path, file)
      return file
    },
  }
}

function isLibrary(path: string): boolean {
  return path.startsWith(`${libraryFolder}/`)
}

/** Returns the place of a node, without the comments before it. Columns count UTF-16 units, as editors do. */
export function toSpan(node: ts.Node): Span {
  return toRangeSpan(node.getSourceFile(), node.getStart(), node.getEnd())
}

/** Returns the source of a node on one line, shortened. */
export function toExcerpt(node: ts.Node): string {
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
  const isAlias = symbol.flags & compiler.ts.SymbolFlags.Alias
  const target = isAlias ? compiler.checker.getAliasedSymbol(symbol) : symbol
  // The checker's placeholders for unresolved names have no declarations.
  return target.declarations ? target : undefined
}

/** Returns the SDK's name for a symbol that the SDK declares, by its declaration, else null. */
export function toSdkName(compiler: Compiler, symbol: ts.Symbol | undefined): string | null {
  const declared = symbol?.declarations?.some((node) => node.getSourceFile().fileName === compiler.sdkFile)
  return symbol && declared ? symbol.name : null
}

/** Returns true for symbols of the language: `Promise`, `Array`, `Math`. */
export function isStandard(compiler: Compiler, symbol: ts.Symbol | undefined): boolean {
  return !!symbol?.declarations?.some((node) =>
    compiler.program.isSourceFileDefaultLibrary(node.getSourceFile()),
  )
}

/** Returns true for `{ [K in Keys]: … }`, in any file. */
export function isMappedType({ ts }: Compiler, type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & ts.ObjectFlags.Mapped) !== 0
}
