/**
 * Which program builds: the place of the SDK's types, and a hash that changes with anything that changes
 * bundles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashBytes } from '../files/file-state.ts'

/**
 * Returns the SDK's types, which lie beside the running program: declarations in `dist`, or their source when
 * run from there.
 */
export function findSdk(): string {
  const candidates = ['./types/core/plugin.d.ts', '../../core/plugin.ts']
  const file = candidates
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  if (!file)
    throw new Error(
      `The types of specimen-host/plugin are missing beside ${import.meta.url}; install the package again.`,
    )
  return file
}

/**
 * Returns the hash of the running build's own code, of the SDK's types, and of the versions of what it builds
 * with.
 */
export function hashGenerator(sdkFile: string): string {
  const folder = dirname(fileURLToPath(import.meta.url))
  const isSource = existsSync(join(folder, 'generator.ts'))
  const folders = isSource ? [join(folder, '..'), join(folder, '../../core/domain')] : [folder]
  const files = folders.flatMap((path) =>
    readdirSync(path, { recursive: isSource, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => join(path, name)),
  )
  // And what it refers to.
  const sdkFiles = readdirSync(dirname(sdkFile)).filter((name) => /^plugin[\w-]*(\.d)?\.ts$/.test(name))
  const code = [...files, ...sdkFiles.map((name) => join(dirname(sdkFile), name))]
    .sort()
    .map((path) => hashBytes(readFileSync(path)))
  const versions = ['ts-morph', '@ts-morph/common', 'esbuild'].map(readVersion)
  return hashBytes([...code, ...versions, process.version].join('\n'))
}

/** Returns the version of an installed package without loading it. */
function readVersion(name: string): string {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? []
  const file = paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path))
  if (!file) return `${name} is not installed`
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'))
  return `${name} ${version}`
}
