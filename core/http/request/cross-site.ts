import type { IncomingMessage } from 'node:http'
import { cutText } from '../../domain/cut-text.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Origins } from './cors.ts'
import type { HostNames } from './host-names.ts'

/**
 * Whether a page of another site may have a request sent without having been allowed to. Any page can, to
 * every host that its reader reaches: by a picture, a form, a script. `allow`: it may, for nothing comes of
 * it; `follow`: a person may follow a link there, and no more; `refuse`: it may not.
 */
export type CrossSiteRule = 'allow' | 'follow' | 'refuse'

/** Tells requests of the host's own pages, of allowed ones and of programs from those of other sites. */
export interface SiteCheck {
  readonly names: HostNames
  /** Whose pages are allowed besides the host's own. */
  readonly origins: Origins | undefined
}

const shownLength = 200

/**
 * Returns whether a request was sent by a page that has not been allowed to. Browsers say so in
 * `Sec-Fetch-Site`, but only to hosts on this machine or behind TLS; to others they name it in `Origin`,
 * though not with a picture or a link. What has neither counts as a program.
 */
export function isForeign(request: IncomingMessage, { names, origins }: SiteCheck): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined) return site !== undefined
  if (origins === '*' || origins?.includes(origin) === true) return false
  return site !== undefined || !names.isOwnOrigin(origin, request)
}

/** Refuses what a page of another site may not have sent. @throws `site.refused` */
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

/** Returns whether a person goes to the address, as against a page that loads it as a part of itself. */
function isFollowed({ method, headers }: IncomingMessage): boolean {
  const isGet = method === 'GET' || method === 'HEAD'
  return isGet && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}
