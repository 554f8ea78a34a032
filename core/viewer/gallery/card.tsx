import type { CatalogEntry } from '../../client/client.ts'
import { TypeSign, typeNames } from './figures.tsx'
import { saysType } from './search.ts'
import { type PictureSource, Thumbnail } from './thumbnail.tsx'

/** What a card shows, and where it leads. */
export interface CardProps {
  readonly entry: CatalogEntry
  readonly source: PictureSource
  readonly link: string
  /** Called when the link is followed in this page. */
  readonly onOpen: (id: string) => void
}

/** Tags that a card names. */
const shownTags = 3

/** One specimen. It is a link as a whole, but for one whose worker is away, which says so. */
export function Card({ entry, source, link, onOpen }: CardProps) {
  const { id, display_name, description, type, tags, story_text, is_dynamic, worker_id, available } = entry
  const text = description || (story_text[0] ?? '')
  const ownTags = tags.filter((tag) => !saysType(tag, type)).slice(0, shownTags)
  return (
    <li class={available ? 'card' : 'card is-away'}>
      <Thumbnail entry={entry} source={source} />
      <h2>
        {available ? (
          <a href={link} data-id={id} onClick={() => onOpen(id)}>
            {display_name}
          </a>
        ) : (
          display_name
        )}
      </h2>
      <p class="kind">
        <TypeSign type={type} />
        {typeNames[type]} <span>{is_dynamic ? 'computed' : 'file'}</span>
        {worker_id !== null && available && <span> on {worker_id}</span>}
      </p>
      {worker_id !== null && !available && <p class="away">Worker {worker_id} is away</p>}
      {text !== '' && <p class="text">{text}</p>}
      {ownTags.length > 0 && <p class="tags">{ownTags.join(' · ')}</p>}
    </li>
  )
}
