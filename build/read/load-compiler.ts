/** Loads the TypeScript compiler and its standard library through ts-morph, which brings both. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Project, ts } from 'ts-morph'
import { requireKept } from './code-cache.ts'

export type { ts }

/** The compiler and its standard library. */
export interface LoadedCompiler {
  readonly ts: typeof ts
  /** Texts of the standard library by file name, as `lib.es2023.d.ts`. */
  readonly library: Pick<ReadonlyMap<string, string>, 'get'>
  /** Keeps the compiled code for other processes; to be called after use. */
  readonly keepCode: () => void
}

/** @throws `MODULE_NOT_FOUND` where ts-morph is not installed */
export function loadCompiler(): LoadedCompiler {
  const require = createRequire(import.meta.url)
  const [above = ''] = require.resolve('ts-morph').split(join('/', 'node_modules', '/'))
  const folder = join(above, 'node_modules/.cache/specimen-host')
  const { exports, keepCode } = requireKept(require, 'ts-morph', folder)
  const compiler = exports as { ts: typeof ts; Project: typeof Project } // the package's own types
  return { ts: compiler.ts, library: openLibrary(compiler.Project), keepCode }
}

/** Finds ts-morph's folder of the library by a nearly empty program; a whole project takes 0.2 s more. */
function openLibrary(ProjectClass: typeof Project): LoadedCompiler['library'] {
  const small = 'lib.decorators.legacy.d.ts'
  const project = new ProjectClass({
    useInMemoryFileSystem: true,
    compilerOptions: { lib: [small], types: [] },
  })
  project.createSourceFile('empty.ts')
  const files = project.getProgram().compilerObject.getSourceFiles()
  const path = files.map(({ fileName }) => fileName).find((name) => name.endsWith(`/${small}`))
  if (path === undefined) throw new Error('ts-morph has no standard library; install it again.')
  const host = project.getModuleResolutionHost()
  return { get: (name) => host.readFile(path.replace(small, name)) }
}
