import type { Client } from '../../client/client.ts'

/** Pictures that the page fetches itself, because an `<img>` sends no token. */
export interface Thumbnails {
  /** Returns a specimen's picture. Fetches a few at a time. @throws as the client; the signal's reason */
  load(picture: CardPicture, signal: AbortSignal): Promise<Blob>
}

/** The picture of a card: its author's, or one that the host draws. */
export interface CardPicture {
  readonly id: string
  readonly isDrawn: boolean
}

/** Pixels along each side of a drawn picture. */
export const cardEdge = 256

/** The usual number of connections to a host, less one for other requests. */
const mostAtATime = 5

/** Returns the fetcher of pictures through a client. */
export function createThumbnails(client: Pick<Client, 'thumbnail' | 'picture'>): Thumbnails {
  let free = mostAtATime
  const waiting: (() => void)[] = []
  return {
    load: async ({ id, isDrawn }, signal) => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve)) // takes over a free place
      try {
        signal.throwIfAborted()
        if (!isDrawn) return await client.thumbnail(id)
        return await client.picture(id, { width: cardEdge, mediaType: 'image/webp', signal })
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
