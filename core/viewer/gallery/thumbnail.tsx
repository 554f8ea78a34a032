import { useEffect, useRef, useState } from 'preact/hooks'
import type { CatalogEntry, HostCalls } from '../../client/client.ts'
import { sleep } from '../../contract/time/sleep.ts'
import { TypeFigure } from './figures.tsx'

/** Pixels along each side of a drawn picture. */
const cardEdge = 256
/** A browser has six connections to a host, which are left to what the reader opens. */
const mostAtATime = 2
/** Seconds for the result on a card, which is an extra: a slow function keeps the figure of its type. */
const within = 1
/** The host tries one that took longer again after this time, and a busy machine may be quiet by then. */
const retryMilliseconds = 20_000
const mostTries = 3

/** The picture of a card: its author's, or one that the host draws. */
export interface CardPicture {
  readonly id: string
  readonly isDrawn: boolean
}

/** The source of pictures. */
export interface PictureSource {
  readonly thumbnails: Thumbnails
  readonly isDrawing: boolean
}

/** Fetches pictures of cards. */
export interface Thumbnails {
  /** Resolves with an empty one where there is none. @throws as the client, and the signal's reason */
  load(picture: CardPicture, signal: AbortSignal): Promise<Blob>
}

/**
 * A specimen's picture, the host's where its author gave none, or a figure of its type. The name beside it
 * describes it.
 */
export function Thumbnail(props: { readonly entry: CatalogEntry; readonly source: PictureSource }) {
  const [isBroken, setBroken] = useState(false)
  const { id, type, thumbnail_url, available } = props.entry
  const { thumbnails, isDrawing } = props.source
  const fail = (): void => setBroken(true)
  // Pictures of a disconnected worker cannot be fetched.
  const isThere = available && !isBroken && (isDrawing || thumbnail_url !== null)
  const picture: CardPicture = { id, isDrawn: thumbnail_url === null }
  return (
    <div class="thumbnail">
      {isThere ? (
        <FetchedPicture {...picture} type={type} thumbnails={thumbnails} onFail={fail} />
      ) : (
        <TypeFigure type={type} />
      )}
    </div>
  )
}

function toPicture(address: string, onFail: () => void) {
  return (
    <img src={address} alt="" width="256" height="256" loading="lazy" decoding="async" onError={onFail} />
  )
}

interface FetchedPictureProps {
  readonly type: CatalogEntry['type']
  readonly thumbnails: Thumbnails
  readonly onFail: () => void
}

/** A picture that is fetched near the window and released outside, to save memory. */
function FetchedPicture(props: CardPicture & FetchedPictureProps) {
  const { id, isDrawn, type, thumbnails, onFail } = props
  const place = useRef<HTMLDivElement>(null)
  const [address, setAddress] = useState<string | undefined>(undefined)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    let leaving = new AbortController()
    let held: string | undefined
    const hold = (blob: Blob | undefined): void => {
      if (held !== undefined) URL.revokeObjectURL(held)
      held = blob && URL.createObjectURL(blob)
      setAddress(held)
    }
    const show = async (signal: AbortSignal): Promise<void> => {
      for (let tries = 1; ; tries++) {
        const blob = await thumbnails.load({ id, isDrawn }, signal)
        if (signal.aborted) return
        if (blob.size > 0) return hold(blob)
        setLate(true)
        if (!isDrawn || tries === mostTries) return
        await sleep(retryMilliseconds, signal)
      }
    }
    const hide = (): void => {
      leaving.abort()
      hold(undefined)
    }
    const observer = new IntersectionObserver(
      ([sight]) => {
        hide()
        if (!sight?.isIntersecting) return
        leaving = new AbortController()
        const { signal } = leaving
        show(signal).catch(() => signal.aborted || onFail())
      },
      { rootMargin: '50%' },
    )
    if (place.current) observer.observe(place.current)
    return () => {
      observer.disconnect()
      hide()
    }
  }, [id, isDrawn])
  return (
    <div ref={place}>
      {address !== undefined ? toPicture(address, onFail) : isLate && <TypeFigure type={type} />}
    </div>
  )
}

/**
 * Returns the fetcher of pictures, a few at a time: whatever is opened meanwhile has connections of its own.
 * An `<img>` would ask for all at once, go on after the gallery was left, and send no token.
 */
export function createThumbnails(client: Pick<HostCalls, 'thumbnail' | 'picture'>): Thumbnails {
  let free = mostAtATime
  const waiting: (() => void)[] = []
  const load = async ({ id, isDrawn }: CardPicture, signal: AbortSignal): Promise<Blob> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve)) // takes over a free place
    try {
      signal.throwIfAborted()
      if (!isDrawn) return await client.thumbnail(id, { signal })
      return await client.picture(id, { width: cardEdge, mediaType: 'image/webp', within, signal })
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return { load }
}
