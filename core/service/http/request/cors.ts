/** Allowed origins (CORS), through @fastify/cors. */
import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'

/** Every origin, or those of a list. */
export type Origins = '*' | readonly string[]

/** Response headers for pages besides those that browsers always expose. */
const exposedHeaders = [
  'etag',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'retry-after',
  'upload-offset',
  'upload-complete',
  'upload-length',
  'server-timing',
  'specimen-notes',
  'specimen-unshared',
  'x-request-id',
  'mcp-session-id',
]
/** Request headers for pages besides those that browsers always permit. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'cache-control',
  'content-range',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  // Headers of tracing (W3C Trace Context and Baggage), which pages with it put on every request.
  'traceparent',
  'tracestate',
  'baggage',
  // Headers of agents (`/mcp`).
  'mcp-session-id',
  'mcp-protocol-version',
  'last-event-id',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** The longest time that Chromium keeps the answer to a preflight. */
const preflightSeconds = 7200

/** Parses the list of an option. @throws `config.invalid` for an entry that no browser would send */
export function parseOrigins(
  text: string | undefined,
  option: '--cors-origin' | '--embed-origin',
): Origins | undefined {
  if (text === undefined) return undefined
  const origins = text.split(',').map((part) => part.trim())
  if (origins.length === 1 && origins[0] === '*') return '*'
  for (const origin of origins) {
    const meant = toOrigin(origin)
    if (meant === origin) continue
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new SpecimenError(
      'config.invalid',
      `${option} must be origins such as https://example.org or http://localhost:5173 with commas ` +
        `between them, or * alone (got ${JSON.stringify(origin)}).${hint}`,
    )
  }
  return origins
}

/** Returns the origins of both. */
export function joinOrigins(one: Origins | undefined, other: Origins | undefined): Origins | undefined {
  if (one === '*' || other === '*') return '*'
  return one && other ? [...new Set([...one, ...other])] : (one ?? other)
}

/** Answers preflights, which carry no token, and marks every answer; call it before other hooks. */
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

/** Normalizes an origin, also one with a path or capital letters; undefined for others. */
function toOrigin(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@,*]/i.test(text) || !URL.canParse(text)) return undefined
  const { origin, protocol, host } = new URL(text)
  return origin === 'null' ? `${protocol}//${host}` : origin // `null` for the schemes of apps
}
