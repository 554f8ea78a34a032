import type { Session } from '../session/session.ts'
import { createCatalog, type GalleryCatalog } from './catalog.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

/** The position in the gallery when it was left. */
export interface GalleryPlace {
  readonly scrollTop: number
  readonly cardCount: number
  readonly openedId: string
}

/** The state of the gallery while a specimen is shown: coming back is immediate, and at the same place. */
export interface GalleryState {
  readonly session: Session
  readonly catalog: GalleryCatalog
  readonly thumbnails: Thumbnails
  place: GalleryPlace | undefined
}

/** Returns the gallery's state; one for the page. */
export function createGalleryState(session: Session): GalleryState {
  const { client } = session
  return { session, catalog: createCatalog(client), thumbnails: createThumbnails(client), place: undefined }
}
