/** A specimen that turns for one who follows. */
import { Group, Quaternion, Vector3 } from 'three'
import { expect, it } from 'vitest'
import type { VisitedScene } from '../../../core/viewer/stage/visitor.ts'
import { Lead } from '../../../core/viewer/xr/lead.ts'
import { MovingPart } from '../../../core/viewer/xr/moving-part.ts'
import { readBody } from '../../../core/viewer/xr/own-body.ts'
import { SpecimenPlace } from '../../../core/viewer/xr/specimen-place.ts'

const box = { low: [-1, -2, -2], high: [1, 2, 2] } as const // half of its diagonal is 3
const eyes = new Vector3(0, 1.6, 0)

/** A specimen a metre before the eyes, a tenth of its size; its middle is (0, 1.5, -1). */
function stand(): { readonly group: Group; readonly specimen: SpecimenPlace } {
  const group = new Group()
  group.position.set(0, 1.5, -1)
  group.scale.setScalar(0.1)
  const scene = { stand: group, box: () => box } as unknown as VisitedScene // the parts that are asked for
  const specimen = new SpecimenPlace(scene)
  specimen.step()
  return { group, specimen }
}

function run(lead: Lead, part: MovingPart, specimen: SpecimenPlace, frames: number): readonly boolean[] {
  return Array.from({ length: frames }, () => {
    specimen.step()
    part.step(0.014, specimen)
    return lead.step(part, { seconds: 0.014, specimen, eyes })
  })
}

it('turns upright around its middle, until the side of the followed is before the eyes', () => {
  const { group, specimen } = stand()
  const [lead, part] = [new Lead(), new MovingPart()]
  part.aim([5, 4, 0]) // to the right, and above
  expect(run(lead, part, specimen, 400).every((isKept) => isKept)).toBe(true)
  expect(new Vector3(0, 1, 0).applyQuaternion(group.quaternion).y).toBeCloseTo(1, 6)
  const [x, y, z] = new Vector3(1, 0, 0).applyQuaternion(group.quaternion).toArray()
  expect([x, y, z].map((value) => Math.round(100 * value) / 100 + 0)).toEqual([0, 0, 1])
  expect(group.position.distanceTo(new Vector3(0, 1.5, -1))).toBeLessThan(1e-9)
})

it('stays for one who looks from right above, and ends when a person moves it', () => {
  const { group, specimen } = stand()
  const [lead, part] = [new Lead(), new MovingPart()]
  part.aim([0.01, 5, 0])
  run(lead, part, specimen, 20)
  expect(group.quaternion.angleTo(new Quaternion())).toBe(0)
  group.position.x += 0.1
  expect(run(lead, part, specimen, 1)).toEqual([false])
})

it('shows a body in parts of the box, wherever the specimen stands', () => {
  const { group, specimen } = stand()
  const quarter = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2)
  group.quaternion.copy(quarter)
  const { x, y, z, w } = quarter
  const transform = { position: { x: 0, y: 1.5, z: 0.5 }, orientation: { x, y, z, w } }
  const source = {
    handedness: 'right',
    targetRayMode: 'transient-pointer',
    gripSpace: {},
    targetRaySpace: {},
  }
  const frame = { getViewerPose: () => ({ transform }), getPose: () => ({ transform }) }
  const { ball } = specimen
  if (!ball) throw new Error('The specimen has a box.')
  const place = { session: { inputSources: [source] }, space: {}, stand: group, ball }
  const body = readBody(place as never, frame as never) // the parts of a browser that are asked for
  expect(body?.metre).toBeCloseTo(10 / 3, 9)
  expect(body?.head?.point.map((part) => Math.round(100 * part) / 100 + 0)).toEqual([-5, 0, 0])
  expect(body?.head?.turn.map((part) => Math.round(100 * part) / 100 + 0)).toEqual([0, 0, 0, 1])
  expect(body?.right?.points).toBe(false) // a pinch with a look: its ray begins at the eyes
  expect(body?.left).toBeUndefined()
})
