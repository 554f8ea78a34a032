/** The WebAssembly of packages, as hosts read it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** Returns the file that a package exports under a name. */
export async function readWasm(file: string): Promise<Uint8Array> {
  return await readFile(resolve(file))
}
