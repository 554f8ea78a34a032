import { type Signal, useSignal } from '@preact/signals'
import type { FileForm } from '../../../client/client.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import { keepKnown } from '../../panel/values.ts'
import { saveFile } from '../../parts/save.ts'
import type { DownloadProps } from './download-props.ts'
import { toFileStem } from './file-name.ts'

/** A way to save forms of a specimen, and what is told of it meanwhile. */
interface Saving {
  readonly note: Signal<string | null>
  /** Resolves with false where nothing could be saved, which the note tells. */
  readonly save: (form: FileForm, part?: string) => Promise<boolean>
}

/** Returns what saves forms of a specimen. */
export function useSave({ body, params, roomId, client }: DownloadProps): Saving {
  const note = useSignal<string | null>(null)
  const save = async (form: FileForm, part?: string): Promise<boolean> => {
    note.value = 'Fetching …'
    try {
      const { fileName, content } = await client.save(body.id, form, {
        roomId,
        part,
        ...(body.schema && { params: keepKnown(body.schema, params) }),
      })
      const extension = fileName.slice(fileName.lastIndexOf('.'))
      const stem = toFileStem(part === undefined ? body.id : `${body.id} ${part}`, body.schema, params)
      saveFile(form === 'file' ? fileName : stem + extension, content)
      note.value = null
      return true
    } catch (error) {
      note.value = toThrownText(error)
      return false
    }
  }
  return { note, save }
}
