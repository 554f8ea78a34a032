import type { CatalogEntry } from '../../client/client.ts'
import { Icon } from '../parts/icon.tsx'
import type { ComparedView } from './compared-view.ts'
import { describeDifferences, nameView } from './differences.ts'

/** A view among others. */
export interface ViewHeadProps {
  readonly id: string
  readonly place: number
  readonly isActive: boolean
  /** The id of the view's name in this head. */
  readonly nameId: string
  readonly views: readonly ComparedView[]
  /** The specimens to choose from. */
  readonly entries: readonly CatalogEntry[]
  readonly onSpecimen: (id: string) => void
  readonly onRemove: () => void
}

/** The head of a view among others: its number, specimen and the values that these have not, and a cross. */
export function ViewHead(props: ViewHeadProps) {
  const { id, place, isActive, nameId, views, entries, onSpecimen, onRemove } = props
  const number = place + 1
  const values = nameView(views, place)
  const others = entries.filter((entry) => entry.available || entry.id === id)
  const isKnown = others.some((entry) => entry.id === id)
  return (
    <header class="view-head">
      <span id={nameId} hidden>
        {[`View ${number}`, values].filter((part) => part !== '').join(': ')}
      </span>
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
      <span class="view-values" title={values} dir="auto">
        {values}
      </span>
      <button type="button" class="icon-button" aria-label={`Remove view ${number}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </header>
  )
}

/** The parameters of a view that differ from those of the others. */
export function ViewDifferences({ views, place }: Pick<ViewHeadProps, 'views' | 'place'>) {
  return <p class="view-differences">{describeDifferences(views, place)}</p>
}
