import type { Session } from '../session/session.ts'
import { createCatalog, type GalleryCatalog } from './catalog.ts'
import { createThumbnails, type Thumbnails } from './thumbnails.ts'

/** Where somebody was in the gallery when it was left. */
export interface GalleryPlace {
  readonly scrollTop: number
  readonly cardCount: number
  /** The specimen that was opened. */
  readonly openedId: string
}

/** What the gallery keeps while a specimen is looked at: coming back is at once, and at the same place. */
export interface GalleryState {
  readonly session: Session
  readonly catalog: GalleryCatalog
  readonly thumbnails: Thumbnails
  /** Written by the gallery. */
  place: GalleryPlace | undefined
}

/** Returns what the gallery keeps; one for the page. */
export function createGalleryState(session: Session): GalleryState {
  const { client } = session
  return { session, catalog: createCatalog(client), thumbnails: createThumbnails(client), place: undefined }
}
