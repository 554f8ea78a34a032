import { DirectionalLight, Group, HemisphereLight, type Object3D, type Quaternion } from 'three'
import type { Display } from '../state/display.ts'

/** Lights that move with the camera, and some from above and below. */
export interface Lights {
  readonly object: Object3D
  setUp(up: Display['up']): void
  follow(camera: Quaternion): void
}

/** Returns a key light from the upper left, a weak cool one from the right, and a sky. */
export function createLights(): Lights {
  const sky = new HemisphereLight(0xf4f7ff, 0x6b625a, 0.95)
  const key = new DirectionalLight(0xfff4e6, 2.75)
  key.position.set(-0.75, 0.85, 0.7)
  const fill = new DirectionalLight(0xcfe0ff, 0.6)
  fill.position.set(0.9, -0.2, 0.6)
  const carried = new Group()
  carried.add(key, key.target, fill, fill.target)
  const object = new Group()
  object.add(sky, carried)
  return {
    object,
    setUp(up) {
      sky.position.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0)
    },
    follow(camera) {
      carried.quaternion.copy(camera)
    },
  }
}
