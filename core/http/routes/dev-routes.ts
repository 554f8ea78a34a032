import type { FastifyInstance } from 'fastify'
import type { DevFeed } from '../../dev/dev-feed.ts'
import type { DevAnswer } from '../../domain/dev-event.ts'
import { parseSince, readQuery, watchClient } from '../request/parse-request.ts'
import { reading } from './access.ts'

/** How long a page waits for something new. Below the time after which proxies give a silent answer up. */
const waitMilliseconds = 25_000

/**
 * Adds `/dev/feed`: what `specimen dev` tells its page, which names the feed it knows and the last entry that
 * it has seen, and gets an answer when there is more. It asks again and again, and is not sent an endless
 * stream: proxies pass it on, the token goes in its header, and a page that nobody looks at holds none of
 * the six connections that a browser has for a host.
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
