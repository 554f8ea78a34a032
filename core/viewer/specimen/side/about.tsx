import type { ReadonlySignal } from '@preact/signals'
import { Fragment } from 'preact'
import type { Client, SpecimenBody } from '../../../client/client.ts'
import type { RunState } from '../../drive/run-state.ts'
import { ownFileId } from '../../state/view-state.ts'
import { titleValues, toMeaning } from '../model/meaning.ts'
import { FactList } from './fact-list.tsx'
import { StoryText } from './story-text.tsx'

interface AboutProps {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly isOpen: boolean
  /** The room of the view, which holds its result. */
  readonly viewRoomId: string
  readonly run: ReadonlySignal<RunState>
  readonly facts: Client['facts']
}

/** The author's texts about a specimen, and what is measured of its result. */
export function About(props: AboutProps) {
  const { body, roomId, isOpen, viewRoomId, run, facts } = props
  const { id, description, story_text: story, tags, axes, source, license, attribution } = body
  const rows: readonly (readonly [name: string, text: string | null | undefined])[] = [
    ['Lengths in', axes],
    ['Values', titleValues(toMeaning(body, null))],
    ['Source', source],
    ['Licence', license],
    ['Attribution', attribution],
    ['Id', id === ownFileId ? null : id],
    ['Tags', tags.join(', ')],
    [body.is_dynamic ? 'Function' : 'File', body.function_name ?? body.data_file],
  ]
  const pages = [description, ...story].filter((page) => page !== '')
  return (
    <details class="settings about" open={isOpen}>
      <summary>About</summary>
      {pages.map((page) => (
        <p key={page} dir="auto">
          <StoryText text={page} id={id} roomId={roomId} />
        </p>
      ))}
      <dl>
        {rows.map(([name, text]) =>
          text ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd dir="auto">
                <StoryText text={text} id={id} roomId={roomId} />
              </dd>
            </Fragment>
          ) : null,
        )}
      </dl>
      <FactList body={body} roomId={viewRoomId} run={run} facts={facts} />
    </details>
  )
}
