import { DirectionalLight, Group, HemisphereLight, type Quaternion } from 'three'
import type { Display } from '../state/display.ts'

/** Returns a sky, and two lights that follow the camera: a key from the upper left, a weak cool one. */
export function createLights() {
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
    setUp(up: Display['up']) {
      sky.position.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0)
    },
    follow(camera: Quaternion) {
      carried.quaternion.copy(camera)
    },
  }
}
