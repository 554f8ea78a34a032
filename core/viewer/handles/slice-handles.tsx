import { useRef } from 'preact/hooks'
import type { ShownSlice } from '../slices/slice-pick.ts'
import { HandleLayer } from './handle-layer.tsx'
import { createSliceGround } from './slice-ground.ts'
import { type PlacedView, useHandledPlaces } from './use-handled-places.ts'

/** The specimen whose places have handles, and a slice of it. */
export interface SliceHandlesProps extends PlacedView {
  readonly slice: ShownSlice
}

/** Handles over a slice for the parameters that are places. */
export function SliceHandles({ slice, ...view }: SliceHandlesProps) {
  const layer = useRef<HTMLDivElement>(null)
  const places = useHandledPlaces(view)
  const ground = createSliceGround(slice, places.space, layer)
  return <HandleLayer opened={view.opened} places={places} ground={ground} layer={layer} />
}
