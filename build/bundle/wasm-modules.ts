/**
 * `.wasm` files that are imported as modules, by their exports: instantiated with the modules that they
 * import, as the ESM integration proposal of WebAssembly has it, and as wasm-bindgen writes for bundlers.
 * Their default stays their bytes.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, relative, sep } from 'node:path'
import type { OnLoadResult, OnResolveArgs, OnResolveResult, PartialMessage, PluginBuild } from 'esbuild'
import { findPackage } from '../files/packages.ts'
import { wasmModuleEnd } from './asset-kinds.ts'
import type { ModuleFiles } from './module-files.ts'
import { readWasmNames, type WasmNames } from './wasm-names.ts'

const namespace = 'specimen-wasm'

/** Resolves and loads specifiers that end in {@link wasmModuleEnd}. */
export function addWasmModules(build: PluginBuild, files: ModuleFiles): void {
  build.onResolve({ filter: /\.wasm\?module$/ }, async (from) => await resolveWasm(build, from))
  build.onLoad({ filter: /.*/, namespace }, async ({ pluginData }) => {
    const path: string = pluginData // what `resolveWasm` gave
    return await loadWasm(build, files, path)
  })
}

async function resolveWasm(build: PluginBuild, from: OnResolveArgs): Promise<OnResolveResult> {
  const { importer, resolveDir, kind } = from
  const { path, errors } = await build.resolve(from.path.slice(0, -wasmModuleEnd.length), {
    importer,
    resolveDir,
    kind,
  })
  if (errors.length > 0) return { errors }
  // The name stands in the bundle, and no folder of this machine may.
  const { absWorkingDir: folder = '' } = build.initialOptions
  return { path: relative(folder, path).replaceAll(sep, '/'), namespace, pluginData: path }
}

async function loadWasm(build: PluginBuild, files: ModuleFiles, path: string): Promise<OnLoadResult> {
  files.inputs.add(path)
  const names = readWasmNames(readFileSync(path))
  if (names === null) return { errors: [refuseDamaged(path)] }
  const { imports, exports } = names
  const resolveDir = dirname(path)
  const modules = [...new Set(imports.map(({ module }) => module))]
  for (const module of modules) {
    const { errors } = await build.resolve(module, { importer: path, resolveDir, kind: 'import-statement' })
    if (errors.length > 0) return { errors: [refuseImport(path, module)] }
  }
  return { contents: writeModule(path, modules, { imports, exports }), resolveDir }
}

/**
 * Returns the text of the module. It is made at once and not behind an `await`: a bundle for pages runs in a
 * worker, where a module of any size may be. A constant of another language is a number to the importer, as
 * the proposal says; one that changes stays the object that has its value.
 */
function writeModule(path: string, modules: readonly string[], { imports, exports }: WasmNames): string {
  const taken = new Map(imports.map(({ module, name }) => [JSON.stringify([module, name]), { module, name }]))
  const names = [...taken.values()].map((each, i) => ({ ...each, as: `import${i}` }))
  const lines = modules.flatMap((module) => {
    const own = names.filter((each) => each.module === module)
    const listed = own.map(({ name, as }) => `${JSON.stringify(name)} as ${as}`).join(', ')
    const specifier = module.endsWith('.wasm') ? module + wasmModuleEnd : module
    return `import { ${listed} } from ${JSON.stringify(specifier)}`
  })
  const given = modules.map((module) => {
    const members = names.filter((each) => each.module === module)
    const listed = members.map(({ name, as }) => `${JSON.stringify(name)}: ${as}`).join(', ')
    return `${JSON.stringify(module)}: { ${listed} }`
  })
  const constants = exports.some(({ kind }) => kind === 'global') ? [globalValue] : []
  const outward = exports.map(({ name, kind }, i) => {
    const member = `exports[${JSON.stringify(name)}]`
    const value = kind === 'global' ? `toValue(${member})` : member
    return `const export${i} = ${value}; export { export${i} as ${JSON.stringify(name)} }`
  })
  const isDefault = exports.some(({ name }) => name === 'default')
  return [
    `import bytes from ${JSON.stringify(`./${basename(path)}`)}`,
    ...lines,
    ...(isDefault ? [] : ['export default bytes']),
    `const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { ${given.join(', ')} })`,
    ...constants,
    ...outward,
  ].join('\n')
}

/** Writing tells constants from variables: a constant refuses to be written. */
const globalValue =
  'const toValue = (global) => { ' +
  'try { global.value = global.value; return global } catch { return global.value } }'

function refuseDamaged(path: string): PartialMessage {
  return {
    text: `${basename(path)} is no WebAssembly module that Node can compile, so it has no exports to import.`,
    detail: `Write the file again, or import its bytes: import bytes from './${basename(path)}'.`,
  }
}

function refuseImport(path: string, module: string): PartialMessage {
  const name = basename(path)
  const inPackage = findPackage(path)
  const text =
    `${name} is imported as a module, by its exports, and asks for the module "${module}", ` +
    'which is not there.'
  const detail = inPackage
    ? `Take another entry of ${inPackage.name}, for the web or with the bytes inside (often called compat, ` +
      'web or inline; its README or "exports" name them).'
    : `Import its bytes, and give it what it asks for: import bytes from './${name}', then ` +
      `await WebAssembly.instantiate(bytes, { ${JSON.stringify(module)}: { … } }).`
  return { text, detail }
}
