import type { IncomingMessage } from 'node:http'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { Origins } from './cors.ts'
import type { HostNames } from './host-names.ts'

/**
 * The rule for requests of pages of other sites, which can reach every host of their reader by a picture, a
 * form or a script. `allow`: permitted, as it has no effect; `follow`: a link that a person follows, and
 * nothing else; `refuse`: never.
 */
export type CrossSiteRule = 'allow' | 'follow' | 'refuse'

const shownLength = 200

/**
 * Returns whether a request was sent by a page that is not allowed. Browsers send `Sec-Fetch-Site` only to
 * hosts on this machine or behind TLS; others get `Origin`, though not with a picture or a link. A request
 * with neither counts as a program's.
 */
export function isForeign(
  request: IncomingMessage,
  { names, origins }: { readonly names: HostNames; readonly origins: Origins | undefined },
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined) return site !== undefined
  if (origins === '*' || origins?.includes(origin) === true) return false
  return site !== undefined || !names.isOwnOrigin(origin, request)
}

/** Refuses a request of another site by its route's rule. @throws `site.refused` */
export function checkSite(request: IncomingMessage, rule: CrossSiteRule): void {
  if (rule === 'allow' || (rule === 'follow' && isFollowed(request))) return
  const { origin } = request.headers
  const page = origin === undefined ? 'another site' : cutText(origin, shownLength)
  throw new SpecimenError(
    'site.refused',
    `A page of ${page} has sent this, and only the host's own pages may. ` +
      'Allow the page by --cors-origin; if it is the host’s own behind a proxy, name it by --public-name.',
  )
}

/** Returns whether a person navigates to the address, as against a page that embeds it. */
function isFollowed({ method, headers }: IncomingMessage): boolean {
  const isGet = method === 'GET' || method === 'HEAD'
  return isGet && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}
