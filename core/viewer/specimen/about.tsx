import { Fragment } from 'preact'
import type { SpecimenBody } from '../../client/client.ts'
import { ownFileId } from '../state/view-state.ts'
import { titleValues, toMeaning } from './meaning.ts'
import { StoryText } from './story-text.tsx'

/** The author's texts about a specimen. */
export function About(props: {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly isOpen: boolean
}) {
  const { body, roomId, isOpen } = props
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
    <details class="settings" open={isOpen}>
      <summary>About</summary>
      {pages.map((page) => (
        <p key={page}>
          <StoryText text={page} id={id} roomId={roomId} />
        </p>
      ))}
      <dl>
        {rows.map(([name, text]) =>
          text ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <StoryText {...{ text, id, roomId }} />
              </dd>
            </Fragment>
          ) : null,
        )}
      </dl>
    </details>
  )
}
