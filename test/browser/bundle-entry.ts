import { build } from 'esbuild'

/** The viewer's style, with every room's: what its page has. */
export const bundleStyle = (): Promise<string> => bundleEntry('core/viewer/page/style.css')

/** Returns a module of the tests as one script for a page, with what it imports, bundled as the viewer is. */
export async function bundleEntry(
  entry: string,
  options: { readonly format?: 'iife' | 'esm'; readonly globalName?: string } = {},
): Promise<string> {
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
