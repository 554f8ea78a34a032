import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken } from '../../core/service/access/token.ts'
import { type TokenLine, writeLine } from '../../core/service/access/token-file.ts'

/** Writes a file of tokens, for all that is not said otherwise; returns it, and what returns the text of each. */
export function writeTokens(grants: { readonly [name: string]: Partial<TokenLine> }) {
  const made = Object.entries(grants).map(([name, more]) => {
    const { text, ...token } = createToken(randomBytes)
    const grant = { name, scopes: ['read', 'invoke'] as const, rooms: null, specimens: null }
    return {
      name,
      text,
      line: writeLine({ ...token, ...grant, endsAt: Number.POSITIVE_INFINITY, ...more }),
    }
  })
  const tokens = join(mkdtempSync(join(tmpdir(), 'specimen-tokens-')), 'tokens.txt')
  writeFileSync(tokens, made.map(({ line }) => line).join('\n'))
  const textsByName = Object.fromEntries(made.map(({ name, text }) => [name, text]))
  return { tokens, textOfToken: (name: string) => textsByName[name] ?? '' }
}
