/** The functions that take what a file of the user's own holds: one click brings it to the host, and runs. */
import { useEffect, useState } from 'preact/hooks'
import type { HostCalls } from '../../client/client.ts'
import { type DataForm, dataForms } from '../../contract/domain/result/forms.ts'
import type { PartType } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { DataSource, OwnFile } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import { useBring } from '../panel/data/bring-state.ts'
import type { OwnData } from '../panel/data/panel-data.ts'
import { BringLine } from '../panel/fields/own-file.tsx'
import { toPartTitle } from '../specimen/model/chosen-part.ts'
import { type FileBringer, toFileRef } from './brought-files.ts'
import { listTakers, type Taker } from './takers.ts'

interface UseFileProps {
  readonly files: readonly OwnFile[]
  /** What they hold. */
  readonly prepared: Prepared
  readonly client: Pick<HostCalls, 'catalog' | 'functions'>
  readonly source: DataSource
  readonly bringer: FileBringer
  /** Shows a specimen with these parameters. */
  readonly onUse: (id: string, params: Params) => void
}

/** A content that can be brought as one file. */
interface Usable {
  /** The name of a part of a scene; null for the whole. */
  readonly part: string | null
  readonly title: string
  readonly kind: PartType
}

/** The forms in which parts, and contents of several files, are brought. */
const broughtForms: { readonly [kind in PartType]: DataForm } = {
  mesh: 'glb',
  point_cloud: 'glb',
  lines: 'glb',
  arrows: 'glb',
  volume: 'nrrd',
  image: 'png',
  labels: 'csv',
  table: 'envelope',
}

/** The functions as a short list; of a scene those of the part that is chosen. Nothing where none fits. */
export function UseFile(props: UseFileProps) {
  const { prepared, client, onUse } = props
  const usable = listUsable(prepared)
  const takersOf = useTakers(client)
  const [chosen, setChosen] = useState<string | null>(null)
  const [taker, setTaker] = useState<Taker | null>(null)
  const fitting = usable.filter(({ kind }) => takersOf(kind).length > 0)
  const now = fitting.find(({ part }) => part === chosen) ?? fitting[0]
  const { state, take } = useBring(createBring(props, now), now ? [now.kind] : [], ({ value }) => {
    if (taker) onUse(taker.id, { [taker.param]: value })
  })
  if (!now) return null
  return (
    // A name by id may be another element's: the dialog of a file is a tree of its own, whose ids begin anew.
    <section class="use-file" aria-label="Use it in">
      <h2>Use it in</h2>
      {now.part !== null && (
        <label class="menu-choice">
          Part{' '}
          <select value={now.part} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {fitting.map(({ part, title }) => (
              <option key={part} value={part ?? ''}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul>
        {takersOf(now.kind).map((each) => (
          <li key={each.id}>
            <button
              type="button"
              class="chip"
              onClick={() => {
                setTaker(each)
                take(props.files.slice(0, 1).map(toFile))
              }}
            >
              <bdi>{each.label}</bdi>
            </button>
          </li>
        ))}
      </ul>
      <BringLine state={state} />
      <p>It is sent to this host, which keeps it for a while, for you alone.</p>
    </section>
  )
}

/** Returns what can be brought: the parts of a scene, or all of another content. */
function listUsable(prepared: Prepared): readonly Usable[] {
  if (prepared.type !== 'scene') return [{ part: null, title: '', kind: prepared.type }]
  return prepared.parts.map((part) => ({
    part: part.name,
    title: toPartTitle(part),
    kind: part.prepared.type,
  }))
}

/** Returns the functions by the kind that they take; none until the host has answered. */
function useTakers(client: UseFileProps['client']): (kind: string) => readonly Taker[] {
  const [find, setFind] = useState<(kind: string) => readonly Taker[]>(() => () => [])
  useEffect(() => {
    const asked = Promise.all([client.functions(), client.catalog()])
    asked.then(
      ([functions, entries]) => setFind(() => (kind: string) => listTakers(functions, entries, kind)),
      console.warn, // the file is shown all the same
    )
  }, [])
  return find
}

/** Returns the way of a content to the host: one file as it is, all else as a file that the page makes. */
function createBring({ bringer, files, source }: UseFileProps, usable: Usable | undefined): OwnData['bring'] {
  return async (file, call) => {
    const isWhole = files.length === 1 && usable?.part === null
    const sent = isWhole || !usable ? file : await makeFile(files, usable, { source, signal: call.signal })
    const brought = await bringer.bring(sent, call)
    return { label: brought.name, note: '', kind: brought.kind, value: { ...toFileRef(brought) } }
  }
}

/** Returns a part of files, or all that several hold together, as one file. @throws as a source */
async function makeFile(
  files: readonly OwnFile[],
  { part, kind, title }: Usable,
  { source, signal }: { readonly source: DataSource; readonly signal: AbortSignal },
): Promise<File> {
  const form = broughtForms[kind]
  const request = { specimenId: part ?? 'own', isDynamic: false, params: {}, roomId: 'own', files }
  const loaded = await source.load(
    { ...request, saved: { form, name: title }, ...(part !== null && { part }) },
    { signal, onProgress: () => {} },
  )
  if (loaded.type !== 'file' || !loaded.content)
    throw new LoadError(loaded.type === 'file' ? loaded.reason : 'There is no file.', 'form.unavailable')
  const name = `${part ?? files[0]?.path.replace(/[.].*$/, '') ?? 'own'}${dataForms[form].ending}`
  return new File([loaded.content], name)
}

function toFile({ path, blob }: OwnFile): File {
  return blob instanceof File ? blob : new File([blob], path.replace(/^.*[/]/, ''))
}
