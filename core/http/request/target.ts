import type { IncomingMessage } from 'node:http'
import type { PublicPath } from './public-path.ts'

/** The target of all requests whose own no router could read. No request can have it, nor any route. */
export const unreadableTarget = '/ '

const wholeUrl = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * Returns the target of a request as the router takes it, which finds a route or none for every one: its own
 * refusals would be answered without the hooks that stand before every route. Of a whole URL the authority
 * takes the place of `Host` (RFC 9112, 3.2.2).
 */
export function toRoutable(request: IncomingMessage, publicPath: PublicPath): string {
  const [, authority, rest] = wholeUrl.exec(request.url ?? '') ?? []
  if (authority !== undefined) {
    request.headers.host = authority.replace(/^.*@/, '')
    request.url = rest?.startsWith('/') ? rest : `/${rest}`
  }
  if (!request.url?.startsWith('/')) return unreadableTarget
  const own = publicPath.toOwnTarget(request)
  return isReadable(own) ? own : unreadableTarget
}

function isReadable(target: string): boolean {
  const [path = ''] = target.split(/[?#]/, 1)
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
