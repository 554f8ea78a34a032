/**
 * Who may use which route. Each route declares it where it is defined, in its `config.access`; a host with a
 * route that does not cannot start. The route that matched decides, never the address as it was written: the
 * router decodes paths and takes whole URLs, so `/%61pi/…` and `http://host/api/…` are `/api/…` too. What
 * matches no route needs the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSendable, parseBearer, tokenRule } from '../../domain/bearer-token.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { OperationId } from '../openapi/document.ts'

/** Who may use a route: everybody, or only clients with the host's token, where it has one. */
export type Access = 'open' | 'token'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. */
    readonly access: Access
    /** What the route does, which `openapi` describes; absent for what is not part of the API. */
    readonly operation?: OperationId
    /**
     * Whether clients ask many times a second, so that the route does without the hooks it can do without.
     */
    readonly isPolled?: boolean
  }
}

/** A route as it was declared, one for each of its methods. */
export interface DeclaredRoute {
  readonly method: string
  /** With `:name` for path parameters. */
  readonly url: string
  readonly access: Access
  readonly operation: OperationId | undefined
}

/**
 * Returns the list of the routes that are added from now on, which grows as they are.
 * @throws Error, at the route's definition, when it does not say who may use it
 */
export function declareRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat()
    const { access, operation } = config ?? {}
    if (access === undefined) {
      throw new Error(
        `The route ${methods.join(', ')} ${url} does not say who may use it: give its config an access.`,
      )
    }
    routes.push(...methods.map((one) => ({ method: one, url, access, operation })))
  })
  return routes
}

/**
 * Returns the host's token as it was configured.
 * @throws `config.invalid` for one that no client could send
 */
export function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || isSendable(token)) return token
  throw new SpecimenError(
    'config.invalid',
    `The token must be one that clients can send; use ${tokenRule} (--token).`,
  )
}

/** Returns whether a request may go on. */
export type AccessCheck = (request: FastifyRequest) => boolean

/**
 * Returns the check of requests: a client with the token may use every route, all others the open ones. It
 * takes the same time however much of a token is right.
 */
export function createAccessCheck(token: string | undefined): AccessCheck {
  if (token === undefined) return () => true
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const wanted = digest(token)
  // The route comes last: Fastify makes its description each time.
  return (request) =>
    timingSafeEqual(digest(parseBearer(request.headers.authorization)), wanted) ||
    request.routeOptions.config?.access === 'open'
}

/** The refusal of a request without the token. */
export function tokenMissingError(): SpecimenError {
  return new SpecimenError(
    'token.missing',
    'This host asks for a token; send the header Authorization: Bearer <token>.',
  )
}
