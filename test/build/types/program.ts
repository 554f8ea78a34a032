/** The TypeScript inside ts-morph, opened over files of a folder: the judge of the tests here. */
import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget, type ts } from 'ts-morph'
import { sdkFile } from '../temporary-plugins.ts'

/** Returns a project with the options of the build, over these files and what they import. */
export function openProject(files: readonly string[]): Project {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
    compilerOptions: {
      strict: true,
      target: ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      paths: { 'specimen-host/plugin': [sdkFile] },
    },
  })
  for (const file of files) project.addSourceFileAtPath(file)
  return project
}

/** Returns the compiler's own program of a project as it is now. */
export function toProgram(project: Project): ts.Program {
  return project.getProgram().compilerObject
}
