import { type Signal, useSignal } from '@preact/signals'
import type { Client, FileForm, SpecimenBody } from '../../client/client.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import { keepKnown } from '../panel/values.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import { saveFile } from '../parts/save.ts'

const names: { readonly [form in FileForm]: string } = {
  file: 'The file itself',
  envelope: 'Binary envelope',
  glb: 'glTF (GLB)',
  png: 'PNG',
  json: 'JSON',
}

/** Returns the available file forms of a specimen. */
export function listForms(type: ResultType, isDynamic: boolean): readonly FileForm[] {
  const own: readonly FileForm[] = type === 'mesh' ? ['glb'] : type === 'image' ? ['png'] : []
  return [...(isDynamic ? [] : (['file'] as const)), ...own, 'envelope', 'json']
}

/** The specimen to save, with the parameters of the shown result. */
export interface DownloadProps {
  readonly body: SpecimenBody
  readonly params: Params
  readonly roomId: string
  readonly client: Client
}

/** A menu of the file forms of the specimen. */
export function Downloads({
  isReadable,
  ...props
}: DownloadProps & {
  /** True when its file can be decoded, and so be saved in other forms. */
  readonly isReadable: boolean
}) {
  const { body } = props
  const { note, save } = useSave(props)
  const choose = async (form: FileForm, close: () => void): Promise<void> => {
    if (await save(form)) close()
  }
  return (
    <PopoverButton
      icon="download"
      label="Download"
      onOpen={() => {
        note.value = null
      }}
    >
      {(close) => (
        <>
          <ul class="menu">
            {(isReadable ? listForms(body.type, body.is_dynamic) : ['file' as const]).map((form) => (
              <li key={form}>
                <button type="button" onClick={() => void choose(form, close)}>
                  {names[form]}
                </button>
              </li>
            ))}
          </ul>
          <p class="popover-note" role="status">
            {note.value}
          </p>
        </>
      )}
    </PopoverButton>
  )
}

/** Saves the file of a static specimen, which may be of an unknown format. */
export function FileButton(props: DownloadProps) {
  const { note, save } = useSave(props)
  return (
    <>
      <button type="button" class="button" onClick={() => void save('file')}>
        Download {props.body.data_file}
      </button>
      {note.value !== null && <p role="status">{note.value}</p>}
    </>
  )
}

function useSave({ body, params, roomId, client }: DownloadProps): {
  readonly note: Signal<string | null>
  readonly save: (form: FileForm) => Promise<boolean>
} {
  const note = useSignal<string | null>(null)
  const save = async (form: FileForm): Promise<boolean> => {
    note.value = 'Fetching …'
    try {
      const { fileName, content } = await client.save(body.id, form, {
        roomId,
        ...(body.schema && { params: keepKnown(body.schema, params) }),
      })
      saveFile(fileName, content)
      note.value = null
      return true
    } catch (error) {
      note.value = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  return { note, save }
}
