import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import { GripButton } from './grip-button.tsx'
import type { DrawnLine, HandleGround } from './handle-ground.ts'
import type { RowHandle } from './place-handle.ts'
import { PlaceMovers } from './place-movers.tsx'
import type { HandledPlaces } from './use-handled-places.ts'
import { usePointerNear } from './use-pointer-near.ts'

interface HandleLayerProps {
  readonly opened: OpenedView
  readonly places: HandledPlaces
  readonly ground: HandleGround
  readonly layer: RefObject<HTMLDivElement | null>
}

/**
 * The handles over one picture. They are quiet until the row of one has the focus or the mouse, or the mouse
 * comes near. Screen readers have the fields of the panel.
 */
export function HandleLayer({ opened, places, ground, layer }: HandleLayerProps) {
  const { space, control, rows } = places
  const lists = useRef<string | null>(null)
  const near = useSignal<string | null>(null)
  const { seen, held } = opened.places
  const handles = places.handles.map((handle) => ({ ...handle, grips: ground.toGrips(handle) }))
  const isSeen = ({ row }: RowHandle): boolean =>
    [seen.value, held.value, near.value].some((pointer) => `${pointer}/`.startsWith(`${row.pointer}/`))
  const known = [seen.value, near.value].flatMap((pointer) => pointer ?? [])
  lists.current =
    rows.find(({ pointer }) => known.some((each) => `${each}/`.startsWith(`${pointer}/`)))?.pointer ??
    lists.current
  usePointerNear(layer, { handles, ground, control, near, rows, space, lists })
  // A click that picks goes through them.
  const isLocked = (opened.room?.refusal.value ?? null) !== null || opened.places.picked.value !== null
  return (
    <div class={`stage-labels place-handles${isLocked ? ' is-locked' : ''}`} ref={layer}>
      {handles.map((handle) => (
        <div key={handle.row.pointer} class={isSeen(handle) ? 'place-handle is-seen' : 'place-handle'}>
          <Lines lines={ground.toLines(handle)} isSlice={ground.isSlice} />
          {handle.grips.map((grip, index) => (
            <GripButton
              key={grip.key}
              grip={grip}
              handle={handle}
              isFirst={index === 0}
              ground={ground}
              size={space.size}
              layer={layer}
              control={control}
              places={opened.places}
            />
          ))}
        </div>
      ))}
      {opened.room && <PlaceMovers movers={opened.room.movers.value} handles={handles} ground={ground} />}
    </div>
  )
}

/** Lines of a place, each drawn over a dark one, which is seen on light grounds. */
function Lines({ lines, isSlice }: { readonly lines: readonly DrawnLine[]; readonly isSlice: boolean }) {
  if (lines.length === 0) return null
  const box = isSlice ? { viewBox: '0 0 1 1', preserveAspectRatio: 'none' } : {}
  return (
    <svg aria-hidden="true" {...box}>
      {['place-halo', 'place-line'].map((name) =>
        lines.map(({ path, axis, isFar }, i) => (
          <path key={`${name} ${i}`} class={isFar ? `${name} is-far` : name} data-color={axis} {...path} />
        )),
      )}
    </svg>
  )
}
