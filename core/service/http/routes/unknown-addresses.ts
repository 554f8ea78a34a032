import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { unreadableTarget } from '../request/public-path.ts'
import type { DeclaredRoute } from './access.ts'

const shownLength = 200

/** Refuses unmatched requests: 400 for no address, 405 with `Allow` where it has other methods, else 404. */
export function refuseUnknown(app: FastifyInstance, routes: readonly DeclaredRoute[]): void {
  app.setNotFoundHandler(async ({ method, url, originalUrl }, reply) => {
    if (url === unreadableTarget) {
      const detail = 'The target must be a path of this host, with %XX of UTF-8 in it or none'
      throw new SpecimenError('request.invalid', `${detail} (got ${cutText(originalUrl, shownLength)}).`)
    }
    const path = url.split('?', 1)[0] ?? ''
    const shown = cutText(path, shownLength)
    const known = routes.filter((route) => fits(route.url, path)).map((route) => route.method)
    const methods = [...new Set(known)]
    if (methods.length === 0) {
      throw new SpecimenError('route.unknown', `There is nothing at ${shown}; /docs lists every address.`)
    }
    reply.header('allow', methods.join(', '))
    throw new SpecimenError(
      'method.refused',
      `The method at ${shown} must be ${methods.join(' or ')} (got ${method}).`,
    )
  })
}

function fits(url: string, path: string): boolean {
  const form = url
    .replace(/\/$/, '')
    .replace(/:[a-z_]+/g, '[^/]+')
    .replace('*', '.+')
  return new RegExp(`^${form}/?$`).test(path)
}
