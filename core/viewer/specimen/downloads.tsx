import { type Signal, useSignal } from '@preact/signals'
import type { Client, FileForm, SpecimenBody } from '../../client/client.ts'
import type { Result, ResultType } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import { keepKnown } from '../panel/values.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import { saveFile } from '../parts/save.ts'
import { toFileStem } from './file-name.ts'

const forms: { readonly [form in FileForm]: { readonly name: string; readonly use: string } } = {
  file: { name: 'The file itself', use: 'as it is on the host' },
  glb: { name: 'glTF', use: '.glb, for 3D programs' },
  png: { name: 'PNG', use: '.png, for image programs' },
  envelope: { name: 'Binary envelope', use: '.envelope, exact arrays for programs' },
  json: { name: 'JSON', use: '.json, for scripts' },
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
  result,
  ...props
}: DownloadProps & {
  /** True when its file can be decoded, and so be saved in other forms. */
  readonly isReadable: boolean
  /** The shown result, whose arrays are the size of an envelope. */
  readonly result: Result | null
}) {
  const { body } = props
  const size = result === null ? '' : `, ${formatBytes(countBytes(result))}`
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
                  {forms[form].name}{' '}
                  <small>
                    {forms[form].use}
                    {form === 'envelope' && size}
                  </small>
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
      const extension = fileName.slice(fileName.lastIndexOf('.'))
      saveFile(form === 'file' ? fileName : toFileStem(body.id, body.schema, params) + extension, content)
      note.value = null
      return true
    } catch (error) {
      note.value = error instanceof Error ? error.message : String(error)
      return false
    }
  }
  return { note, save }
}

function countBytes(result: Result): number {
  return Object.values(result).reduce(
    (sum: number, part: unknown) => sum + (ArrayBuffer.isView(part) ? part.byteLength : 0),
    0,
  )
}

/** Returns a size as text: `12 KB`, `3.4 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
