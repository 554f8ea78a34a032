/**
 * Polls of jobs, which are most of what a host is asked: answered before the router sees them, whose way
 * costs more than all that the host does for one. What there is anything to say about goes on to the route of
 * progress, which answers the same and everything else.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Access } from '../../access/access.ts'
import type { Caller } from '../../access/caller.ts'
import type { OwnedJob } from '../../jobs/jobs.ts'
import type { ProgressBody } from '../../wire/bodies.ts'
import { longBytes } from '../answer/compress-bodies.ts'
import { noSniffing } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { type Origins, toOriginHeaders } from '../request/cors.ts'
import { progressRoute } from './jobs-routes.ts'
import type { Services } from './routes.ts'

/** What stands before requests that come to no route. */
export interface PlainGuard {
  /** Returns whether there is nothing to look at in a request beyond its token. */
  isPlain(request: IncomingMessage): boolean
  /** Counts a plain request, if its client may make it; returns whether it may. */
  admitPlain(request: IncomingMessage, caller: Caller): boolean
  /** Lets a request that was counted go to its route without being counted once more. */
  passOn(request: IncomingMessage): void
}

/** What polls are answered with. */
export interface PollOptions {
  readonly guard: PlainGuard
  readonly access: Access
  readonly origins: Origins | undefined
  readonly services: Pick<Services, 'jobs' | 'watch' | 'publicPath'>
}

interface Poll extends OwnedJob {
  readonly since: number
}

/** Of an id as the host makes them, which needs no decoding. */
const pollPattern = /^\/api\/jobs\/([\w-]{1,64})\/progress(?:\?since=(\d{1,15}))?$/

/**
 * Answers polls before the router of `app`. A host that writes lines for debugging leaves them to the route,
 * so that each has its line.
 */
export function answerPolls(app: FastifyInstance, options: PollOptions): void {
  const { guard, services } = options
  const { jobs, watch } = services
  if (watch.isVerbose) return
  const count = watch.requests.open('GET', progressRoute)
  const send = createSend(options)
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const poll = readPoll(request, options)
    if (!poll) return app.routing(request, response)
    // Also when something fails: the route finds the same, and says it.
    const passOn = (): void => {
      guard.passOn(request)
      app.routing(request, response)
    }
    const answer = (view: ProgressBody): void => {
      if (send(view, request, response)) count.add(200, performance.now() - startedAt)
      else passOn()
    }
    try {
      // Not by one promise for both: a poll that is answered at once waits for none.
      const here = jobs.viewHere(poll, poll.since)
      if (here) answer(here)
      else jobs.view(poll, poll.since).then(answer).catch(passOn)
    } catch {
      passOn()
    }
  })
}

/** Returns what a poll asks once it was admitted and counted; undefined for all that is for the router. */
function readPoll(
  request: IncomingMessage,
  { guard, access, services: { publicPath } }: PollOptions,
): Poll | undefined {
  if (request.method !== 'GET') return undefined
  const target = publicPath.isUsed ? publicPath.toOwnTarget(request) : (request.url ?? '')
  const [, jobId, since] = pollPattern.exec(target) ?? []
  if (jobId === undefined || !guard.isPlain(request)) return undefined
  const caller = access.recall(request.headers.authorization)
  if (!caller?.scopes.has('read') || !guard.admitPlain(request, caller)) return undefined
  return { owner: caller.name, jobId, since: since === undefined ? -1 : Number(since) }
}

type Send = (view: ProgressBody, request: IncomingMessage, response: ServerResponse) => boolean

/** Returns what sends a view, unless its text is long enough to be compressed; it says whether it has. */
function createSend({ origins }: PollOptions): Send {
  /** Of what a store shows again as it was. */
  const texts = new WeakMap<ProgressBody, string>()
  const write = (view: ProgressBody): string => {
    const text = JSON.stringify(view)
    texts.set(view, text)
    return text
  }
  return (view, request, response) => {
    const text = texts.get(view) ?? write(view)
    if (text.length >= longBytes) return false
    const length = Buffer.byteLength(text)
    const headers = { 'content-type': jsonType, ...noSniffing, 'content-length': length }
    const { origin } = request.headers
    response.writeHead(200, origins ? { ...headers, ...toOriginHeaders(origins, origin) } : headers)
    response.end(text)
    return true
  }
}
