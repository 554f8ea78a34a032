import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Access } from '../access/access.ts'
import { type Caller, everybody, nobody, peer } from '../access/caller.ts'
import { headerLimit } from './connection/accept-connections.ts'
import type { Lifecycle } from './connection/lifecycle.ts'
import type { Network } from './network.ts'
import { localClient, toClient } from './request/client-limits.ts'
import { checkSite, isForeign } from './request/cross-site.ts'
import { findCodingFault } from './request/transfer-coding.ts'
import { checkAccess } from './routes/access.ts'
import type { PeerAnswers } from './routes/peer-answers.ts'

/** Callers shared by many clients, which are counted by address. */
const sharedNames: ReadonlySet<string> = new Set([everybody.name, nobody.name, 'token'])

/** Checks every request before its route: the name of the host, the sending page, and rate limits. */
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
   * Checks the sender of a request.
   * @throws `request.invalid`, `headers.large`, `host.unknown`, `site.refused`, `client.limited`,
   * `host.stopping`; `peer.unsigned` and `peer.refused` on routes for other hosts
   */
  checkSender(request: FastifyRequest, reply: FastifyReply): void {
    const { names } = this.#network
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
    // Fastify creates `routeOptions` at each access.
    if (isForeign(raw, this.#network)) checkSite(raw, request.routeOptions.config?.crossSite ?? 'allow')
    if (this.#lifecycle.isStopping) refuseNew(request, reply)
  }

  /** Counts a request without a route, and returns its refusal as by {@link checkSender}, if any. */
  findRefusal(request: IncomingMessage): SpecimenError | undefined {
    const fault = findMessageFault(request)
    if (fault) return fault
    try {
      this.#network.names.check(request)
      if (isForeign(request, this.#network)) checkSite(request, 'refuse')
      this.countStranger(request)
      return undefined
    } catch (error) {
      return toSpecimenError(error)
    }
  }

  /** Counts a request of nobody that was refused for itself. @throws `client.limited` */
  countStranger(request: IncomingMessage): void {
    this.#network.limits.takeRequest(this.clientOf(request, nobody))
  }

  /** Names the client of a request with a known caller, and counts it. @throws `client.limited` */
  countRequest(request: FastifyRequest): void {
    request.client = this.clientOf(request.raw, request.caller)
    this.#network.limits.takeRequest(request.client)
  }

  /** Counts a request that may run a function. @throws `client.limited` */
  countRun(request: FastifyRequest): void {
    this.#network.limits.takeRun(request.client)
  }

  /** Returns the name of a request's client for limits. */
  clientOf(request: IncomingMessage, { name }: Caller): string {
    // All guests of one link show the same ticket.
    if (!sharedNames.has(name) && !name.startsWith('ticket:')) return name
    const address = toClient(this.#network.proxies.addressOf(request))
    // Requests without a valid token count apart from those of guests at the same address.
    return name === nobody.name && address !== localClient ? `nobody at ${address}` : address
  }

  /** A peer's signature replaces the checks of names and limits, also while this host drains. */
  #admitPeer(request: FastifyRequest, peers: PeerAnswers): void {
    const { method, url, headers } = request
    request.peer = peers.admit({ method, target: url, authorization: headers.authorization })
    request.known = peer
  }
}

/**
 * Returns the refusal of a message that Node's parser accepts although it is no HTTP/1.1 (RFC 9112, 2.3, 3.2
 * and 6.1): a server in front may read it otherwise, and so forward a smuggled request. Its connection is to
 * be closed.
 */
function findMessageFault({ httpVersion, headers, rawHeaders }: IncomingMessage): SpecimenError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return formError(`The request must be HTTP/1.1 (got ${httpVersion})`)
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return formError('A request of HTTP/1.0 must not have Transfer-Encoding')
  const unknown = findCodingFault(headers['transfer-encoding'])
  if (unknown) return unknown
  const hosts = countHosts(rawHeaders)
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return formError(`The request must name its Host once (got it ${hosts} times)`)
}

/** Node keeps the first of several silently. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function formError(problem: string): SpecimenError {
  return new SpecimenError('request.invalid', `${problem}; send it as HTTP/1.1 has it.`)
}

/** Refuses new requests while the host stops; polls of jobs continue until these have ended. */
function refuseNew({ routeOptions }: FastifyRequest, reply: FastifyReply): void {
  if (routeOptions.url?.startsWith('/api/jobs/')) return
  reply.header('connection', 'close')
  throw new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
}

/**
 * Returns the owner of a token as `Authorization` has it, as `look` finds it; wrong tokens are counted for
 * their address. Used for callers and workers; peers of a room send theirs in a message.
 * @throws `client.limited`, and the errors of `look`: `token.refused` or `token.missing`
 */
export function judgeToken<Found>(
  { limits, proxies }: Network,
  request: IncomingMessage,
  look: (authorization: string | undefined) => Found | Promise<Found>,
  authorization = request.headers.authorization,
): Found | Promise<Found> {
  if (authorization === undefined) return look(undefined)
  return limits.judgeToken(toClient(proxies.addressOf(request)), authorization, () => look(authorization))
}

/** Adds the guard and the access check before every route, and counts all requests, refused ones too. */
export function admitRequests(
  app: FastifyInstance,
  guard: Guard,
  { network, access }: { readonly network: Network; readonly access: Access },
): void {
  const { asksToken, authenticate } = access
  app.decorateRequest('known', null)
  app.decorateRequest('caller', {
    getter() {
      return this.known ?? nobody
    },
  })
  app.decorateRequest('client', '')
  app.decorateRequest('peer', null)
  const admit = (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    guard.checkSender(request, reply)
    if (request.peer) return undefined
    const judge = () => judgeToken(network, request.raw, authenticate)
    return checkAccess(request, { asksToken, authenticate: judge })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const count = (): void => {
      if (!request.peer) guard.countRequest(request)
    }
    let admitting: Promise<void> | undefined
    try {
      admitting = admit(request, reply)
    } catch (error) {
      count() // excessive ones are refused here
      throw error
    }
    if (admitting) return void admitting.finally(count).then(() => done(), done)
    count()
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
