/** Which pages of other origins may use the API (CORS), through @fastify/cors. */
import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../domain/errors.ts'

/** Every origin, or those of a list. */
export type Origins = '*' | readonly string[]

/** What pages may read of an answer besides the headers that browsers show always. */
const exposedHeaders = [
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'retry-after',
  'server-timing',
  'specimen-unshared',
  'x-request-id',
]
/** What pages may send besides what browsers allow always. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'cache-control',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]
const methods = ['GET', 'HEAD', 'POST', 'DELETE']
/** The longest time that Chromium keeps the answer to a preflight. */
const preflightSeconds = 7200

/**
 * Returns the origins of a list with commas.
 * @throws `config.invalid` for what no browser would send as an origin
 */
export function parseOrigins(text: string | undefined): Origins | undefined {
  if (text === undefined) return undefined
  const origins = text.split(',').map((part) => part.trim())
  if (origins.length === 1 && origins[0] === '*') return '*'
  for (const origin of origins) {
    const meant = toOrigin(origin)
    if (meant === origin) continue
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new SpecimenError(
      'config.invalid',
      '--cors-origin must be origins such as https://example.org or http://localhost:5173 with commas ' +
        `between them, or * alone (got ${JSON.stringify(origin)}).${hint}`,
    )
  }
  return origins
}

/**
 * Answers preflights and marks every answer; to be called before any other hook is added. Preflights are
 * answered before the token is asked for, as browsers send none with them; which origins there are is no
 * secret.
 */
export async function allowOrigins(app: FastifyInstance, origins: Origins): Promise<void> {
  const { default: cors } = await import('@fastify/cors') // which most hosts do without
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    credentials: origins !== '*', // for a proxy with a login of its own; the host's token is no cookie
    methods,
    allowedHeaders,
    exposedHeaders,
    maxAge: preflightSeconds,
    strictPreflight: false,
  })
}

/**
 * Returns the origin that is meant, also when it is written with a path or capital letters; undefined when
 * none is.
 */
function toOrigin(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*]/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, protocol, host } = new URL(text)
  return origin === 'null' ? `${protocol}//${host}` : origin // `null` for the schemes of apps
}
