/** Bundles for exported pages, where code runs without Node. */
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { isBuildFailure } from './read-messages.ts'

const options = {
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'silent',
} as const

/** Modules of Node that have a stand-in for pages. */
const standIns = new Set(['fs', 'path', 'timers/promises', 'url', 'zlib'])
/** Takes the place of `fetch` and `XMLHttpRequest` in a bundle, which reach its own files by them. */
const requests = fileURLToPath(new URL('in-page-requests.js', import.meta.url))
/** The module of a bundle in a page sees itself here, beside its own files. */
const place = { 'import.meta.url': '"file:///bundle/index.mjs"', 'import.meta.dirname': '"/bundle"' }

/** Names of Node that pages lack, for a module that is run by Node as in a page. */
const absentNames = ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate', 'require', 'module']
const absent = Object.fromEntries(
  absentNames.flatMap((name) => [name, `globalThis.${name}`].map((written) => [written, 'undefined'])),
)

/**
 * Bundles the module of a bundle for pages, or returns the reason why it cannot run there. One `like a
 * page` is for Node, and finds no more there than in a page.
 */
export async function bundleForPage(
  module: string,
  surroundings: 'page' | 'like a page' = 'page',
): Promise<
  { readonly code: string; readonly reason: null } | { readonly code: null; readonly reason: string }
> {
  try {
    const { outputFiles } = await build({
      ...options,
      entryPoints: [module],
      inject: [requests],
      minifyWhitespace: true, // comments name folders of this machine
      define: surroundings === 'page' ? place : { ...place, ...absent },
      logOverride: { 'import-is-undefined': 'error' },
      plugins: [surroundings === 'page' ? replaceBuiltins : hideBuiltins, replaceBuiltins],
    })
    return { code: outputFiles[0]?.text ?? '', reason: null }
  } catch (error) {
    if (!isBuildFailure(error)) throw error
    const { text = 'esbuild says no more', pluginName = '' } = error.errors[0] ?? {}
    if (pluginName) return { code: null, reason: text }
    const missing = findMissing(text)
    if (missing) return { code: null, reason: `it uses ${missing}, which pages do not have` }
    return { code: null, reason: `it cannot be bundled for pages (${text})` }
  }
}

/** Returns the name that a stand-in lacks, such as `gzipSync of node:zlib`, where esbuild says that. */
function findMissing(text: string): string | undefined {
  const [member] = /(?<=[iI]mport ")[^"]+/.exec(text) ?? []
  const name = [...standIns].find((found) => text.includes(toStandIn(found)))
  return member !== undefined && name !== undefined ? `${member} of node:${name}` : undefined
}

function toStandIn(name: string): string {
  return `in-page-${name.replace('/', '-')}.js`
}

/** Returns a script of the viewer as a module or not, with all that it imports at any time in one text. */
export async function joinScript(path: string, format: 'esm' | 'iife'): Promise<string> {
  const external = ['node:fs', 'node:path'] // of @gltf-transform/core, for Node alone
  const { outputFiles } = await build({ ...options, entryPoints: [path], format, minify: true, external })
  return outputFiles[0]?.text ?? ''
}

/** Refuses modules that have no stand-in. Where one is loaded at run time, that fails in the page. */
const replaceBuiltins: Plugin = {
  name: 'builtins',
  setup: ({ onResolve }) => {
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined
      const name = path.replace(/^node:/, '')
      if (standIns.has(name)) return { path: fileURLToPath(new URL(toStandIn(name), import.meta.url)) }
      if (kind !== 'import-statement') return { path, external: true }
      return { errors: [{ text: `it imports node:${name}` }] }
    })
  },
}

/** Fails where a module of Node is loaded at run time, as a page does. */
const hideBuiltins: Plugin = {
  name: 'hidden',
  setup: ({ onResolve, onLoad }) => {
    const namespace = 'specimen-hidden'
    onResolve({ filter: /.*/ }, ({ path, kind }) => {
      const isHidden =
        isBuiltin(path) && kind !== 'import-statement' && !standIns.has(path.replace(/^node:/, ''))
      return isHidden ? { path, namespace } : undefined
    })
    onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `throw new TypeError(${JSON.stringify(`Failed to fetch ${path}, a module that pages lack`)})`,
    }))
  },
}
