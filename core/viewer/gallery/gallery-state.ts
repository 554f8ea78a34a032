import type { Session } from '../session/session.ts'
import { createCatalog, type PageCatalog } from './catalog.ts'
import { createThumbnails, type Thumbnails } from './thumbnail.tsx'

/** The state of the gallery while a specimen is shown: coming back is immediate, and at the same place. */
export class GalleryState {
  readonly session: Session
  readonly catalog: PageCatalog
  readonly thumbnails: Thumbnails
  /** True where the host draws what has no picture of its author's. */
  readonly isDrawing: boolean
  /** The position in the gallery when it was left. */
  place: { readonly scrollTop: number; readonly cardCount: number; readonly openedId: string } | undefined

  constructor(session: Session, isDrawing: boolean) {
    this.session = session
    this.catalog = createCatalog(session.client)
    this.thumbnails = createThumbnails(session.client)
    this.isDrawing = isDrawing
  }
}
