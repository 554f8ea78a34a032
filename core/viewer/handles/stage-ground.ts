import type { RefObject } from 'preact'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Stage } from '../stage/stage.ts'
import type { HandleGround } from './handle-ground.ts'
import { createSight, type ResultSpace } from './result-space.ts'

/** Returns the picture in 3D as the ground of handles, which its frames move. */
export function createStageGround(stage: RefObject<Stage | null>, space: ResultSpace): HandleGround {
  const toText = (place: Vector3): string => space.toPicture(place).join()
  return {
    isSlice: false,
    toSight: () => stage.current && createSight(stage.current, space),
    put: (place) => ({ 'data-place': toText(place), 'data-free': true }),
    isFar: () => false,
    toGrips: ({ grips }) => grips,
    toLines: ({ lines }) =>
      lines.map(({ through, axis }) => ({
        axis,
        isFar: false,
        path: { 'data-path': through.map(toText).join(' ') },
      })),
  }
}
