import type { Prepared } from '../data/prepared.ts'
import { createCloudView } from './cloud-view.ts'
import { createImageView } from './image-view.ts'
import { createMeshView } from './mesh-view.ts'
import { createPairView } from './pair-view.ts'
import type { Card, ResultView } from './view.ts'
import { createVolumeView } from './volume-view.ts'

/** Creates the view of a result of any kind. @throws `result.too-large` when the card cannot take it */
export function createView(prepared: Prepared, card: Card): ResultView {
  const { second } = prepared
  const first = createAlone(prepared, card)
  return second && !second.overlay ? createPairView(first, createAlone(second.prepared, card)) : first
}

function createAlone(prepared: Prepared, card: Card): ResultView {
  switch (prepared.type) {
    case 'mesh':
      return createMeshView(prepared)
    case 'volume':
      return createVolumeView(prepared, card)
    case 'point_cloud':
      return createCloudView(prepared)
    case 'image':
      return createImageView(prepared, card)
  }
}
