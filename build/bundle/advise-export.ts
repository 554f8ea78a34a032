import { readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { findPackage } from '../files/packages.ts'
import { readWasmNames } from './wasm-names.ts'

/** Names in a remedy; of more, those that resemble the missing one. */
const mostNames = 8

/**
 * Returns the remedy for an import of a name that a file does not export: the names that it has, as the
 * bundler names the file, from `folder`.
 */
export async function adviseExport(folder: string, file: string, name: string): Promise<string> {
  const path = join(folder, file.replace(/^[\w-]+:/, '').replace(/ with \{ .* \}$/, ''))
  const names = await listExports(path)
  const has = names.length === 0 ? 'no names' : listNear(names, name)
  const inPackage = findPackage(path)
  if (path.endsWith('.wasm'))
    return `Import what it exports (${has}), or its bytes: import bytes from './${basename(path)}'.`
  if (!inPackage) return `Correct the name: ${basename(path)} exports ${has}.`
  const place = relative(inPackage.folder, path).replaceAll(sep, '/')
  return (
    `${inPackage.name} gives Node the file ${place}, whatever its types declare. ` +
    `Import a name of that file: it exports ${has}.`
  )
}

async function listExports(path: string): Promise<readonly string[]> {
  if (path.endsWith('.wasm')) return readWasmNames(readFileSync(path))?.exports.map(({ name }) => name) ?? []
  const { metafile } = await build({
    entryPoints: [path],
    bundle: true,
    packages: 'external',
    write: false,
    format: 'esm',
    platform: 'node',
    metafile: true,
    logLevel: 'silent',
    loader: { '.wasm': 'empty' },
  })
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports)
}

/** Names come first that contain the wanted one, or begin as it does. */
function listNear(names: readonly string[], wanted: string): string {
  const plain = wanted.toLowerCase()
  const near = names.filter(
    (name) => name.toLowerCase().includes(plain) || plain.includes(name.toLowerCase()),
  )
  const alike = names.filter((name) => name.toLowerCase().startsWith(plain.slice(0, 3)))
  const listed = [...new Set([...near, ...alike, ...names])].slice(0, mostNames)
  return `${listed.join(', ')}${names.length > listed.length ? ', …' : ''}`
}
