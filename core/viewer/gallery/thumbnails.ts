import type { Client } from '../../client/client.ts'

/** Pictures that the page has to fetch itself, because an `<img>` sends no token. */
export interface Thumbnails {
  /**
   * Returns a specimen's picture. A few are fetched at a time; one that nobody wants when its turn comes
   * is not asked for.
   * @throws what the client does; the signal's reason
   */
  load(id: string, signal: AbortSignal): Promise<Blob>
}

/** As many as browsers open connections to a host, less one for everything else. */
const mostAtATime = 5

/** Returns what fetches pictures through a client. */
export function createThumbnails(client: Pick<Client, 'thumbnail'>): Thumbnails {
  let free = mostAtATime
  const waiting: (() => void)[] = []
  return {
    load: async (id, signal) => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve)) // its place is one that another had
      try {
        signal.throwIfAborted()
        return await client.thumbnail(id)
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
