import type { ReadonlySignal, Signal } from '@preact/signals'
import type { DataSource } from '../data/data-source.ts'
import type { PageViews } from '../specimen/page-views.ts'
import { ownFileId } from '../state/view-state.ts'
import { type Dropped, followDrops } from './follow-drops.ts'
import type { OwnContent } from './own-content.ts'

/** The places of a page into which dropped files go, and what reads them. */
export interface DropTarget {
  readonly own: Signal<OwnContent | null>
  readonly page: ReadonlySignal<PageViews | null>
  readonly source: DataSource
}

/** Opens files that are dropped on the page, or asks where to show them beside the open specimen. */
export function openDrops(into: DropTarget): () => void {
  const { own, page, source } = into
  const showPage = (): void => {
    location.hash = `#/${ownFileId}`
  }
  const take = async (dropped: readonly Dropped[]): Promise<void> => {
    const { readDropped } = await import('./own-content.ts').catch((error: unknown) => {
      showPage() // it shows what is missing
      throw error
    })
    const content = await readDropped(dropped)
    const model = page.peek()?.findModel()
    if (model?.prepared.peek() && content.problem === null) {
      const { askPlace } = await import('./ask-place.tsx')
      if ((await askPlace({ content, model, source })) !== 'open') return
    }
    own.value = content
    showPage()
  }
  return followDrops(window, take)
}
