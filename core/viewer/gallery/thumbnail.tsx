import { useEffect, useRef, useState } from 'preact/hooks'
import type { CatalogEntry, Client } from '../../client/client.ts'
import { TypeFigure } from './figures.tsx'

/** Pixels along each side of a drawn picture. */
const cardEdge = 256
/** The usual number of connections to a host, less one for other requests. */
const mostAtATime = 5

/** The picture of a card: its author's, or one that the host draws. */
interface CardPicture {
  readonly id: string
  readonly isDrawn: boolean
}

/** The source of pictures. */
export interface PictureSource {
  readonly baseUrl: string
  /** Undefined where the browser can fetch them itself. */
  readonly thumbnails: ReturnType<typeof createThumbnails> | undefined
  readonly isDrawing: boolean
}

/**
 * A specimen's picture, the host's where its author gave none, or a figure of its type. The name beside it
 * describes it.
 */
export function Thumbnail(props: { readonly entry: CatalogEntry; readonly source: PictureSource }) {
  const [isBroken, setBroken] = useState(false)
  const { id, type, thumbnail_url, available } = props.entry
  const { baseUrl, thumbnails, isDrawing } = props.source
  const fail = (): void => setBroken(true)
  // Pictures of a disconnected worker cannot be fetched.
  const isThere = available && !isBroken && (isDrawing || thumbnail_url !== null)
  const picture: CardPicture = { id, isDrawn: thumbnail_url === null }
  return (
    <div class="thumbnail">
      {!isThere ? (
        <TypeFigure type={type} />
      ) : thumbnails ? (
        <FetchedPicture {...picture} thumbnails={thumbnails} onFail={fail} />
      ) : (
        toPicture(toAddress(baseUrl, picture), fail)
      )}
    </div>
  )
}

function toPicture(address: string, onFail: () => void) {
  return (
    <img src={address} alt="" width="256" height="256" loading="lazy" decoding="async" onError={onFail} />
  )
}

/** Builds the address itself: the catalog's misses the path of a proxy that strips it. */
function toAddress(baseUrl: string, { id, isDrawn }: CardPicture): string {
  const own = isDrawn ? `picture?width=${cardEdge}` : 'thumbnail'
  return `${baseUrl}/api/specimens/${encodeURIComponent(id)}/${own}`
}

/** A picture that is fetched near the window and released outside, to save memory. */
function FetchedPicture(
  props: CardPicture & {
    readonly thumbnails: ReturnType<typeof createThumbnails>
    readonly onFail: () => void
  },
) {
  const { id, isDrawn, thumbnails, onFail } = props
  const place = useRef<HTMLDivElement>(null)
  const [address, setAddress] = useState<string | undefined>(undefined)
  useEffect(() => {
    let leaving = new AbortController()
    let held: string | undefined
    const hold = (blob: Blob | undefined): void => {
      if (held !== undefined) URL.revokeObjectURL(held)
      held = blob && URL.createObjectURL(blob)
      setAddress(held)
    }
    const show = async (signal: AbortSignal): Promise<void> => {
      const blob = await thumbnails.load({ id, isDrawn }, signal)
      if (!signal.aborted) hold(blob)
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
  return <div ref={place}>{address !== undefined && toPicture(address, onFail)}</div>
}

/**
 * Returns the fetcher of pictures that an `<img>` cannot fetch, because it sends no token: a few at a time.
 * It throws as the client does, and the signal's reason.
 */
export function createThumbnails(client: Pick<Client, 'thumbnail' | 'picture'>) {
  let free = mostAtATime
  const waiting: (() => void)[] = []
  const load = async ({ id, isDrawn }: CardPicture, signal: AbortSignal): Promise<Blob> => {
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
  }
  return { load }
}
