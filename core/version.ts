import { createRequire } from 'node:module'

const ownPackage: { readonly version: string } = createRequire(import.meta.url)('../package.json')

/** The version of this package, for logs, handshakes and `--version`. */
export const { version } = ownPackage
