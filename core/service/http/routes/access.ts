/**
 * Access rules of routes. Each route declares its own in `config`; a host with a route without rules cannot
 * start. The matched route decides, never the written address: the router decodes paths and takes whole URLs,
 * so `/%61pi/…` and `http://host/api/…` are `/api/…` too. Unmatched addresses need the scope `read`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { type Caller, everybody, nobody, type Scope } from '../../access/caller.ts'
import { checkScope } from '../../access/rights.ts'
import type { OperationId } from '../openapi/document.ts'
import type { CrossSiteRule } from '../request/cross-site.ts'

/** The rules that a route declares. */
export interface RouteRules {
  /** The required scope; `open` for everybody, `peer` for the other hosts of the group. */
  readonly scope: Scope | 'open' | 'peer'
  readonly cost: 'light' | 'run'
  /** The rule for pages of other sites: `refuse` where something changes. */
  readonly crossSite: CrossSiteRule
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteRules {
    readonly operation?: OperationId
    /** Set for pages and their files, and for agents, which are not part of the API. */
    readonly isPage?: boolean
    /** Set where programs poll, so that its log lines are for debugging. */
    readonly isQuiet?: boolean
    /** Set where the body is read as it comes, and so holds no memory. */
    readonly isStreamed?: boolean
  }
  interface FastifyRequest {
    /** `nobody` until the caller is known, and for requests that were refused before. */
    readonly caller: Caller
    /** Null until the token has been checked. */
    known: Caller | null
    /** The name for rate limits: the caller's, or an address where many share that. */
    client: string
  }
}

/** Public routes that reveal no data. */
export const open: RouteRules = { scope: 'open', cost: 'light', crossSite: 'allow' }
/** The page and the description of the API. */
export const page = { ...open, isPage: true }
/** Routes that read existing data. */
export const reading: RouteRules = { scope: 'read', cost: 'light', crossSite: 'allow' }
/** Routes of data: existing data needs `read`, a computation `invoke`; no picture may start one. */
export const loading: RouteRules = { scope: 'read', cost: 'run', crossSite: 'follow' }
/** Routes that run functions. */
export const running: RouteRules = { scope: 'invoke', cost: 'run', crossSite: 'refuse' }
/** Routes of files that a caller brings for runs. */
export const bringing: RouteRules = { scope: 'invoke', cost: 'light', crossSite: 'refuse' }
/** Routes that end a caller's own jobs or issue tickets, which permit no more than its own token. */
export const owning: RouteRules = { scope: 'read', cost: 'light', crossSite: 'refuse' }
/** Routes that read across rooms. */
export const inspecting: RouteRules = { scope: 'admin', cost: 'light', crossSite: 'allow' }
/** Routes that change the host. */
export const administering: RouteRules = { scope: 'admin', cost: 'light', crossSite: 'refuse' }

/** Routes for the other hosts of the group, outside the API. */
export const peering: RouteRules = { scope: 'peer', cost: 'light', crossSite: 'refuse' }

/** Returns the options of a route: its rules, and the operation that describes it. */
export function route<Rules extends RouteRules>(
  rules: Rules,
  operation: OperationId,
): { readonly config: Rules & { readonly operation: OperationId } } {
  return { config: { ...rules, operation } }
}

/** A route as it was declared, one for each of its methods. */
export interface DeclaredRoute extends RouteRules {
  readonly method: string
  readonly url: string
  readonly operation: OperationId | undefined
}

/** Returns the live list of later routes. @throws Error for a route without rules or an operation */
export function declareRoutes(app: FastifyInstance): readonly DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat()
    const { scope, cost, crossSite, operation, isPage = false } = config ?? {}
    if (scope === undefined || cost === undefined || crossSite === undefined) {
      throw new Error(
        `The route ${methods.join(', ')} ${url} does not say who may use it: ` +
          'give its config a scope, a cost and a crossSite.',
      )
    }
    if ((operation === undefined) !== (isPage || scope === 'peer')) {
      throw new Error(
        `The route ${methods.join(', ')} ${url} does not say what it does: ` +
          'give its config an operation, or isPage or the scope peer where it is no part of the API.',
      )
    }
    routes.push(...methods.map((one) => ({ method: one, url, scope, cost, crossSite, operation })))
  })
  return routes
}

/**
 * Checks the caller against the matched route, and sets it on the request. Open routes skip the check.
 * Returns a promise only where the token's signature has to be verified.
 * @throws `token.missing`, `token.refused`, `scope.missing`, `keys.unreachable`
 */
export function checkAccess(
  request: FastifyRequest,
  { asksToken, authenticate }: Pick<Access, 'asksToken' | 'authenticate'>,
): Promise<void> | undefined {
  request.known = asksToken ? nobody : everybody
  if (!asksToken) return undefined
  // Fastify creates `routeOptions` at each access.
  const { scope = 'read' } = request.routeOptions.config ?? {}
  if (scope === 'open' || scope === 'peer') return undefined // the guard has checked peers
  const admit = (caller: Caller): void => {
    checkScope(caller, scope)
    request.known = caller
  }
  const caller = authenticate(request.headers.authorization)
  if (caller instanceof Promise) return caller.then(admit)
  admit(caller)
  return undefined
}
