/**
 * Who may use which route. Each route declares it where it is defined, in its `config`; a host with a route
 * that does not cannot start. The route that matched decides, never the address as it was written: the router
 * decodes paths and takes whole URLs, so `/%61pi/…` and `http://host/api/…` are `/api/…` too. What matches no
 * route is for those only who may read.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Authenticate, type Caller, everybody, nobody, type Scope } from '../../access/caller.ts'
import { isSendable, parseBearer, tokenRule } from '../../domain/bearer-token.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { OperationId } from '../openapi/document.ts'

/** What a route says of itself. */
export interface RouteRules {
  /** What a caller must be allowed to do, or `open` for everybody. */
  readonly scope: Scope | 'open'
  /** What a request may cost: an answer from memory or a file, or the run of a function. */
  readonly cost: 'light' | 'run'
  /**
   * Whether a page of another site may have it sent without having been allowed to: not what changes
   * something.
   */
  readonly crossSite: 'allow' | 'refuse'
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteRules {
    /** What the route does, which `openapi` describes; absent for what is not part of the API. */
    readonly operation?: OperationId
    /**
     * Whether clients ask many times a second, so that the route does without the hooks it can do without.
     */
    readonly isPolled?: boolean
  }
  interface FastifyRequest {
    /** Who asks. Set before any route is reached. */
    caller: Caller
  }
}

/** The page and the description of the API. */
export const open: RouteRules = { scope: 'open', cost: 'light', crossSite: 'allow' }
/** What is there already. */
export const reading: RouteRules = { scope: 'read', cost: 'light', crossSite: 'allow' }
/** Data, which is there or has to be computed. */
export const loading: RouteRules = { scope: 'read', cost: 'run', crossSite: 'allow' }
/** Functions. */
export const running: RouteRules = { scope: 'invoke', cost: 'run', crossSite: 'refuse' }
/** A caller's own jobs. */
export const cancelling: RouteRules = { scope: 'read', cost: 'light', crossSite: 'refuse' }
/** What changes the host for everybody. */
export const administering: RouteRules = { scope: 'admin', cost: 'light', crossSite: 'refuse' }

/** A route as it was declared, one for each of its methods. */
export interface DeclaredRoute extends RouteRules {
  readonly method: string
  /** With `:name` for path parameters. */
  readonly url: string
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
    const { scope, cost, crossSite, operation } = config ?? {}
    if (scope === undefined || cost === undefined || crossSite === undefined) {
      throw new Error(
        `The route ${methods.join(', ')} ${url} does not say who may use it: ` +
          'give its config a scope, a cost and a crossSite.',
      )
    }
    routes.push(...methods.map((one) => ({ method: one, url, scope, cost, crossSite, operation })))
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

/**
 * Returns who a caller is by the one token of a host: everybody where it has none. It takes the same time
 * however much of a token is right.
 */
export function createTokenAuthenticator(token: string | undefined): Authenticate {
  if (token === undefined) return () => everybody
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  const wanted = digest(token)
  const owner: Caller = { ...everybody, name: 'token' }
  return (authorization) => (timingSafeEqual(digest(parseBearer(authorization)), wanted) ? owner : undefined)
}

/**
 * Refuses who may not use the route that matched, and tells the route who asks.
 * @throws `token.missing`, `scope.missing`
 */
export function checkAccess(request: FastifyRequest, authenticate: Authenticate): void {
  const caller = authenticate(request.headers.authorization)
  request.caller = caller ?? nobody
  if (caller === everybody) return
  // Fastify makes its description of a route each time.
  const { scope = 'read' } = request.routeOptions.config ?? {}
  if (scope === 'open' || caller?.scopes.has(scope)) return
  if (!caller) throw tokenMissingError()
  const allowed = [...caller.scopes].join(' and ') || 'nothing'
  throw new SpecimenError('scope.missing', `This token is for ${allowed}; use one that is for ${scope}.`)
}

/** The refusal of a request without the token. */
export function tokenMissingError(): SpecimenError {
  return new SpecimenError(
    'token.missing',
    'This host asks for a token; send the header Authorization: Bearer <token>.',
  )
}
