import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access } from '../access/access.ts'
import { type Caller, everybody, nobody, peer } from '../access/caller.ts'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import { headerLimit } from './connection/accept-connections.ts'
import type { Lifecycle } from './connection/lifecycle.ts'
import type { Network } from './network.ts'
import { toClient } from './request/client-limits.ts'
import { checkSite, isForeign } from './request/cross-site.ts'
import { findMessageFault } from './request/message-form.ts'
import { checkAccess } from './routes/access.ts'
import type { PeerAnswers } from './routes/peer-answers.ts'

/** Callers that are no single client: these are told apart by their addresses. */
const sharedNames: ReadonlySet<string> = new Set([everybody.name, nobody.name, 'token'])

/**
 * Stands before every route and decides by the one that matched: whether a request came to the host under its
 * name, from a page that may send it, and from a client that has not asked too much.
 */
export class Guard {
  readonly #network: Network

  readonly #lifecycle: Lifecycle
  readonly #peers: PeerAnswers | undefined

  constructor(network: Network, lifecycle: Lifecycle, peers?: PeerAnswers) {
    this.#network = network
    this.#lifecycle = lifecycle
    this.#peers = peers
  }

  /**
   * Refuses what must not be looked at any further, whoever asks.
   * @throws `request.invalid`, `headers.large`, `host.unknown`, `site.refused`, `client.limited`,
   * `host.stopping`; `peer.unsigned` and `peer.refused` where only other hosts may ask
   */
  checkSender(request: FastifyRequest, reply: FastifyReply): void {
    const { names, limits } = this.#network
    const { raw } = request
    const fault = findMessageFault(raw)
    if (fault) {
      reply.header('connection', 'close')
      throw fault
    }
    if (raw.rawHeaders.length > 2 * headerLimit) {
      throw new SpecimenError(
        'headers.large',
        `The request must have at most ${headerLimit} headers (got more); send fewer.`,
      )
    }
    if (this.#peers && request.routeOptions.config?.scope === 'peer') {
      this.#admitPeer(request, this.#peers)
      return
    }
    names.check(raw)
    // Fastify makes its description of a route each time.
    if (isForeign(raw, this.#network)) checkSite(raw, request.routeOptions.config?.crossSite ?? 'allow')
    if (limits.hasWrongTokens && request.headers.authorization !== undefined) {
      request.client = this.#addressOf(raw)
      limits.checkLogin(request.client)
    }
    if (this.#lifecycle.isStopping) refuseNew(request, reply)
  }

  /**
   * Counts a request that comes to no route, and returns why it must not be looked at any further, as
   * {@link checkSender}; undefined for most.
   */
  findRefusal(request: IncomingMessage): SpecimenError | undefined {
    return this.#look(request, () => this.#network.limits.takeRequest(this.#clientOf(request, nobody)))
  }

  #look(request: IncomingMessage, count = (): void => {}): SpecimenError | undefined {
    const fault = findMessageFault(request)
    if (fault) return fault
    try {
      this.#network.names.check(request)
      if (isForeign(request, this.#network)) checkSite(request, 'refuse')
      count()
      return undefined
    } catch (error) {
      return toSpecimenError(error)
    }
  }

  /** Names the client of a request whose caller is known by now, and counts it. @throws `client.limited` */
  countRequest(request: FastifyRequest): void {
    request.client = this.#clientOf(request.raw, request.caller)
    this.#network.limits.takeRequest(request.client)
  }

  /** Counts a request that may run a function. @throws `client.limited` */
  countRun(request: FastifyRequest): void {
    this.#network.limits.takeRun(request.client)
  }

  /** Counts a token that was not taken, by the error that says so; any other is passed over. */
  countRefusal(request: FastifyRequest, error: unknown): void {
    const { authorization } = request.headers
    const isLogin = error instanceof SpecimenError && error.code === 'token.refused'
    if (!isLogin || authorization === undefined) return
    request.client = this.#addressOf(request.raw)
    this.#network.limits.countWrongToken(request.client, authorization)
  }

  /**
   * Another host of the group has signed what it asks, which says more than names and limits could; it may
   * ask to the end. Who only tries is counted like any client.
   */
  #admitPeer(request: FastifyRequest, peers: PeerAnswers): void {
    const { method, url, headers } = request
    try {
      request.peer = peers.admit({ method, target: url, authorization: headers.authorization })
      request.known = peer
    } catch (error) {
      this.countRequest(request)
      throw error
    }
  }

  #clientOf(request: IncomingMessage, { name }: Caller): string {
    // All guests of one link show the same ticket.
    return sharedNames.has(name) || name.startsWith('ticket:') ? this.#addressOf(request) : name
  }

  #addressOf(request: IncomingMessage): string {
    return toClient(this.#network.proxies.addressOf(request))
  }
}

/** A job's clients ask on until it has ended; whoever asks for anything else goes to another host. */
function refuseNew({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (routeOptions.url?.startsWith('/api/jobs/')) return
  reply.header('connection', 'close')
  throw new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
}

/**
 * Returns whose token a request shows, as `look` says of its header `Authorization`; wrong ones are counted
 * for the address that they come from.
 * @throws `client.limited`, and what `look` does: `token.refused` or `token.missing` for a wrong one
 */
export async function judgeToken<Found>(
  { limits, proxies }: Network,
  request: IncomingMessage,
  look: (authorization: string | undefined) => Promise<Found>,
): Promise<Found> {
  const { authorization } = request.headers
  if (authorization === undefined) return await look(undefined)
  const client = toClient(proxies.addressOf(request))
  limits.checkLogin(client)
  try {
    return await look(authorization)
  } catch (error) {
    const isWrong = error instanceof SpecimenError && /^token\.(missing|refused)$/.test(error.code)
    if (isWrong) limits.countWrongToken(client, authorization)
    throw error
  }
}

/** Puts the guard and the question who asks before every route. */
export function admitRequests(app: FastifyInstance, guard: Guard, access: Access): void {
  app.decorateRequest('known', null)
  app.decorateRequest('caller', {
    getter() {
      return this.known ?? nobody
    },
  })
  app.decorateRequest('client', '')
  app.decorateRequest('peer', null)
  app.addHook('onRequest', (request, reply, done) => {
    guard.checkSender(request, reply)
    if (request.peer) return done()
    const checking = askWho(request, guard, access)
    if (checking) {
      checking.then(() => guard.countRequest(request)).then(() => done(), done)
      return
    }
    guard.countRequest(request)
    done()
  })
  const countRun: onRequestHookHandler = (request, _reply, done) => {
    guard.countRun(request)
    done()
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.cost === 'run') route.onRequest = [route.onRequest ?? [], countRun].flat()
  })
}

/** As `checkAccess`, and counts who was refused. */
function askWho(request: FastifyRequest, guard: Guard, access: Access): Promise<void> | undefined {
  const refuse = (error: unknown): never => {
    guard.countRefusal(request, error)
    throw error
  }
  try {
    return checkAccess(request, access)?.catch(refuse)
  } catch (error) {
    return refuse(error)
  }
}
