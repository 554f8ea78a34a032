import { toDotDisplay } from '../../../contract/look/label-dots.ts'
import type { PreparedVolume } from '../../prepared/prepared.ts'
import { toMesh } from '../draw-arrows.ts'
import { toCloud } from '../draw-labels.ts'
import { createImageSource } from './image-source.ts'
import { createLineSource } from './line-source.ts'
import { createMeshSource } from './mesh-source.ts'
import { createPointSource } from './point-source.ts'
import type { ShownPart } from './show-part.ts'
import type { SceneCamera, Source } from './source.ts'

/** A part that has fragments. */
type SolidPart = ShownPart<Exclude<ShownPart['prepared'], PreparedVolume>>

/** Returns the fragments of a part that is not a volume. */
export function createSource({ prepared, ...part }: SolidPart, view: SceneCamera): Source {
  switch (prepared.type) {
    case 'mesh':
      return createMeshSource({ ...part, prepared }, view)
    case 'arrows':
      return createMeshSource({ ...part, prepared: toMesh(prepared, part.display) }, view)
    case 'lines':
      return createLineSource({ ...part, prepared }, view)
    case 'point_cloud':
      return createPointSource({ ...part, prepared }, view)
    case 'labels':
    case 'table':
      return createPointSource(
        { ...part, prepared: toCloud(prepared), display: toDotDisplay(part.display) },
        view,
      )
    case 'image':
      return createImageSource({ ...part, prepared }, view)
  }
}
