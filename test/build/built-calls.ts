/** Bundles that are called as a host calls them: away from their sources. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { createFolder, run } from './temporary-plugins.ts'

/**
 * Builds one plugin, copies its bundle elsewhere and returns what its function makes of its default
 * parameters.
 */
export async function callBuilt(files: {
  readonly [path: string]: string | Uint8Array
}): Promise<{ x: number; folder: string }> {
  const source = createFolder(files)
  const { code, stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const folder = createFolder({})
  cpSync(join(source, 'out/part'), folder, { recursive: true })
  const entry = join(folder, 'index.mjs')
  // The test runner would read the map, and takes a % in a name of a source for an encoded letter.
  writeFileSync(entry, readFileSync(entry, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''))
  const module = (await import(pathToFileURL(entry).href)) as {
    make(): Promise<{ vertices: Float32Array }>
  }
  const { vertices } = await module.make()
  return { x: vertices[0] ?? Number.NaN, folder }
}

/** A plugin whose first coordinate is the value of `expression`. */
export function toPlugin(imports: string, expression: string): string {
  return `import type { Mesh } from 'specimen-host/plugin'
${imports}
export async function make(): Promise<Mesh> {
  return { vertices: new Float32Array([${expression}, 0, 0]), indices: new Uint32Array() }
}
`
}
