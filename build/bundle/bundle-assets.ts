/**
 * An esbuild plugin for the files that a bundle carries beside its module: imports of data (text or bytes),
 * files that a module reaches when it runs, and `.wasm` files beside CommonJS modules that read `__dirname`.
 */
import { readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { Loader, OnLoadResult, Plugin } from 'esbuild'
import { isFile } from '../files/paths.ts'
import { chooseKind, type ImportRefusal, isModulePath, readText, refuseFile } from './asset-kinds.ts'
import type { ModuleFiles } from './module-files.ts'
import { keepNative } from './native-packages.ts'
import { resolveOwn } from './own-modules.ts'
import { addWasmModules } from './wasm-modules.ts'

const wasmPattern = /["'`/]([\w.-]+\.wasm)["'`]/g
/** Maps of packages are left out: stacks name the bundled file, and unimported files stay out. */
const mapPattern = /^([ \t]*\/[/*])[#@] sourceMappingURL=/gm

/** Returns the esbuild plugins that collect what a bundle carries into `files`. */
export function listPlugins(files: ModuleFiles): Plugin[] {
  return [...(files.keepsNative ? [keepNative()] : []), collectAssets(files), resolveOwn(files.kept)]
}

function collectAssets(files: ModuleFiles): Plugin {
  return {
    name: 'specimen-assets',
    setup(build) {
      addWasmModules(build, files)
      build.onResolve({ filter: /^specimen-host\/plugin$/ }, ({ path }) => ({
        path,
        namespace: 'specimen-sdk',
      }))
      // The SDK holds types only. As CommonJS, so that importing a type by name without `type` is no missing
      // export.
      build.onLoad({ filter: /.*/, namespace: 'specimen-sdk' }, () => ({
        contents: 'module.exports = {}',
        loader: 'js',
      }))
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path, with: attributes }) => {
        const kind = chooseKind(path, attributes)
        if (kind === 'text') return toTextModule(path)
        if (kind === 'bytes') return { contents: toBytesModule(files.addFile(path)) }
        if (kind === 'json') return undefined
        if (kind !== null) return toFailure(kind)
        if (path.endsWith('.node')) return files.refuseAddon(path)
        return isModulePath(path) ? rewriteModule(files, path) : toFailure(refuseFile(path))
      })
    },
  }
}

function toTextModule(path: string): OnLoadResult {
  const text = readText(path)
  return typeof text === 'string' ? { contents: text, loader: 'text' } : toFailure(text)
}

/** esbuild adds the place of the import. */
function toFailure({ found, remedy }: ImportRefusal): OnLoadResult {
  return { errors: [{ text: found, detail: remedy }] }
}

function toBytesModule(name: string): string {
  const url = `new URL(${JSON.stringify(`./${name}`)}, import.meta.url)`
  return `import { readFileSync } from 'node:fs'\nexport default new Uint8Array(readFileSync(${url}))`
}

function rewriteModule(files: ModuleFiles, path: string): OnLoadResult | undefined {
  const contents = files.named.get(path) ?? files.texts.get(path) ?? readModule(files, path)
  const loader = extname(path).replace(/^\.[cm]?/, '') as Loader // a module's ending: js, jsx, ts or tsx
  return { contents, loader }
}

function readModule(files: ModuleFiles, path: string): string {
  const text = readFileSync(path, 'utf8')
  if (text.includes('__dirname')) addWasm(files, path, text)
  const plain = text.replace(/^\uFEFF/, '') // places of edits do not count it
  const contents = files.rewrite(path, plain).replace(mapPattern, '$1 sourceMappingURL=')
  files.texts.set(path, contents)
  return contents
}

/** CommonJS glue of Emscripten puts the path of its file together only when it runs. */
function addWasm(files: ModuleFiles, path: string, text: string): void {
  for (const [, name = ''] of text.matchAll(wasmPattern)) {
    const file = join(dirname(path), name)
    files.inputs.add(file)
    if (isFile(file)) files.addNamed(name, readFileSync(file), path)
  }
}
