import type { IncomingMessage } from 'node:http'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { decodePercent } from '../../../contract/text/decode-percent.ts'
import type { Proxies } from './proxies.ts'
import { takePathTicket } from './zarr-address.ts'

/**
 * The path before this host's addresses when a proxy serves it there: `/lab` of
 * `https://example.org/lab/api/…`. It comes from `--base-path` or from a trusted proxy
 * (`X-Forwarded-Prefix`). Links begin with it, and requests are accepted with it and without it, as some
 * proxies cut it off.
 */
export interface PublicPath {
  readonly base: string
  /** Returns the path for the client of a request, such as `/lab`; empty for none. */
  prefixOf(request: IncomingMessage): string
  /** Returns scheme and name under which the client sees the host, also behind a trusted proxy. */
  originOf(request: IncomingMessage): string
  toOwnTarget(request: IncomingMessage): string
}

/** The target of requests that no router could read. No request and no route has it. */
export const unreadableTarget = '/ '

const wholeUrl = /^https?:\/\/([^/?#]*)(.*)$/is
const pathPattern = /^(\/[A-Za-z0-9._~-]+)+$/
const ownNames = [
  'api',
  'docs',
  'favicon.ico',
  'group',
  'livez',
  'mcp',
  'metrics',
  'oembed',
  'openapi.json',
  'readyz',
  's',
  'viewer',
  'ws',
]

/**
 * Returns the public path of a host.
 * @param basePath - such as `/lab`; undefined for the root
 * @param proxies - trusted senders of `X-Forwarded-Prefix`; undefined for none
 * @throws `config.invalid`
 */
export function createPublicPath(basePath: string | undefined, proxies: Proxies | undefined): PublicPath {
  const base = parseBasePath(basePath ?? '')
  const prefixOf = (request: IncomingMessage): string => {
    const forwarded = request.headers['x-forwarded-prefix']
    return (forwarded !== undefined && proxies?.isFrom(request) ? parsePrefix(forwarded) : undefined) ?? base
  }
  const originOf = (request: IncomingMessage): string => {
    const { headers, socket } = request
    const isForwarded = proxies?.isFrom(request) === true
    const named = (name: string): string =>
      isForwarded ? (String(headers[name] ?? '').split(',', 1)[0] ?? '').trim() : ''
    const isSecure = named('x-forwarded-proto').toLowerCase() === 'https' || 'encrypted' in socket
    return `${isSecure ? 'https' : 'http'}://${named('x-forwarded-host') || headers.host || 'localhost'}`
  }
  return {
    base,
    prefixOf,
    originOf,
    toOwnTarget: (request) => cutPrefix(request.url ?? '/', prefixOf(request)),
  }
}

/** Cuts the path off, twice where a client has joined its base address and a link that has it too. */
function cutPrefix(target: string, prefix: string): string {
  if (prefix === '') return target
  let own = target
  for (let i = 0; i < 2 && own.startsWith(prefix) && /^([/?#]|$)/.test(own.slice(prefix.length)); i++)
    own = own.slice(prefix.length)
  return own.startsWith('/') ? own : `/${own}`
}

function parseBasePath(given: string): string {
  const path = given.replace(/\/$/, '')
  if (path === '') return ''
  if (!isPath(path)) {
    throw new SpecimenError(
      'config.invalid',
      `--base-path must be a path such as /lab (got ${JSON.stringify(given)}).`,
    )
  }
  const first = path.split('/')[1] ?? ''
  if (!ownNames.includes(first)) return path
  throw new SpecimenError(
    'config.invalid',
    `--base-path must not begin with /${first}, which is an address of the host itself; use another.`,
  )
}

/** Joins the prefixes of several proxies, the outermost first. An invalid prefix counts as none. */
function parsePrefix(header: string | string[]): string | undefined {
  const parts = String(header).split(',')
  const path = parts.map((part) => part.trim().replace(/\/$/, '')).join('')
  return path === '' || isPath(path) ? path : undefined
}

function isPath(path: string): boolean {
  return pathPattern.test(path) && !path.split('/').some((name) => name === '.' || name === '..')
}

/**
 * Returns the target of a request for the router, which accepts every one: the router's own refusals would
 * bypass the hooks of routes. The authority of a whole URL replaces `Host` (RFC 9112, 3.2.2).
 */
export function toRoutable(request: IncomingMessage, publicPath: PublicPath): string {
  const [, authority, rest] = wholeUrl.exec(request.url ?? '') ?? []
  if (authority !== undefined) {
    request.headers.host = authority.replace(/^.*@/, '')
    request.url = rest?.startsWith('/') ? rest : `/${rest}`
  }
  if (!request.url?.startsWith('/')) return unreadableTarget
  const own = publicPath.toOwnTarget(request)
  return isReadable(own) ? takePathTicket(request, own) : unreadableTarget
}

function isReadable(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1)
  return !path.includes('%') || decodePercent(path) !== undefined
}
