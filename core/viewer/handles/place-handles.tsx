import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { placeLabels } from '../specimen/over/place-labels.ts'
import type { Stage } from '../stage/stage.ts'
import { HandleLayer } from './handle-layer.tsx'
import { createStageGround } from './stage-ground.ts'
import { useDataBoxes } from './use-data-boxes.ts'
import { type PlacedView, useHandledPlaces } from './use-handled-places.ts'

/** The specimen whose places have handles, and where they go. */
export interface PlaceHandlesProps extends PlacedView {
  readonly stage: RefObject<Stage | null>
}

/** Handles over the picture in 3D for the parameters that are places. */
export function PlaceHandles({ stage, ...view }: PlaceHandlesProps) {
  const layer = useRef<HTMLDivElement>(null)
  const places = useHandledPlaces(view)
  useDataBoxes(view.opened, view.schema)
  const ground = useMemo(() => createStageGround(stage, places.space), [places.space])
  useLayoutEffect(() => {
    if (layer.current && stage.current) placeLabels(layer.current, stage.current)
  })
  return <HandleLayer opened={view.opened} places={places} ground={ground} layer={layer} />
}
