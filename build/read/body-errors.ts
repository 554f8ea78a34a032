/** Type errors inside functions, as `tsc` reports them: for authors at work, never to refuse a plugin. */
import { dirname } from 'node:path'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { listSdkFiles, toRangeSpan } from './compiler.ts'
import { type CompilerOptions, Project, type SourceFile, ts } from './port.ts'
import { toSentence } from './read-errors.ts'

const usual: CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  resolveJsonModule: true,
}

/** The errors inside functions, and the files whose texts they are about. */
export interface BodyErrors {
  readonly problems: readonly Diagnostic[]
  /** Absolute paths of the author's own modules. */
  readonly files: readonly string[]
}

/**
 * Returns the errors in the author's own modules behind plugins, but for those with a wrong syntax, with the
 * options of the tsconfig.json above them, or strict ones.
 */
export function listBodyErrors(entries: readonly string[], sdkFile: string): BodyErrors {
  const options = readOptions(dirname(entries[0] ?? '.'))
  const paths = { ...options.paths, 'specimen-host/plugin': [sdkFile] }
  const own = { ...options, paths, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true }
  const project = new Project({ compilerOptions: own })
  for (const entry of entries) project.addSourceFileAtPathIfExists(entry)
  project.resolveSourceFileDependencies()
  const files = project.getSourceFiles().filter((file) => {
    const isForeign = file.isDeclarationFile() || file.isFromExternalLibrary() || file.isInNodeModules()
    return !isForeign && !listSdkFiles(sdkFile).has(file.getFilePath())
  })
  // A broken text means other functions than its author's, and the build tells where it is broken.
  const sound = files.filter((file) => project.getProgram().getSyntacticDiagnostics(file).length === 0)
  const problems = sound.flatMap((file) => listErrors(project, file))
  return { problems, files: files.map((file) => file.getFilePath()) }
}

function listErrors(project: Project, file: SourceFile): Diagnostic[] {
  const errors = project.getProgram().getSemanticDiagnostics(file)
  return errors.flatMap(({ compilerObject: error }) => {
    const { category, start, length } = error
    if (category !== ts.DiagnosticCategory.Error || start === undefined) return []
    const span = toRangeSpan(file.compilerNode, start, start + (length ?? 0))
    const remedy = 'Correct it: the function is served as it is.'
    return [toWarning('typescript.body', { span, path: null, found: toSentence(error), remedy })]
  })
}

function readOptions(folder: string): CompilerOptions {
  const file = ts.findConfigFile(folder, ts.sys.fileExists)
  const onUnRecoverableConfigFileDiagnostic = (): void => undefined // reported by editors and tsc
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic }
  return (
    (file === undefined ? undefined : ts.getParsedCommandLineOfConfigFile(file, {}, host))?.options ?? usual
  )
}
