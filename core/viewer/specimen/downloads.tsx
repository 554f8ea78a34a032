import { useSignal } from '@preact/signals'
import type { Client, FileForm, SpecimenBody } from '../../client/client.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import { saveFile } from '../parts/save.ts'

const names: { readonly [form in FileForm]: string } = {
  file: 'The file itself',
  envelope: 'Binary envelope',
  glb: 'glTF (GLB)',
  png: 'PNG',
  json: 'JSON',
}

/** Returns the forms in which a specimen can be saved. */
export function listForms(type: ResultType, isDynamic: boolean): readonly FileForm[] {
  const own: readonly FileForm[] = type === 'mesh' ? ['glb'] : type === 'image' ? ['png'] : []
  return [...(isDynamic ? [] : (['file'] as const)), ...own, 'envelope', 'json']
}

/** A menu of the forms in which the specimen can be saved. What is saved belongs to these parameters. */
export function Downloads({
  body,
  isReadable,
  params,
  roomId,
  client,
}: {
  readonly body: SpecimenBody
  /** Whether its file can be read, and so be given in other forms. */
  readonly isReadable: boolean
  readonly params: Params
  readonly roomId: string
  readonly client: Client
}) {
  const state = useSignal<string | null>(null)
  const save = async (form: FileForm, close: () => void): Promise<void> => {
    state.value = 'Fetching …'
    try {
      const { fileName, content } = await client.save(body.id, form, {
        roomId,
        ...(body.is_dynamic && { params }),
      })
      saveFile(fileName, content)
      state.value = null
      close()
    } catch (error) {
      state.value = error instanceof Error ? error.message : String(error)
    }
  }
  return (
    <PopoverButton
      icon="download"
      label="Download"
      onOpen={() => {
        state.value = null
      }}
    >
      {(close) => (
        <>
          <ul class="menu">
            {(isReadable ? listForms(body.type, body.is_dynamic) : ['file' as const]).map((form) => (
              <li key={form}>
                <button type="button" onClick={() => void save(form, close)}>
                  {names[form]}
                </button>
              </li>
            ))}
          </ul>
          <p class="popover-note" role="status">
            {state.value}
          </p>
        </>
      )}
    </PopoverButton>
  )
}
