/** The version of this package, for logs, handshakes and `--version`. */
import { createRequire } from 'node:module'

export const { version } = createRequire(import.meta.url)('../package.json') as { version: string } // our own package
