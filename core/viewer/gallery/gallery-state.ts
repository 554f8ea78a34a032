import type { Session } from '../session/session.ts'
import { createCatalog } from './catalog.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

/** The state of the gallery while a specimen is shown: coming back is immediate, and at the same place. */
export interface GalleryState {
  readonly session: Session
  readonly catalog: ReturnType<typeof createCatalog>
  readonly thumbnails: Thumbnails
  /** True where the host draws what has no picture of its author's. */
  readonly isDrawing: boolean
  /** The position in the gallery when it was left. */
  place: { readonly scrollTop: number; readonly cardCount: number; readonly openedId: string } | undefined
}

/** Returns the gallery's state; one for the page. */
export function createGalleryState(session: Session, isDrawing: boolean): GalleryState {
  const { client } = session
  const [catalog, thumbnails] = [createCatalog(client), createThumbnails(client)]
  return { session, catalog, thumbnails, isDrawing, place: undefined }
}
