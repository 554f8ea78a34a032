import type { CatalogEntry } from '../../client/client.ts'
import { toPlainStory } from '../specimen/model/story-marks.ts'
import { TypeSign, typeNames } from './figures.tsx'
import { saysType } from './search.ts'
import { type PictureSource, Thumbnail } from './thumbnail.tsx'

const shownTags = 3

interface CardProps {
  readonly entry: CatalogEntry
  readonly source: PictureSource
  readonly link: string
  readonly onOpen: () => void
}

/** One specimen. The card is a link, unless the specimen's worker is away, which it shows. */
export function Card(props: CardProps) {
  const { entry, source, link, onOpen } = props
  const { id, display_name, description, type, tags, story_text, is_dynamic, worker_id, available } = entry
  const name = display_name
  const text = toPlainStory(description || (story_text[0] ?? ''))
  const ownTags = tags.filter((tag) => !saysType(tag, type)).slice(0, shownTags)
  return (
    <li class={available ? 'card' : 'card is-away'}>
      <Thumbnail entry={entry} source={source} />
      <h2 dir="auto">
        {available ? (
          <a href={link} data-id={id} onClick={onOpen}>
            {name}
          </a>
        ) : (
          name
        )}
      </h2>
      <p class="kind">
        <TypeSign type={type} />
        {typeNames[type]}{' '}
        <span class={is_dynamic ? 'is-live' : undefined}>{is_dynamic ? 'live' : 'file'}</span>
        {worker_id !== null && available && <span> on {worker_id}</span>}
      </p>
      {worker_id !== null && !available && <p class="away">Worker {worker_id} is away</p>}
      {text !== '' && (
        <p class="text" dir="auto">
          {text}
        </p>
      )}
      {ownTags.length > 0 && (
        <p class="tags" dir="auto">
          {ownTags.join(' · ')}
        </p>
      )}
    </li>
  )
}
