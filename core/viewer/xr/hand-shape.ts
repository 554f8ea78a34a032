import { Group, type Object3D } from 'three'
import { type Balls, createBalls } from './ball-shape.ts'

/** Metres. */
const [gripRadius, gripLength, rayLength, dotRadius, lineRadius] = [0.016, 0.08, 1.5, 0.006, 0.0012]
const [skin, beam] = [0xc9cfda, 0x8ab4f8]
const jointCount = 25

/** The shape of a hand: a capsule for a controller, balls for the joints of a bare one; a ray from both. */
export interface HandShape {
  /** In the space of the ray. */
  readonly ray: Group
  /** In the space of the hand. */
  readonly grip: Group
  /** In the room. */
  readonly joints: Object3D
  /** Draws the ray up to a distance in metres, with a dot there; null for the usual length without one. */
  point(distance: number | null): void
  /** Takes the places of the joints, a matrix of 16 numbers for each, and their radii. */
  bend(matrices: Float32Array, radii: Float32Array): void
  dispose(): void
}

/** Returns a shape of which no part is visible. It contacts no other host, as models of controllers would. */
export function createHandShape(): HandShape {
  const capsule = createBall(skin, gripRadius, gripLength)
  const dot = createBall(beam, dotRadius)
  const joints = createBalls(jointCount, skin)
  const line = createBall(beam, lineRadius, 1)
  const [ray, grip] = [new Group().add(line.object, dot.object), new Group().add(capsule.object)]
  for (const object of [ray, grip, joints.object])
    Object.assign(object, { visible: false, matrixAutoUpdate: false })
  return {
    ray,
    grip,
    joints: joints.object,
    point(distance: number | null) {
      const length = Math.max(dotRadius, distance ?? rayLength)
      line.object.scale.z = length
      line.object.position.z = -length / 2
      dot.object.visible = distance !== null
      dot.object.position.z = -(distance ?? 0)
    },
    bend(matrices: Float32Array, radii: Float32Array) {
      const { places } = joints
      for (let i = 0; i < jointCount; i++) {
        for (let axis = 0; axis < 3; axis++) places[4 * i + axis] = matrices[16 * i + 12 + axis] ?? 0
        places[4 * i + 3] = radii[i] ?? 0
      }
      joints.change()
    },
    dispose() {
      for (const object of [ray, grip, joints.object]) object.removeFromParent()
      for (const part of [capsule, dot, joints, line]) part.dispose()
    },
  }
}

function createBall(color: number, radius: number, length = 0): Balls {
  const ball = createBalls(1, color, length)
  ball.places[3] = radius
  return ball
}
