import { signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { mergeDefaults, type ParameterSchema } from '../../contract/domain/schema.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { type Control, createControl } from '../panel/control.ts'
import { noDrafts, toPanelState } from '../panel/drafts.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import { placeLabels } from '../specimen/over/place-labels.ts'
import type { Stage } from '../stage/stage.ts'
import { findNear, findSegment } from './find-near.ts'
import { GripButton } from './grip-button.tsx'
import { listHandles, type RowHandle } from './place-handle.ts'
import { createSight, type ResultSpace, toResultSpace } from './result-space.ts'

interface PlaceHandlesProps {
  readonly opened: OpenedView
  readonly schema: ParameterSchema
  readonly prepared: Prepared
  readonly stage: RefObject<Stage | null>
}

/**
 * Handles over the picture for the parameters that are places. They are quiet until the row of one has the focus
 * or the mouse, or the mouse comes near. Screen readers have the fields of the panel.
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

/** Returns the control of handles, by which a value that the schema refuses is not taken at all. */
function useHandleControl({ model, params }: OpenedView, schema: ParameterSchema): Control {
  return useMemo(() => {
    const page = { schema, params, onDrag: model.params.drag, onSettle: model.params.set }
    return createControl({
      page: () => page,
      state: () => toPanelState(schema, params.peek(), noDrafts),
      drafts: signal(noDrafts),
    })
  }, [model, schema])
}

/** The pointer over a picture with handles. */
interface NearPointer {
  readonly handles: readonly RowHandle[]
  readonly space: ResultSpace
  readonly stage: RefObject<Stage | null>
  readonly control: Control
  /** The handle that it is near. */
  readonly near: { value: string | null }
}

/** Follows the pointer in the frame around the layer: where it is near, and where it adds a point to a curve. */
function usePointerNear(layer: RefObject<HTMLElement | null>, pointer: NearPointer): void {
  const latest = useRef(pointer)
  latest.current = pointer
  useEffect(() => {
    const frame = layer.current?.parentElement
    if (!frame) return
    const ended = new AbortController()
    const listen = { capture: true, signal: ended.signal } // handles keep it from the stage
    const toSpot = ({ clientX, clientY }: MouseEvent): readonly [number, number] => {
      const { left, top } = frame.getBoundingClientRect()
      return [clientX - left, clientY - top]
    }
    const onMove = (event: PointerEvent): void => {
      const { stage, space, handles, near } = latest.current
      if (!stage.current || event.buttons !== 0) return
      near.value = findNear(createSight(stage.current, space), handles, toSpot(event))
    }
    const onDouble = (event: MouseEvent): void => {
      const { stage, space, handles, control } = latest.current
      if (!stage.current) return
      const met = findSegment(createSight(stage.current, space), handles, toSpot(event))
      const next: Json | undefined = met?.handle.insert?.(met.behind, met.point)
      if (met && next !== undefined) control.settle(met.handle.row.pointer, next)
    }
    frame.addEventListener('pointermove', onMove, listen)
    frame.addEventListener('pointerleave', () => (latest.current.near.value = null), { signal: ended.signal })
    frame.addEventListener('dblclick', onDouble, listen)
    return () => ended.abort()
  }, [])
}
