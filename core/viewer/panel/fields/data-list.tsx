import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { foldText } from '../../../contract/text/fold-text.ts'
import type { Json } from '../../../contract/values/json.ts'

/** One that can be chosen. */
export interface ListedData {
  readonly key: string
  readonly label: string
  readonly value: Json | undefined
  readonly isChosen: boolean
  /** Stands below the label; empty for nothing. */
  readonly note: string
  readonly picture: ComponentChildren
}

/** More than these are searched. */
const mostUnsearched = 8

interface DataListProps {
  readonly id: string
  readonly label: string
  readonly listed: readonly ListedData[]
  /** The reason why the list is empty. */
  readonly problem: string | null
  readonly onPick: (value: Json | undefined) => void
  readonly onClose: () => void
  /** Further ways, below the list. */
  readonly children?: ComponentChildren
}

/** A list with a search, if it is long. The focus stays in one place, and arrow keys move the mark. */
export function DataList({ id, label, listed, problem, onPick, onClose, children }: DataListProps) {
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(listed.find(({ isChosen }) => isChosen)?.key)
  const focused = useRef<HTMLElement | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const isSearched = listed.length > mostUnsearched
  const words = foldText(search).split(/\s+/).filter(Boolean)
  const found = listed.filter((each) =>
    words.every((word) => foldText(`${each.label} ${each.note}`).includes(word)),
  )
  const at = Math.max(
    0,
    found.findIndex(({ key }) => key === marked),
  )
  const toId = (place: number): string => `${id}-${place}`
  useLayoutEffect(() => focused.current?.focus(), [])
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1
    const places = new Map([
      ['ArrowDown', Math.min(at + 1, last)],
      ['ArrowUp', Math.max(at - 1, 0)],
      ...(isSearched
        ? []
        : ([
            ['Home', 0],
            ['End', last],
          ] as const)),
    ])
    const place = places.get(event.key)
    if (place !== undefined) setMarked(found[place]?.key)
    else if (event.key === 'Enter' && found[at]) onPick(found[at].value)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const keys = {
    'aria-controls': `${id}-options`,
    'aria-activedescendant': found[at] && toId(at),
    onKeyDown,
  }
  const take = (element: HTMLElement | null): void => {
    focused.current = element
  }
  return (
    <fieldset
      aria-label={`Choice of ${label}`}
      class="panel-data-list"
      id={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {isSearched && (
        <input
          {...keys}
          ref={take}
          class="panel-text"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-label={`Search for ${label}`}
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <div
        {...(!isSearched && { ...keys, tabIndex: 0 })}
        ref={(element) => {
          list.current = element
          if (!isSearched) take(element)
        }}
        role="listbox"
        id={`${id}-options`}
        aria-label={label}
      >
        {found.map((each, place) => (
          <button
            key={each.key}
            id={toId(place)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={each.isChosen}
            data-marked={place === at}
            onClick={() => onPick(each.value)}
          >
            {each.picture && <span class="panel-data-picture">{each.picture}</span>}
            <span>
              <bdi>{each.label}</bdi>
              {each.note !== '' && <small dir="auto">{each.note}</small>}
            </span>
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <p class="panel-description" role="status">
          {problem ?? (listed.length === 0 ? 'No specimen of this host fits.' : 'None has these words.')}
        </p>
      )}
      {children}
    </fieldset>
  )
}
