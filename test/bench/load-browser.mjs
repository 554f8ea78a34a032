import { build } from 'esbuild'

/** The tests' own way to a browser, which is TypeScript. */
export async function loadBrowser() {
  const outfile = new URL('../../node_modules/.cache/open-browser.mjs', import.meta.url)
  const entry = new URL('../browser/open-browser.ts', import.meta.url)
  await build({
    entryPoints: [entry.pathname],
    outfile: outfile.pathname,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  return await import(outfile.href)
}
