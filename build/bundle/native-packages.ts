/**
 * Packages with native code, which no bundle can hold: refused once each, or left out of the bundle where the
 * plugin asks operators for them (`@needs native`). Hosts then load them from `node_modules` beside the
 * bundles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'esbuild'
import { nativePackagesKey } from '../../core/contract/domain/manifest.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../core/contract/values/json.ts'
import { findInstalled, findPackage } from '../files/packages.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import { type PluginSource, startOf } from '../model/signature.ts'

/** Packages that find a binary for the ones that depend on them. */
const finders = ['bindings', 'node-gyp-build', 'node-gyp-build-optional-packages', '@mapbox/node-pre-gyp']
const deepest = 6

/**
 * Returns true for a package that has native code, itself or in a package of this platform that it asks
 * for.
 */
export function isNative(folder: string): boolean {
  const { gypfile, dependencies, optionalDependencies } = readPackage(folder)
  if (gypfile === true || existsSync(join(folder, 'binding.gyp')) || holdsAddon(folder, deepest)) return true
  const asked = [dependencies, optionalDependencies].flatMap((list) =>
    isJsonObject(list) ? Object.keys(list) : [],
  )
  if (asked.some((name) => finders.includes(name))) return true
  return asked.some((name) => {
    const found = findInstalled(name, folder)
    return found !== null && readPackage(found).cpu !== undefined && holdsAddon(found, deepest)
  })
}

function readPackage(folder: string): JsonObject {
  const file = join(folder, 'package.json')
  const value = existsSync(file) ? parseJson(readFileSync(file, 'utf8'), file) : null
  return isJsonObject(value) ? value : {}
}

function holdsAddon(folder: string, depth: number): boolean {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.isFile() && entry.name.endsWith('.node'))) return true
  const inner = entries.filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  return depth > 0 && inner.some(({ name }) => holdsAddon(join(folder, name), depth - 1))
}

/** Returns the one refusal of a package, or of an author's own file, that is native code. */
export function refuseNative({ name, entry }: PluginSource, file: string): Diagnostic {
  const found = findPackage(file)
  const subject = found ? `The package ${found.name} has` : `${basename(file)} is`
  const place = found ? ` (${basename(file)})` : ''
  const wayOut = found
    ? ` Or leave it to hosts that trust it: write @needs native into the comment of a function of ${name}, ` +
      `install ${found.name} beside the bundles, and serve with --allow ${name}:native.`
    : ' Or put it into a package, which hosts can load by consent (@needs native).'
  return toError('bundle.failed', {
    span: startOf(entry),
    path: null,
    found: `${subject} native code${place}, which the bundle ${name} cannot hold.`,
    remedy: `Use a build of it as WebAssembly, or another package.${wayOut}`,
  })
}

const namespace = 'specimen-native'

/** Returns the esbuild plugin that leaves packages with native code to the host. */
export function keepNative(): Plugin {
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /^[^./\\]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === namespace || path.startsWith('node:') || from.kind === 'entry-point')
          return undefined
        const { path: file, errors } = await build.resolve(path, {
          importer: from.importer,
          resolveDir: from.resolveDir,
          kind: from.kind,
          pluginData: namespace,
        })
        const found = errors.length === 0 ? findPackage(file) : null
        return found && isNative(found.folder) ? { path, namespace } : undefined
      })
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ contents: toLoader(path), loader: 'js' }))
    },
  }
}

/** Returns a module that loads a package from the place that hosts name; they name none without consent. */
function toLoader(path: string): string {
  const problem =
    `The package ${path} has native code, which this host does not load for this bundle: ` +
    'it is to be allowed (--allow NAME:native) and installed beside the bundles.'
  return `const place = globalThis[Symbol.for(${JSON.stringify(nativePackagesKey)})]
if (typeof place !== 'string') throw new Error(${JSON.stringify(problem)})
module.exports = require('node:module').createRequire(place)(${JSON.stringify(path)})`
}
