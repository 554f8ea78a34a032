import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ResultType } from '../../contract/domain/result/result.ts'
import { type GalleryOrder, galleryOrders } from '../state/view-state.ts'
import { TypeSign, typePlurals } from './figures.tsx'
import type { countTags, GalleryFilter } from './search.ts'

const shownTags = 8

/** The search field, which the key `/` focuses. */
export function SearchField(props: {
  readonly filter: GalleryFilter
  readonly onFilter: (filter: GalleryFilter) => void
}) {
  const { filter, onFilter } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const lead = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
      if (key !== '/' || ctrlKey || metaKey || altKey || isTyping) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', lead)
    return () => removeEventListener('keydown', lead)
  }, [])
  return (
    <search class="search-field">
      <input
        ref={field}
        type="search"
        aria-label="Search specimens"
        aria-keyshortcuts="/"
        placeholder="Search"
        autocomplete="off"
        spellcheck={false}
        value={filter.search}
        onInput={({ currentTarget }) => onFilter({ ...filter, search: currentTarget.value })}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
    </search>
  )
}

const orderNames: { readonly [order in GalleryOrder]: string } = {
  host: 'As listed',
  name: 'By name',
  live: 'Live first',
}

interface OrderFieldProps {
  readonly order: GalleryOrder
  /** True where something can be computed. */
  readonly hasLive: boolean
  readonly onOrder: (order: GalleryOrder) => void
}

/** The order of the cards, and the meaning of a word on them. */
export function OrderField(props: OrderFieldProps) {
  const { order, hasLive, onOrder } = props
  return (
    <div class="order">
      <label>
        Order
        <select
          value={order === 'live' && !hasLive ? 'host' : order}
          onChange={({ currentTarget: { value } }) =>
            onOrder(galleryOrders.find((known) => known === value) ?? order)
          }
        >
          {galleryOrders
            .filter((known) => known !== 'live' || hasLive)
            .map((known) => (
              <option key={known} value={known}>
                {orderNames[known]}
              </option>
            ))}
        </select>
      </label>
      {hasLive && (
        <p>
          <b class="is-live">live</b>: computed, with sliders
        </p>
      )}
    </div>
  )
}

interface FiltersProps {
  readonly filter: GalleryFilter
  readonly types: readonly { readonly value: ResultType; readonly count: number }[]
  readonly tags: ReturnType<typeof countTags>
  readonly onFilter: (filter: GalleryFilter) => void
}

/** Types and tags as toggle buttons, each with the number of its specimens. */
export function Filters(props: FiltersProps) {
  const { filter, types, tags, onFilter } = props
  const isOpen = useSignal(false)
  const rest = tags.length - shownTags
  const visible = isOpen.value
    ? tags
    : tags.filter(({ value }, i) => i < shownTags || filter.tags.includes(value))
  return (
    <div class="filters">
      {types.length > 1 && (
        <fieldset class="types" aria-label="Types">
          {types.map(({ value, count }) => (
            <Chip
              key={value}
              name={typePlurals[value]}
              count={count}
              isChosen={filter.type === value}
              onToggle={() => onFilter({ ...filter, type: filter.type === value ? null : value })}
            >
              <TypeSign type={value} />
            </Chip>
          ))}
        </fieldset>
      )}
      {tags.length > 0 && (
        <fieldset class={isOpen.value ? 'tags is-open' : 'tags'} aria-label="Tags">
          {visible.map(({ value, count }) => (
            <Chip
              key={value}
              name={value}
              count={count}
              isChosen={filter.tags.includes(value)}
              onToggle={() => onFilter({ ...filter, tags: toggle(filter.tags, value) })}
            />
          ))}
          {rest > 0 && (
            <button
              type="button"
              class="more"
              aria-expanded={isOpen.value}
              onClick={() => {
                isOpen.value = !isOpen.value
              }}
            >
              {isOpen.value ? 'Fewer tags' : `${rest} more`}
            </button>
          )}
        </fieldset>
      )}
    </div>
  )
}

function toggle(tags: readonly string[], tag: string): readonly string[] {
  return tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag]
}

interface ChipProps {
  readonly name: string
  readonly count: number
  readonly isChosen: boolean
  readonly onToggle: () => void
  readonly children?: ComponentChildren
}

function Chip(props: ChipProps) {
  const { name, count, isChosen, onToggle, children } = props
  return (
    <button type="button" class="chip" aria-pressed={isChosen} onClick={onToggle}>
      {children}
      {name} <span class="count">{count}</span>
    </button>
  )
}
