/** Type errors inside functions, as `tsc` reports them: for authors at work, never to refuse a plugin. */
import { dirname } from 'node:path'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { type CompilerSession, createHost, startCompiler, toRangeSpan, type ts } from './compiler.ts'
import { toSentence } from './read-errors.ts'

/**
 * Returns a function that checks the author's own modules behind plugins, with the options of the
 * tsconfig.json above them, or strict ones. It keeps parsed files.
 */
export function createBodyReader(sdkFile: string): (entries: readonly string[]) => Diagnostic[] {
  const session = startCompiler()
  let oldProgram: ts.Program | undefined
  return (entries) => {
    const { ts } = session
    const options = readOptions(session, dirname(entries[0] ?? '.'))
    const paths = { ...options.paths, 'specimen-host/plugin': [sdkFile] }
    const own = { ...options, paths, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true }
    const program = ts.createProgram({
      rootNames: entries,
      options: own,
      host: createHost(own, session, 'whole'),
      ...(oldProgram && { oldProgram }),
    })
    oldProgram = program
    const files = program.getSourceFiles().filter((file) => {
      const isPackage =
        program.isSourceFileFromExternalLibrary(file) || file.fileName.includes('/node_modules/')
      return !file.isDeclarationFile && !isPackage && file.fileName !== sdkFile.replaceAll('\\', '/')
    })
    return files.flatMap((file) => listErrors(session, program, file))
  }
}

function listErrors({ ts }: CompilerSession, program: ts.Program, file: ts.SourceFile): Diagnostic[] {
  const errors = program.getSemanticDiagnostics(file)
  return errors.flatMap((error) => {
    const { category, start, length } = error
    if (category !== ts.DiagnosticCategory.Error || start === undefined) return []
    const span = toRangeSpan(file, start, start + (length ?? 0))
    const remedy = 'Correct it: the function is served as it is.'
    return [toWarning('typescript.body', { span, path: null, found: toSentence(ts, error), remedy })]
  })
}

function readOptions({ ts }: CompilerSession, folder: string): ts.CompilerOptions {
  const file = ts.findConfigFile(folder, ts.sys.fileExists)
  const onUnRecoverableConfigFileDiagnostic = (): void => undefined // reported by editors and tsc
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic }
  const parsed = file === undefined ? undefined : ts.getParsedCommandLineOfConfigFile(file, {}, host)
  return (
    parsed?.options ?? {
      strict: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      resolveJsonModule: true,
    }
  )
}
