import { computed, type ReadonlySignal } from '@preact/signals'
import type { HostCalls } from '../../../client/client.ts'
import { type FileBringer, toFileRef } from '../../brought/brought-files.ts'
import type { SentFile } from '../../brought/sent-file.ts'
import { createThumbnails, Thumbnail } from '../../gallery/thumbnail.tsx'
import type { OfferedData, PanelData } from '../../panel/data/panel-data.ts'
import { createPanelCatalog, type PanelCatalog } from './panel-catalog.ts'

/** The page around a panel. */
export interface PanelHost {
  readonly client: HostCalls
  /** True where the host draws pictures. */
  readonly isDrawing: boolean
  /** Null where there is no host to bring files to. */
  readonly bringer: FileBringer | null
  /** True in a room, whose files are those of whoever brought them. */
  readonly isInRoom: boolean
  readonly shown: ReadonlySignal<readonly OfferedData[]>
  /** Requests the result once more. */
  readonly onAgain: () => void
}

/** Returns the way of a panel to its host: catalog, schemas, pictures and files. */
export function createPanelData(host: PanelHost): PanelData & Pick<PanelCatalog, 'askFiles'> {
  const { client, isDrawing, bringer, isInRoom, shown, onAgain } = host
  const source = { thumbnails: createThumbnails(client), isDrawing }
  const { catalog, need, addFile, askFiles } = createPanelCatalog(
    client,
    isInRoom ? null : (bringer?.find ?? null),
  )
  const own = bringer && {
    files: computed(() => bringer.files.value.map(toOffered)),
    bring: async (file: File, call: Parameters<FileBringer['bring']>[1]) => {
      const brought = await bringer.bring(file, call)
      addFile(brought.file, brought.name)
      return toOffered(brought)
    },
    onAgain,
  }
  return { catalog, need, askFiles, shown, own, draw: (entry) => <Thumbnail entry={entry} source={source} /> }
}

function toOffered(brought: SentFile): OfferedData {
  const { name, kind } = brought
  return { label: name || 'A file', note: 'Your own file', kind, value: { ...toFileRef(brought) } }
}
