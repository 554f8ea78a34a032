import { build } from 'esbuild'

/** The viewer's style, with every room's: what its page has. */
export const bundleStyle = (): Promise<string> => bundleEntry('core/viewer/page/style.css')

/** How a bundle is written. */
interface BundleOptions {
  readonly format?: 'iife' | 'esm'
  readonly globalName?: string
}

/** Files of tests that run in one process have the bundles of the same entries in common. */
const bundles = new Map<string, Promise<string>>()

/** Returns a module of the tests as one script for a page, with what it imports, bundled as the viewer is. */
export async function bundleEntry(entry: string, options: BundleOptions = {}): Promise<string> {
  const key = JSON.stringify([entry, options])
  const bundle = bundles.get(key) ?? makeBundle(entry, options)
  bundles.set(key, bundle)
  return await bundle
}

async function makeBundle(entry: string, options: BundleOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    ...options,
  })
  return outputFiles[0]?.text ?? ''
}
