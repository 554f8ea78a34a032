import type { IncomingMessage } from 'node:http'
import type { PublicPath } from './public-path.ts'

/** The target of requests that no router could read. No request and no route has it. */
export const unreadableTarget = '/ '

const wholeUrl = /^https?:\/\/([^/?#]*)(.*)$/is

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
