import { SpecimenError } from '../../domain/errors.ts'
import type { Prepared } from '../data/prepared.ts'
import { createCloudView } from './cloud-view.ts'
import { createMeshView } from './mesh-view.ts'
import type { Card, View } from './view.ts'

/** Makes the view of a result of any kind. */
export function createView(prepared: Prepared, card: Card): View {
  switch (prepared.type) {
    case 'mesh':
      return createMeshView(prepared, card)
    case 'point_cloud':
      return createCloudView(prepared, card)
    default:
      throw new SpecimenError('internal', `There is no view of the type ${prepared.type}.`)
  }
}
