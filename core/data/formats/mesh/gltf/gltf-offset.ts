import { chooseOffset, largeMagnitude } from '../large-coordinates.ts'
import type { Matrix } from './gltf-matrix.ts'
import type { NodePose } from './gltf-pose.ts'
import type { Primitive } from './gltf-primitive.ts'

/** A primitive, and the poses in which its node shows it. */
export interface PosedPrimitive {
  readonly primitive: Primitive
  readonly pose: NodePose
}

/** Instances that are looked at; all of them would be as much work as placing them. */
const mostPlaces = 1000

/**
 * Returns the offset of a scene along x, y and z: positions of a file have 24 bits, and only the places of
 * its nodes can add more.
 */
export function chooseSceneOffset(posed: readonly PosedPrimitive[]): readonly [number, number, number] {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  const isMovedFar = [false, false, false]
  const addBox = (box: Box, matrix: Matrix): void => {
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [matrix[12 + axis] ?? 0, matrix[12 + axis] ?? 0]
      if (Math.abs(low) >= largeMagnitude) isMovedFar[axis] = true
      for (let from = 0; from < 3; from++) {
        const factor = matrix[4 * from + axis] ?? 0
        const [one, other] = [factor * (box.least[from] ?? 0), factor * (box.most[from] ?? 0)]
        low += Math.min(one, other)
        high += Math.max(one, other)
      }
      least[axis] = Math.min(least[axis] ?? 0, low)
      most[axis] = Math.max(most[axis] ?? 0, high)
    }
  }
  for (const { primitive, pose } of posed) {
    if (primitive.positions.length === 0) continue
    const box = toBox(primitive.positions)
    const count = Math.min(pose.count, mostPlaces)
    for (let i = 0; i < count; i++) addBox(box, pose.matrixAt(Math.floor((i * pose.count) / count)))
  }
  const choose = (axis: number): number =>
    isMovedFar[axis] ? chooseOffset({ least: least[axis] ?? 0, most: most[axis] ?? 0 }) : 0
  return [choose(0), choose(1), choose(2)]
}

interface Box {
  readonly least: readonly number[]
  readonly most: readonly number[]
}

function toBox(positions: Float32Array): Box {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < positions.length; i++) {
    const [axis, value] = [i % 3, positions[i] ?? 0]
    if (value < (least[axis] ?? 0)) least[axis] = value
    if (value > (most[axis] ?? 0)) most[axis] = value
  }
  return { least, most }
}
