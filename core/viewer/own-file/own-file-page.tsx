import { useMemo } from 'preact/hooks'
import type { Client, SpecimenBody } from '../../client/client.ts'
import { listFormats } from '../../formats/find-format.ts'
import type { DataSource } from '../data/data-source.ts'
import { Icon } from '../parts/icon.tsx'
import { SpecimenPage } from '../specimen/specimen-page.tsx'
import { ownFileId } from '../state/view-state.ts'
import { type OwnContent, toContent } from './own-content.ts'

const promise =
  'It is read in this page: nothing of it is sent to the host or anywhere else. It is kept until this tab ' +
  'is closed or loaded again, and then has to be opened again.'

/** The user's own file as a specimen, which neither host nor link knows; without one, the choice of one. */
export function OwnFilePage(
  props: Parameters<typeof SpecimenPage>[0] & {
    readonly content: OwnContent | null
    readonly onContent: (content: OwnContent | null) => void
  },
) {
  const { content, onContent, client, source } = props
  // A page never closes the source, which belongs to all.
  const local = useMemo(
    () => content && { ...content, ...createLocal(content, { client, source }) },
    [content],
  )
  if (!local || local.problem !== null)
    return <Choice problem={local?.problem ?? null} onContent={onContent} />
  return (
    <SpecimenPage
      {...props}
      key={local.key}
      client={local.client}
      source={local.source}
      room={null}
      head={
        <>
          <span class="room only-here">Only in this page</span>
          <button type="button" class="button" onClick={() => onContent(null)}>
            Open another
          </button>
        </>
      }
    />
  )
}

/** Returns a client that describes the content, and a source that reads it. */
function createLocal(
  { name, files }: OwnContent,
  { client, source }: { readonly client: Client; readonly source: DataSource },
) {
  const key = `${ownFileId} ${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const body: SpecimenBody = {
    ...{ id: ownFileId, display_name: name, description: promise, data_file: name, tags: [], story_text: [] },
    ...{ type: 'volume', is_dynamic: false, schema: null, function_name: null, worker_id: null },
    ...{ available: true, thumbnail_url: null, thumbnail_file: null },
  }
  const load: DataSource['load'] = async (request, call) =>
    await source.load({ ...request, specimenId: key, files }, call)
  return { key, client: { ...client, specimen: async () => body }, source: { ...source, load } }
}

function Choice({
  problem,
  onContent,
}: Pick<OwnContent, 'problem'> & Pick<Parameters<typeof OwnFilePage>[0], 'onContent'>) {
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const chosen = [...(currentTarget.files ?? [])]
    const files = chosen.map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob }))
    if (files.length > 0) onContent(toContent(files))
  }
  return (
    <main class="own-file">
      <header class="specimen-head">
        <a class="icon-button" href="#/" aria-label="All specimens">
          <Icon name="back" />
        </a>
        <h1>Open a file</h1>
      </header>
      <section class="notice">
        {problem !== null && <p role="alert">{problem}</p>}
        <h2>Drop a file or a folder here</h2>
        <p>
          <label class="button">
            Choose files
            <input type="file" multiple onChange={take} />
          </label>{' '}
          <label class="button">
            Choose a folder
            <input type="file" ref={takeFolders} onChange={take} />
          </label>
        </p>
        <p>{promise}</p>
        <p>{listFormats()}.</p>
      </section>
    </main>
  )
}

function takeFolders(input: HTMLInputElement | null): void {
  if (input) input.webkitdirectory = true
}
