import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import { followDrag } from './follow-drag.ts'
import { type FollowPlace, type PlaceSight, startDrag, stepPlace } from './follow-place.ts'
import type { PlaceGrip } from './place-grip.ts'
import type { RowHandle } from './place-handle.ts'
import { toUsualStep } from './rounding.ts'

interface GripButtonProps {
  readonly grip: PlaceGrip
  readonly handle: RowHandle
  /** The first one of a place can be reached by Tab. */
  readonly isFirst: boolean
  /** Its place in the picture. */
  readonly place: Vector3
  /** The size of the result. */
  readonly size: number
  readonly layer: RefObject<HTMLElement | null>
  readonly toSight: () => PlaceSight | null
  readonly control: Control
  /** Called when it gets the focus, and with null when it loses it. */
  readonly onSee: (pointer: string | null) => void
  readonly onHold: (isHeld: boolean) => void
}

/** A drag of a grip, with the last value that it has given. */
interface GripDrag {
  readonly follow: FollowPlace
  value: Json | undefined
}

/** A part of a place: dragged, and moved by arrow keys and page keys. With Shift it goes over the surface. */
export function GripButton(props: GripButtonProps) {
  const { grip, handle, isFirst, place, size, layer, toSight, control, onSee, onHold } = props
  const { row, isItem } = handle
  const drag = useRef<GripDrag | null>(null)
  const latest = useRef(grip) // moves come faster than they are drawn
  latest.current = grip
  const name = [row.label, grip.name].filter((part) => part !== '').join(', ')
  const remove = (): boolean => {
    if (!isItem && grip.rest === undefined) return false
    control.settle(row.pointer, isItem ? undefined : grip.rest)
    return true
  }
  const listeners = followDrag(layer, {
    onStart: () => {
      const sight = toSight()
      if (sight) drag.current = { follow: startDrag(sight, latest.current), value: undefined }
      onHold(true)
    },
    onMove: (spot, { shiftKey }) => {
      if (!drag.current) return
      drag.current.value = latest.current.write(drag.current.follow(spot, shiftKey))
      control.drag(row.pointer, drag.current.value)
    },
    onEnd: () => {
      const value = drag.current?.value
      drag.current = null
      onHold(false)
      if (value !== undefined) control.settle(row.pointer, value)
    },
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const sight = toSight()
    const step = row.place?.step ?? toUsualStep(size)
    const moved = sight && stepPlace(sight, latest.current, { key, step, isLarge: shiftKey })
    if (moved) control.settle(row.pointer, latest.current.write(moved))
    const isTaken = moved !== null || ((key === 'Delete' || key === 'Backspace') && remove())
    if (!isTaken) return
    event.stopPropagation() // the stage would turn
    event.preventDefault()
  }
  return (
    <button
      type="button"
      class="place-grip"
      aria-label={`${name}, in the picture`}
      tabIndex={isFirst ? 0 : -1}
      data-place={place.join()}
      data-free
      data-name={name}
      data-title={row.label}
      data-kind={grip.key.split(' ', 1).join()}
      data-color={grip.axis}
      {...listeners}
      onPointerDown={(event) => {
        listeners.onPointerDown(event)
        event.currentTarget.focus({ preventScroll: true }) // not every browser focuses a pressed button
      }}
      onFocus={() => onSee(row.pointer)}
      onBlur={() => onSee(null)}
      onKeyDown={onKeyDown}
    />
  )
}
