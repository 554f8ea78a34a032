import type { ReadonlySignal, Signal } from '@preact/signals'
import type { HostCalls } from '../../client/client.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { FileBringer } from '../brought/brought-files.ts'
import type { DataSource } from '../data/data-source.ts'
import type { PageViews } from '../specimen/page-views.ts'
import { toFragment } from '../state/link.ts'
import { initialView, ownFileId, type ViewState } from '../state/view-state.ts'
import { type Dropped, followDrops } from './follow-drops.ts'
import type { OwnContent } from './own-content.ts'

/** The places of a page into which dropped files go, and what reads them. */
export interface DropTarget {
  readonly own: Signal<OwnContent | null>
  readonly page: ReadonlySignal<PageViews | null>
  readonly source: DataSource
  readonly client: HostCalls
  readonly bringer: FileBringer | null
  readonly view: ReadonlySignal<ViewState>
}

/** Opens files that are dropped on the page, or asks where to show them beside the open specimen. */
export function openDrops(into: DropTarget): () => void {
  const { own, page, source, client, bringer, view } = into
  const showPage = (): void => {
    location.hash = `#/${ownFileId}`
  }
  const onUse = (specimenId: string, params: Params): void => {
    location.hash = toFragment({ ...initialView, specimenId, params, roomId: view.peek().roomId })
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
      if ((await askPlace({ content, model, source, client, bringer, onUse })) !== 'open') return
    }
    own.value = content
    showPage()
  }
  return followDrops(window, take)
}
