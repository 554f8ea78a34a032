import type { FastifyInstance } from 'fastify'
import type { DevFeed } from '../../dev/dev-feed.ts'
import type { DevAnswer } from '../../domain/dev-event.ts'
import { parseSince, readQuery, watchClient } from '../request/parse-request.ts'
import { reading } from './access.ts'

/** Below the time after which proxies drop a silent answer. */
const waitMilliseconds = 25_000

/**
 * Adds `/dev/feed`: long polling for the page of `specimen dev`, which names the feed and its last entry.
 * Polling works through proxies, carries the token in its header, and in a background page holds none of the
 * six connections that a browser has for a host, unlike an endless stream.
 */
export function addDevRoutes(app: FastifyInstance, feed: DevFeed): void {
  app.get(
    '/dev/feed',
    { config: { ...reading, isPage: true } },
    async ({ query }, reply): Promise<DevAnswer> => {
      const seen = parseSince(readQuery(query, 'since'))
      const since = readQuery(query, 'feed') === feed.id ? seen : -1
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), waitMilliseconds)
      watchClient(reply).addEventListener('abort', () => patience.abort())
      await feed.wait(since, patience.signal)
      clearTimeout(timer)
      reply.header('cache-control', 'no-store')
      return feed.read(since)
    },
  )
}
