/** Tests come in by the front door: `specimen-host` resolves to dist/, which `npm test` builds first. */
import { defineConfig } from 'vitest/config'
import { loadAssets } from './content/load-assets.ts'

export default defineConfig({
  plugins: [loadAssets()],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    server: { deps: { inline: [/\.wasm$/] } },
  },
})
