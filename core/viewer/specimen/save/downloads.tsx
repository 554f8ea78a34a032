import { useSignal } from '@preact/signals'
import type { FileForm, SpecimenBody } from '../../../client/client.ts'
import { dataForms } from '../../../contract/domain/result/forms.ts'
import { kinds } from '../../../contract/domain/result/kinds.ts'
import type { ResultType } from '../../../contract/domain/result/result.ts'
import { keysOf } from '../../../contract/values/keys-of.ts'
import type { Prepared, PreparedScenePart } from '../../../data/prepared/prepared.ts'
import { Button } from '../../parts/button.tsx'
import { PopoverButton } from '../../parts/popover-button.tsx'
import { ZarrRow } from '../lazy-tools.ts'
import { toPartTitle } from '../model/chosen-part.ts'
import type { DownloadProps } from './download-props.ts'
import { useSave } from './use-save.ts'

const forms: { readonly [form in FileForm]: { readonly name: string; readonly use: string } } = {
  file: { name: 'The file itself', use: 'unchanged' },
  zip: { name: 'Zip', use: 'a file of each part' },
  glb: { name: 'glTF', use: 'for 3D programs' },
  stl: { name: 'STL', use: 'for 3D printing' },
  '3mf': { name: '3MF', use: 'for 3D printing, with unit and colours' },
  usdz: { name: 'USDZ', use: 'for iPhones, in the room before them' },
  ply: { name: 'PLY', use: 'with colours and values' },
  obj: { name: 'OBJ', use: 'for 3D programs' },
  csv: { name: 'CSV', use: 'a table of points' },
  nifti: { name: 'NIfTI', use: 'for imaging programs' },
  nrrd: { name: 'NRRD', use: 'for imaging programs' },
  npy: { name: 'NPY', use: 'for NumPy' },
  png: { name: 'PNG', use: 'for image programs' },
  scene: { name: 'Binary scene', use: 'exact arrays of all parts' },
  envelope: { name: 'Binary envelope', use: 'exact arrays for programs' },
  json: { name: 'JSON', use: 'for scripts' },
}

/** Returns the available file forms of a specimen; `hasFile` where its data are one file. */
function listForms(type: ResultType, hasFile: boolean): readonly FileForm[] {
  const has = (form: FileForm): boolean => form !== 'file' && kinds[type].forms.some((own) => own === form)
  return keysOf(forms).filter((form) => has(form) || (form === 'file' && hasFile))
}

interface MenuProps extends DownloadProps {
  /** True when its file can be decoded, and so be saved in other forms. */
  readonly isReadable: boolean
  /** The shown result, whose arrays give sizes. */
  readonly prepared: Prepared | null
  /** False in a page of another and in one without a host, whose data no other program can read. */
  readonly hasHost: boolean
}

/** A menu of the file forms of the specimen. */
export function Downloads({ isReadable, prepared, hasHost, ...props }: MenuProps) {
  const { body } = props
  const { note, save } = useSave(props)
  const chosen = useSignal<string | null>(null)
  const parts = prepared?.type === 'scene' ? prepared.parts : []
  const part = parts.find(({ name }) => name === chosen.value)
  const [type, content] = part ? [part.prepared.type, part.prepared] : [body.type, prepared]
  const choose = async (form: FileForm, close: () => void): Promise<void> => {
    if (await save(form, part?.name)) close()
  }
  return (
    <PopoverButton
      icon="download"
      word="Download"
      label="Download"
      onOpen={() => {
        note.value = null
      }}
    >
      {(close) => (
        <>
          {parts.length > 0 && (
            <label class="menu-choice">
              Of
              <select
                aria-label="Of which part"
                value={part?.name ?? ''}
                onChange={({ currentTarget }) => {
                  chosen.value = currentTarget.value || null
                }}
              >
                <option value="">all parts</option>
                {parts.map((one) => (
                  <option key={one.name} value={one.name}>
                    {toPartTitle(one)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <ul class="menu">
            {(isReadable
              ? listForms(type, part === undefined && body.data_file !== null)
              : ['file' as const]
            ).map((form) => (
              <li key={form}>
                <button type="button" onClick={() => void choose(form, close)}>
                  {forms[form].name} <small>{describeForm(form, body, content)}</small>
                </button>
              </li>
            ))}
          </ul>
          {hasHost && isReadable && isStored(type, parts) && <ZarrRow {...props} part={part?.name} />}
          <p class="popover-note" role="status">
            {note.value ?? sayMore(part, parts)}
          </p>
        </>
      )}
    </PopoverButton>
  )
}

/** Returns whether a result, or the scene of these parts, has a store of Zarr. */
function isStored(type: ResultType, parts: readonly PreparedScenePart[]): boolean {
  if (type === 'scene') return parts.some(({ prepared }) => prepared.type === 'volume')
  return type === 'volume' || type === 'image'
}

/** Returns where the forms for printing are that a whole scene does not have. */
function sayMore(part: PreparedScenePart | undefined, parts: readonly PreparedScenePart[]): string | null {
  const canPrint = parts.some(({ prepared }) => prepared.type === 'mesh')
  return canPrint && !part ? 'One part, chosen above, has more forms, such as STL for 3D printing.' : null
}

/** Saves the file of a static specimen, which may be of an unknown format. */
export function FileButton(props: DownloadProps) {
  const { note, save } = useSave(props)
  return (
    <>
      <Button onClick={() => void save('file')}>Download {props.body.data_file}</Button>
      {note.value !== null && <p role="status">{note.value}</p>}
    </>
  )
}

/** Returns extension, use and size of a form; the size where it is known without making the file. */
function describeForm(form: FileForm, { data_file: name }: SpecimenBody, prepared: Prepared | null): string {
  const extension =
    form === 'file' ? (/([.][a-z]\w*)?[.]\w{1,9}$/i.exec(name ?? '')?.[0] ?? '') : dataForms[form].ending
  const bytes = prepared && measureForm(form, prepared)
  const size = bytes ? `${exactForms.has(form) ? '' : 'about '}${formatBytes(bytes)}` : ''
  return [extension, forms[form].use, size].filter((part) => part !== '').join(', ')
}

const exactForms: ReadonlySet<FileForm> = new Set(['file', 'envelope', 'stl'])

function measureForm(form: FileForm, { result, fileBytes }: Prepared): number | undefined {
  if (form === 'file') return fileBytes
  if (form === 'envelope' || form === 'nifti' || form === 'nrrd' || form === 'npy') return countBytes(result)
  if (result.type !== 'mesh') return undefined
  if (form === 'stl') return 84 + (50 * result.indices.length) / 3
  if (form !== 'glb') return undefined
  const { colors, vertices } = result
  return countBytes({ ...result, colors: undefined }) + (colors ? (8 * vertices.length) / 3 : 0)
}

function countBytes(result: object): number {
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
