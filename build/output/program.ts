/** The files of the building program, and the place of the SDK's types. */
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the SDK's types: declarations in `dist`, or their source when run from there. */
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
 * Returns the files of the running program: its output depends on their bytes, and on Node. They are its own
 * code, the SDK's types, and the package.json of each package it builds with, which has the version.
 */
export function listProgram(sdkFile: string): string[] {
  const folder = dirname(fileURLToPath(import.meta.url))
  const isSource = existsSync(join(folder, 'program.ts'))
  const folders = isSource ? [join(folder, '..'), join(folder, '../../core/contract')] : [folder]
  const code = folders.flatMap((path) =>
    readdirSync(path, { recursive: isSource, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name))
      .map((name) => join(path, name)),
  )
  const sdk = readdirSync(dirname(sdkFile)).filter((name) => /^plugin[\w-]*(\.d)?\.ts$/.test(name))
  const packages = ['ts-morph', '@ts-morph/common', 'esbuild'].flatMap(findPackage)
  return [...code.sort(), ...sdk.sort().map((name) => join(dirname(sdkFile), name)), ...packages]
}

function findPackage(name: string): string[] {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? []
  const file = paths.map((path) => join(path, name, 'package.json')).find((path) => existsSync(path))
  return file ? [file] : []
}
