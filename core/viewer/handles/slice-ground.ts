import type { RefObject } from 'preact'
import type { Vector3 } from '../../contract/look/display.ts'
import { isInSlice, type ShownSlice, toSliceSpot } from '../slices/slice-pick.ts'
import type { HandleGround } from './handle-ground.ts'
import type { ResultSpace } from './result-space.ts'
import { createSliceCut } from './slice-cut.ts'
import { createSliceSight } from './slice-sight.ts'

/** Returns a slice as the ground of handles: what lies beside it is faint, and dragged at its distance. */
export function createSliceGround(
  slice: ShownSlice,
  space: ResultSpace,
  layer: RefObject<HTMLElement | null>,
): HandleGround {
  const find = (place: Vector3) => toSliceSpot(slice, space.toPicture(place))
  const isFar = (place: Vector3): boolean => !isInSlice(find(place))
  const toPath = (through: readonly Vector3[]): string =>
    through
      .map((place, i) => {
        const [right, up] = find(place).spot
        return `${i === 0 ? 'M' : 'L'}${right} ${1 - up}`
      })
      .join('')
  const cut = createSliceCut(slice, space)
  return {
    isSlice: true,
    toSight() {
      const { clientWidth: width, clientHeight: height } = layer.current ?? {
        clientWidth: 0,
        clientHeight: 0,
      }
      return width > 0 && height > 0 ? createSliceSight(slice, space, { width, height }) : null
    },
    put(place) {
      const [right, up] = find(place).spot
      const isSeen = [right, up].every((part) => part >= 0 && part <= 1)
      return {
        style: {
          left: `${100 * right}%`,
          top: `${100 * (1 - up)}%`,
          translate: '-50% -50%',
          visibility: isSeen ? 'visible' : 'hidden',
        },
      }
    },
    isFar,
    toGrips: cut.toGrips,
    toLines: (handle) =>
      cut.toLines(handle).flatMap(({ through, axis }) =>
        through.slice(1).map((to, i) => {
          const from = through[i] ?? to
          return { axis, isFar: isFar(from) || isFar(to), path: { d: toPath([from, to]) } }
        }),
      ),
  }
}
