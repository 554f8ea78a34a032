/** ts-morph as `dist` loads it: for an import, Node would search its 10 MB of CommonJS for names (0.15 s). */
import { createRequire } from 'node:module'

export const { Node, Project, SyntaxKind, ts } = createRequire(import.meta.url)('ts-morph')
