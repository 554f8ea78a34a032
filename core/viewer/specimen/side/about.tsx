import { Fragment } from 'preact'
import type { HostCalls, SpecimenBody } from '../../../client/client.ts'
import { takesData } from '../../../contract/domain/data-ref.ts'
import type { PanelData } from '../../panel/data/panel-data.ts'
import { ownFileId } from '../../state/view-state.ts'
import { titleValues, toMeaning } from '../model/meaning.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { CallTree } from './call-tree.tsx'
import { FactList } from './fact-list.tsx'
import { Story } from './story.tsx'
import { StoryText } from './story-text.tsx'

interface AboutProps {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly isOpen: boolean
  readonly opened: OpenedView
  readonly facts: HostCalls['facts']
  readonly data: PanelData
}

/** The author's texts about a specimen, and what is measured of its result. */
export function About(props: AboutProps) {
  const { body, roomId, isOpen, opened, facts, data } = props
  const { id, description, tags, axes, source, license, attribution } = body
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
  return (
    <details class="settings about" open={isOpen}>
      <summary>About</summary>
      {description !== '' && (
        <p dir="auto">
          <StoryText text={description} id={id} roomId={roomId} />
        </p>
      )}
      <Story body={body} roomId={roomId} opened={opened} />
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
      {body.schema && takesData(body.schema) && (
        <CallTree schema={body.schema} params={opened.params.value} roomId={roomId} data={data} />
      )}
      <FactList body={body} roomId={opened.view.peek().roomId} run={opened.model.run} facts={facts} />
    </details>
  )
}
