/** Tests come in by the front door: `specimen-host` resolves to dist/, which `npm test` builds first. */
import { defineConfig } from 'vitest/config'
import { loadAssets } from './plugins/load-assets.ts'

/** Milliseconds: ends what hangs. A busy machine may be slow; nothing is expected to be fast. */
const limit = 120_000

export default defineConfig({
  plugins: [loadAssets()],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: limit - 10_000, interval: 20 } },
    maxWorkers: 2,
    server: { deps: { inline: [/\.wasm$/] } },
  },
})
