/** Gives vitest what `specimen build` gives plugins: `.wasm` and `.bin` imports as bytes, `.pdb` as text. */
import { readFileSync } from 'node:fs'

/** A Vite plugin, as far as this one needs to know the type. */
export interface AssetPlugin {
  readonly name: string
  readonly enforce: 'pre'
  load(id: string): string | undefined
}

/**
 * Returns a Vite plugin that loads `.wasm` and `.bin` files as modules whose default export is a Uint8Array, and
 * `.pdb` files as those of a text.
 */
export function loadAssets(): AssetPlugin {
  return {
    name: 'specimen-assets',
    enforce: 'pre',
    load(id) {
      if (id.endsWith('.pdb')) return `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`
      if (!/\.(wasm|bin)$/.test(id)) return undefined
      const text = JSON.stringify(readFileSync(id).toString('base64'))
      return `export default new Uint8Array(Buffer.from(${text}, 'base64'))`
    },
  }
}
