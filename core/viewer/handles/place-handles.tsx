import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { mergeDefaults, type ParameterSchema } from '../../contract/domain/schema.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import { placeLabels } from '../specimen/over/place-labels.ts'
import type { Stage } from '../stage/stage.ts'
import { GripButton } from './grip-button.tsx'
import { useHandleControl } from './handle-control.ts'
import { listHandles, type RowHandle } from './place-handle.ts'
import { createSight, type ResultSpace, toResultSpace } from './result-space.ts'
import { usePointerNear } from './use-pointer-near.ts'

/** The specimen whose places have handles, and where they go. */
export interface PlaceHandlesProps {
  readonly opened: OpenedView
  readonly schema: ParameterSchema
  readonly prepared: Prepared
  readonly stage: RefObject<Stage | null>
}

/**
 * Handles over the picture for the parameters that are places. They are quiet until the row of one has the
 * focus or the mouse, or the mouse comes near. Screen readers have the fields of the panel.
 */
export function PlaceHandles({ opened, schema, prepared, stage }: PlaceHandlesProps) {
  const layer = useRef<HTMLDivElement>(null)
  const near = useSignal<string | null>(null)
  const held = useSignal<string | null>(null)
  const rows = useMemo(() => toRows(schema), [schema])
  const space = useMemo(() => toResultSpace(prepared), [prepared])
  const control = useHandleControl(opened, schema)
  const handles = listHandles(rows, mergeDefaults(schema, opened.params.value), space)
  const seen = opened.places.seen.value
  const isSeen = ({ row }: RowHandle): boolean =>
    [seen, held.value, near.value].some((pointer) => `${pointer}/`.startsWith(`${row.pointer}/`))
  useLayoutEffect(() => {
    if (layer.current && stage.current) placeLabels(layer.current, stage.current)
  })
  usePointerNear(layer, { handles, space, stage, control, near })
  const toSight = () => stage.current && createSight(stage.current, space)
  const see = (pointer: string | null): void => {
    opened.places.seen.value = pointer
  }
  return (
    <div
      class={`stage-labels place-handles${opened.room?.refusal.value == null ? '' : ' is-locked'}`}
      ref={layer}
    >
      {handles.map((handle) => (
        <div key={handle.row.pointer} class={isSeen(handle) ? 'place-handle is-seen' : 'place-handle'}>
          <Lines handle={handle} space={space} />
          {handle.grips.map((grip, index) => (
            <GripButton
              key={grip.key}
              grip={grip}
              handle={handle}
              isFirst={index === 0}
              place={space.toPicture(grip.at)}
              size={space.size}
              layer={layer}
              toSight={toSight}
              control={control}
              onSee={see}
              onHold={(isHeld) => {
                held.value = isHeld ? handle.row.pointer : null
              }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The lines of a place, each drawn over a dark one, which is seen on light grounds. */
function Lines({ handle, space }: { readonly handle: RowHandle; readonly space: ResultSpace }) {
  const { lines } = handle
  if (lines.length === 0) return null
  const toPath = (through: readonly Vector3[]): string =>
    through.map((place) => space.toPicture(place).join()).join(' ')
  return (
    <svg aria-hidden="true">
      {['place-halo', 'place-line'].map((name) =>
        lines.map(({ through, axis }, i) => (
          <path key={`${name} ${i}`} class={name} data-color={axis} data-path={toPath(through)} />
        )),
      )}
    </svg>
  )
}
