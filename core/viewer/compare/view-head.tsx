import type { CatalogEntry } from '../../client/client.ts'
import { Icon } from '../parts/icon.tsx'

/** The head of a view among others: its number, the choice of its specimen, and a cross. */
export function ViewHead(props: {
  readonly id: string
  readonly place: number
  readonly isActive: boolean
  /** The specimens to choose from. */
  readonly entries: readonly CatalogEntry[]
  readonly onSpecimen: (id: string) => void
  readonly onRemove: () => void
}) {
  const { id, place, isActive, entries, onSpecimen, onRemove } = props
  const number = place + 1
  const others = entries.filter((entry) => entry.available || entry.id === id)
  const isKnown = others.some((entry) => entry.id === id)
  return (
    <header class="view-head">
      <span class="view-number" aria-current={isActive}>
        {number}
      </span>
      <select
        aria-label={`Specimen of view ${number}`}
        value={id}
        onChange={({ currentTarget }) => onSpecimen(currentTarget.value)}
      >
        {!isKnown && <option value={id}>{id}</option>}
        {others.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.display_name}
          </option>
        ))}
      </select>
      <button type="button" class="icon-button" aria-label={`Remove view ${number}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </header>
  )
}
