import { useMemo } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../client/client.ts'
import { listFormats } from '../../data/formats/find-format.ts'
import { UseFile } from '../brought/use-file.tsx'
import type { DataSource } from '../data/data-source.ts'
import { measureContent } from '../data/measure-content.ts'
import { Icon } from '../parts/icon.tsx'
import { SpecimenPage, type SpecimenPageProps } from '../specimen/specimen-page.tsx'
import { toFragment } from '../state/link.ts'
import { initialView, ownFileId } from '../state/view-state.ts'
import { examples } from './examples.ts'
import { type OwnContent, toContent } from './own-content.ts'

const privacyText =
  'It is read in this page: nothing of it is sent to the host or anywhere else, unless you use it in a ' +
  'function. It is kept until this tab is closed or loaded again, and then has to be opened again.'

interface OwnFilePageProps extends SpecimenPageProps {
  readonly content: OwnContent | null
  readonly onContent: (content: OwnContent | null) => void
}

/** The user's own file as a specimen, which neither host nor link knows; without one, the choice of one. */
export function OwnFilePage(props: OwnFilePageProps) {
  const { content, onContent, client, source, bringer, view } = props
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
      beside={
        bringer &&
        (({ model }) =>
          model.prepared.value && (
            <UseFile
              files={local.files}
              prepared={model.prepared.value}
              client={client}
              source={source}
              bringer={bringer}
              onUse={(specimenId, params) => {
                location.hash = toFragment({ ...initialView, specimenId, params, roomId: view.peek().roomId })
              }}
            />
          ))
      }
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

/** The host, or what takes its place. */
interface ContentHost {
  readonly client: HostCalls
  readonly source: DataSource
}

/** Returns a client that describes the content, and a source that reads it. */
function createLocal(
  { name, files }: OwnContent,
  { client, source }: ContentHost,
): ContentHost & { readonly key: string } {
  const key = `${ownFileId} ${crypto.getRandomValues(new Uint32Array(2)).join('-')}`
  const body: SpecimenBody = {
    id: ownFileId,
    display_name: name,
    description: privacyText,
    data_file: name,
    tags: [],
    story_text: [],
    type: 'volume',
    is_dynamic: false,
    schema: null,
    function_name: null,
    worker_id: null,
    available: true,
    thumbnail_url: null,
    thumbnail_file: null,
  }
  const load: DataSource['load'] = async (request, call) =>
    await source.load({ ...request, specimenId: key, files }, call)
  const local: DataSource = { ...source, load }
  const facts: HostCalls['facts'] = async (_, call) => await measureContent(local, body, call)
  return { key, client: { ...client, specimen: async () => body, facts }, source: local }
}

function Choice(props: {
  readonly problem: string | null
  readonly onContent: (content: OwnContent) => void
}) {
  const { problem, onContent } = props
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
        <div class="drop-target">
          {problem !== null && <p role="alert">{problem}</p>}
          <Icon name="download" />
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
          <p>{privacyText}</p>
        </div>
        <p>
          No file at hand? Try{' '}
          {examples.map(({ label, make }) => (
            <button key={label} type="button" class="chip" onClick={() => onContent(make())}>
              {label}
            </button>
          ))}
        </p>
        <p class="formats">{listFormats()}.</p>
      </section>
    </main>
  )
}

function takeFolders(input: HTMLInputElement | null): void {
  if (input) input.webkitdirectory = true
}
