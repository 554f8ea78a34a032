/**
 * An esbuild plugin for the files that a bundle carries beside its module: imports of data (text or bytes),
 * files that a module addresses by `new URL('x', import.meta.url)` as Emscripten's glue does, and `.wasm`
 * files beside CommonJS modules that read `__dirname`. Names carry a hash, so that two packages may have
 * files of the same name.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Loader, OnLoadResult, Plugin } from 'esbuild'
import { hashBytes } from '../files/file-state.ts'
import { isFile } from '../files/paths.ts'
import { chooseKind, type ImportRefusal, isModulePath, readText, refuseFile } from './asset-kinds.ts'

/** The files of a bundle by their path in it. */
export type Assets = Map<string, Uint8Array>

const urlPattern = /new URL\(\s*(["'`])([^"'`$]+)\1\s*,\s*import\.meta\.url\s*\)/g
const wasmPattern = /["'`/]([\w.-]+\.wasm)["'`]/g
/** Maps of packages are left out: stacks name the bundled file, and unimported files stay out. */
const mapPattern = /^([ \t]*\/[/*])[#@] sourceMappingURL=/gm

/** Returns the esbuild plugin that collects assets into `assets`, and the paths it tried into `inputs`. */
export function collectAssets(assets: Assets, inputs: Set<string>): Plugin {
  return {
    name: 'specimen-assets',
    setup(build) {
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
        if (kind === 'bytes') return { contents: toBytesModule(addFile(assets, path)) }
        if (kind === 'json') return undefined
        if (kind !== null) return toFailure(kind)
        return isModulePath(path) ? rewriteModule(assets, inputs, path) : toFailure(refuseFile(path))
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

function rewriteModule(assets: Assets, inputs: Set<string>, path: string): OnLoadResult | undefined {
  const text = readFileSync(path, 'utf8')
  const folder = dirname(path)
  if (text.includes('__dirname')) {
    for (const [, name = ''] of text.matchAll(wasmPattern)) {
      inputs.add(join(folder, name))
      if (isFile(join(folder, name))) addNamed(assets, name, readFileSync(join(folder, name)), path)
    }
  }
  if (!/import\.meta\.url|sourceMappingURL=/.test(text)) return undefined
  const contents = text
    .replace(mapPattern, '$1 sourceMappingURL=')
    .replace(urlPattern, (whole: string, _quote: string, target: string) => {
      const file = join(folder, target)
      if (isModulePath(target) || /^[a-z]+:/i.test(target)) return whole
      inputs.add(file)
      if (!isFile(file)) return whole
      return `new URL(${JSON.stringify(`./${addFile(assets, file)}`)}, import.meta.url)`
    })
  const loader = extname(path).replace(/^\.[cm]?/, '') as Loader // a module's ending: js, jsx, ts or tsx
  return contents === text ? undefined : { contents, loader }
}

function addFile(assets: Assets, path: string): string {
  const bytes = readFileSync(path)
  const extension = extname(path)
  const name = `${basename(path, extension)}-${hashBytes(bytes).slice(0, 8)}${extension}`
  addNamed(assets, name, bytes, path)
  return name
}

function addNamed(assets: Assets, name: string, bytes: Uint8Array, from: string): void {
  const known = assets.get(name)
  if (known && !Buffer.from(known).equals(bytes)) {
    const found = `Two different files would be called ${name} in the bundle`
    throw new Error(`${found}; the second belongs to ${from}.`)
  }
  assets.set(name, bytes)
}
