/** The version of this package, for logs, handshakes and `--version`. */
import { createRequire } from 'node:module'

// Our own package.
export const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
