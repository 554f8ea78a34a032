/**
 * Who may use which route. Each route declares it where it is defined, in its `config`; a host with a route
 * that does not cannot start. The route that matched decides, never the address as it was written: the router
 * decodes paths and takes whole URLs, so `/%61pi/…` and `http://host/api/…` are `/api/…` too. What matches no
 * route is for those only who may read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { type Caller, everybody, nobody, type Scope } from '../../access/caller.ts'
import { cutText } from '../../domain/cut-text.ts'
import { describe } from '../../domain/describe.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { defaultRoomId } from '../../domain/invocation.ts'
import type { Json } from '../../domain/json.ts'
import { parseRoomId } from '../../functions/gate.ts'
import type { OperationId } from '../openapi/document.ts'
import type { CrossSiteRule } from '../request/cross-site.ts'

/** What a route says of itself. */
export interface RouteRules {
  /**
   * What a caller must be allowed to do; `open` for everybody, `peer` for the other hosts of the group, which
   * have no token but sign what they ask.
   */
  readonly scope: Scope | 'open' | 'peer'
  /** What a request may cost: an answer from memory or a file, or the run of a function. */
  readonly cost: 'light' | 'run'
  /** What a page of another site may do that has not been allowed to: nothing where something changes. */
  readonly crossSite: CrossSiteRule
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteRules {
    /** What the route does, which `openapi` describes. */
    readonly operation?: OperationId
    /** Whether it is a page for people, or a file of one, and so no part of the API. */
    readonly isPage?: boolean
    /** Whether programs ask for it all the time, so that its log lines are for debugging. */
    readonly isQuiet?: boolean
  }
  interface FastifyRequest {
    /** Who asks; nobody until that is known, and for whoever was refused before. */
    readonly caller: Caller
    /** Null until somebody has asked who it is. */
    known: Caller | null
    /** The name under which limits count it: the caller's, or an address where many share that. */
    client: string
  }
}

/** What says nothing of the host's data. */
export const open: RouteRules = { scope: 'open', cost: 'light', crossSite: 'allow' }
/** The page and the description of the API. */
export const page = { ...open, isPage: true }
/** What is there already. */
export const reading: RouteRules = { scope: 'read', cost: 'light', crossSite: 'allow' }
/**
 * Data: what is there for whoever may read, and what has to be computed for whoever may invoke as well. A
 * link may lead there, but a picture must not compute.
 */
export const loading: RouteRules = { scope: 'read', cost: 'run', crossSite: 'follow' }
/** Functions. */
export const running: RouteRules = { scope: 'invoke', cost: 'run', crossSite: 'refuse' }
/** A caller's own jobs. */
export const cancelling: RouteRules = { scope: 'read', cost: 'light', crossSite: 'refuse' }
/** Tickets for others, which allow no more than the caller's own token does. */
export const sharing: RouteRules = { scope: 'read', cost: 'light', crossSite: 'refuse' }
/** What the host says of all rooms. */
export const inspecting: RouteRules = { scope: 'admin', cost: 'light', crossSite: 'allow' }
/** What changes the host for everybody. */
export const administering: RouteRules = { scope: 'admin', cost: 'light', crossSite: 'refuse' }

/** Results for the other hosts of the group: no part of the API. */
export const peering: RouteRules = { scope: 'peer', cost: 'light', crossSite: 'refuse' }

/** Characters of a caller's rooms that a refusal names. */
const shownLength = 200

/** A route as it was declared, one for each of its methods. */
export interface DeclaredRoute extends RouteRules {
  readonly method: string
  /** With `:name` for path parameters. */
  readonly url: string
  /** Undefined for pages, and for what is for other hosts. */
  readonly operation: OperationId | undefined
}

/**
 * Returns the list of the routes that are added from now on, which grows as they are.
 * @throws Error, at the route's definition, when it does not say who may use it, or what it does
 */
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
 * Refuses who may not use the route that matched, and tells the route who asks. Who asks for what is open is
 * not looked at. Returns a promise only where the token's signature has to be checked.
 * @throws `token.missing`, `token.refused`, `scope.missing`, `keys.unreachable`
 */
export function checkAccess(
  request: FastifyRequest,
  { asksToken, authenticate }: Pick<Access, 'asksToken' | 'authenticate'>,
): Promise<void> | undefined {
  request.known = asksToken ? nobody : everybody
  if (!asksToken) return undefined
  // Fastify makes its description of a route each time.
  const { scope = 'read' } = request.routeOptions.config ?? {}
  if (scope === 'open' || scope === 'peer') return undefined // the guard has looked at peers
  const admit = (caller: Caller): void => {
    checkScope(caller, scope)
    request.known = caller
  }
  const caller = authenticate(request.headers.authorization)
  if (caller instanceof Promise) return caller.then(admit)
  admit(caller)
  return undefined
}

/** Refuses a caller without a scope; `why` says what it is needed for. @throws `scope.missing` */
export function checkScope({ scopes }: Caller, scope: Scope, why = ''): void {
  if (scopes.has(scope)) return
  const allowed = [...scopes].join(' and ') || 'nothing'
  throw new SpecimenError(
    'scope.missing',
    `${why}This token is for ${allowed}; use one that is for ${scope}.`,
  )
}

/**
 * Returns the room that a request names. Where it names none, that is `service`, or the first of the caller's
 * where it may not use that. @throws `room.invalid`, `room.refused`
 */
export function readRoom({ rooms }: Caller, given: Json | undefined): string {
  const [first] = rooms && !rooms.has(defaultRoomId) ? rooms : [defaultRoomId]
  const roomId = parseRoomId(given, first)
  if (rooms === null || rooms.has(roomId)) return roomId
  const others = [...rooms].map((room) => JSON.stringify(room)).join(', ')
  const own = rooms.size === 1 ? 'the room' : 'the rooms'
  const detail = `This token is for ${own} ${cutText(others, shownLength)}`
  throw new SpecimenError(
    'room.refused',
    `${detail}; name it in room_id, or use a token for ${describe(roomId)}.`,
  )
}
