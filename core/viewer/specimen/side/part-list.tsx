import { useId } from 'preact/hooks'
import type { Display } from '../../../contract/look/display.ts'
import { changePart, type PartChange } from '../../../contract/look/part-look.ts'
import type { PreparedScene } from '../../../data/prepared/prepared.ts'
import { findChosenPart } from '../model/chosen-part.ts'
import type { PartChoice } from '../model/opened-view.ts'
import { listPartRows, toggleAlone } from '../settings/part-rows.ts'
import { PartRowView } from './part-row.tsx'

interface PartListProps {
  readonly prepared: PreparedScene
  readonly display: Display
  readonly choice: PartChoice
  /** True while planes or slabs cut: each row then says whether they cut its part. */
  readonly hasCuts: boolean
  readonly onDisplay: (change: Pick<Display, 'parts'>) => void
}

/**
 * The parts of a scene, a row each. Their names are the radio buttons of the part whose values are set; Tab
 * leads to the controls of its row alone, up and down to the same control of the rows beside it.
 */
export function PartList({ prepared, display, choice, hasCuts, onDisplay }: PartListProps) {
  const { parts } = prepared
  const group = useId()
  const chosen = findChosenPart(prepared, choice.chosen.value)
  const rows = listPartRows(parts, display)
  const choose = (name: string): void => {
    choice.chosen.value = name
  }
  return (
    <ul
      class="part-rows"
      aria-label="Parts"
      onKeyDown={(event) => {
        const place = moveRow(event)
        const name = place === null ? undefined : rows[place]?.part.name
        if (name !== undefined) choose(name)
      }}
    >
      {rows.map((row) => (
        <PartRowView
          key={row.part.name}
          row={row}
          group={group}
          isChosen={row.part === chosen}
          hasCuts={hasCuts}
          onChoose={() => choose(row.part.name)}
          onChange={(change: PartChange) => onDisplay({ parts: changePart(display.parts, row.part, change) })}
          onAlone={() => onDisplay({ parts: toggleAlone({ row, parts, display }, choice.before) })}
        />
      ))}
    </ul>
  )
}

/** Moves the focus to the same control of another row; returns the place of that, null for another key. */
function moveRow(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): number | null {
  const { target, currentTarget, key, ctrlKey, metaKey, altKey, shiftKey } = event
  const control = target instanceof HTMLElement ? target.dataset.control : undefined
  if (control === undefined || ctrlKey || metaKey || altKey || shiftKey) return null
  const rows = [...currentTarget.children]
  const at = rows.findIndex((row) => target instanceof Node && row.contains(target))
  const last = rows.length - 1
  const places = new Map([
    ['ArrowDown', Math.min(at + 1, last)],
    ['ArrowUp', Math.max(at - 1, 0)],
    ...(control === 'opacity'
      ? []
      : ([
          ['Home', 0],
          ['End', last],
        ] as const)), // the ends of a slider are its own
  ])
  const next = places.get(key)
  if (next === undefined) return null
  event.preventDefault() // a slider and a group of radio buttons would move otherwise
  const find = (name: string) => rows[next]?.querySelector<HTMLElement>(`[data-control="${name}"]`)
  const found = find(control) ?? find('name') // a row may be without that control
  found?.focus()
  return next
}
