import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import type { PanelPlaces } from '../panel/panel-places.ts'
import { followDrag } from './follow-drag.ts'
import { type FollowPlace, type PlaceSight, type StepKey, startDrag, stepPlace } from './follow-place.ts'
import type { HandleGround } from './handle-ground.ts'
import type { PlaceGrip } from './place-grip.ts'
import type { RowHandle } from './place-handle.ts'
import { toUsualStep } from './rounding.ts'

/** Most doublings of a step that snaps back. */
const mostDoublings = 12

/** Returns the value after a press of a key; a step that snaps back to where it began is made larger. */
function stepTo(sight: PlaceSight, grip: PlaceGrip, pressed: StepKey): Json | null {
  const before = JSON.stringify(grip.write(grip.at))
  for (let doublings = 0; doublings <= mostDoublings; doublings++) {
    const moved = stepPlace(sight, grip, { ...pressed, step: pressed.step * 2 ** doublings })
    if (moved === null) return null
    const next = grip.write(moved)
    if (JSON.stringify(next) !== before) return next
  }
  return grip.write(grip.at)
}

interface GripButtonProps {
  readonly grip: PlaceGrip
  readonly handle: RowHandle
  /** The first one of a place can be reached by Tab. */
  readonly isFirst: boolean
  readonly ground: HandleGround
  /** The size of the result. */
  readonly size: number
  readonly layer: RefObject<HTMLElement | null>
  readonly control: Control
  readonly places: PanelPlaces
}

/** A drag of a grip, with the last value that it has given. */
interface GripDrag {
  readonly follow: FollowPlace
  value: Json | undefined
}

/** A part of a place: dragged, and moved by arrow keys and page keys. With Shift it goes over the surface. */
export function GripButton(props: GripButtonProps) {
  const { grip, handle, isFirst, ground, size, layer, control, places } = props
  const { row, isItem } = handle
  const drag = useRef<GripDrag | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(grip) // moves come faster than they are drawn
  latest.current = grip
  const name = [row.label, grip.name].filter((part) => part !== '').join(', ')
  const { seen, held } = places
  const remove = (): boolean => {
    if (!isItem && grip.rest === undefined) return false
    if (isItem) focusBefore(button.current)
    control.settle(row.pointer, isItem ? undefined : grip.rest)
    return true
  }
  const listeners = followDrag(layer, {
    onStart: () => {
      const sight = ground.toSight()
      if (sight) drag.current = { follow: startDrag(sight, latest.current), value: undefined }
      held.value = row.pointer
    },
    onMove: (spot, { shiftKey }) => {
      if (!drag.current) return
      drag.current.value = latest.current.write(drag.current.follow(spot, shiftKey))
      control.drag(row.pointer, drag.current.value)
    },
    onEnd: () => {
      const value = drag.current?.value
      drag.current = null
      held.value = null
      if (value !== undefined) control.settle(row.pointer, value)
    },
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const sight = ground.toSight()
    const step = row.place?.step ?? toUsualStep(size)
    const moved = sight && stepTo(sight, latest.current, { key, step, isLarge: shiftKey })
    if (moved !== null) control.settle(row.pointer, moved)
    const isTaken = moved !== null || ((key === 'Delete' || key === 'Backspace') && remove())
    if (!isTaken) return
    event.stopPropagation() // the stage would turn
    event.preventDefault()
  }
  return (
    <button
      ref={button}
      type="button"
      class={ground.isFar(grip.at) ? 'place-grip is-far' : 'place-grip'}
      aria-label={`${name}, in the picture`}
      tabIndex={isFirst ? 0 : -1}
      {...ground.put(grip.at)}
      data-name={name}
      data-title={row.label}
      data-kind={grip.key.split(' ', 1).join()}
      data-color={grip.axis}
      {...listeners}
      onPointerDown={(event) => {
        listeners.onPointerDown(event)
        event.currentTarget.focus({ preventScroll: true }) // not every browser focuses a pressed button
      }}
      onFocus={() => {
        seen.value = row.pointer
      }}
      onBlur={() => {
        seen.value = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * Gives the focus to the handle before the last one of a list, which goes with a point: those behind that
 * point come one place forward.
 */
function focusBefore(button: HTMLElement | null): void {
  const handle = button?.closest('.place-handle')
  const isLast = handle?.nextElementSibling?.classList.contains('place-handle') !== true
  if (isLast) handle?.previousElementSibling?.querySelector<HTMLElement>('.place-grip')?.focus()
}
