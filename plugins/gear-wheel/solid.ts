/** The solid of a gear: an involute profile is extruded, and bore, recesses and holes are cut out of it. */
import type { ManifoldToplevel } from 'manifold-3d'
import type { Mesh } from 'specimen-host/plugin'
import { toGearProfile } from './profile.ts'

type Solid = ReturnType<ManifoldToplevel['Manifold']['cylinder']>

/** Measures of a gear: lengths in mm, the angle in degrees. */
export interface Gear {
  readonly teeth: number
  /** Pitch diameter divided by the number of teeth. */
  readonly toothModule: number
  readonly faceWidth: number
  readonly helixAngle: number
  readonly bore: number
  readonly holes: number
  readonly keyway: boolean
}

/**
 * Returns a gear around the z axis, its width centred on z = 0; its first tooth stands at +x where it begins.
 */
export function makeGear({ Manifold, CrossSection }: ManifoldToplevel, gear: Gear): Mesh {
  const { teeth, toothModule, faceWidth, helixAngle, bore, holes, keyway } = gear
  const pitchRadius = (teeth * toothModule) / 2
  const rimRadius = pitchRadius - 2.6 * toothModule
  const boreRadius = Math.min(bore / 2, rimRadius / 2)
  const hubRadius = Math.min(boreRadius * 1.7 + 1, rimRadius * 0.8)
  const twist = (faceWidth * Math.tan((helixAngle * Math.PI) / 180) * 180) / (pitchRadius * Math.PI)
  const cylinder = (height: number, radius: number): Solid =>
    Manifold.cylinder(height, radius, radius, 96, true)

  const blank = CrossSection.ofPolygons([toGearProfile(teeth, toothModule)])
  const divisions = Math.ceil(Math.abs(twist) / 2)
  const rim = blank.extrude(faceWidth, divisions, twist, [1, 1], true)
  const recess = cylinder(faceWidth * 0.35, rimRadius).subtract(cylinder(faceWidth, hubRadius))
  const cuts = [-1, 1].map((side) => recess.translate([0, 0, side * faceWidth * 0.5]))
  cuts.push(cylinder(faceWidth * 2, boreRadius))
  if (keyway) {
    const key = boreRadius * 0.5
    cuts.push(
      Manifold.cube([boreRadius + key, key * 1.2, faceWidth * 2], true).translate([
        (boreRadius + key) / 2,
        0,
        0,
      ]),
    )
  }
  const ringRadius = (rimRadius + hubRadius) / 2
  const holeRadius = Math.min(
    (rimRadius - hubRadius) * 0.34,
    (ringRadius * Math.PI) / Math.max(holes, 3) / 1.5,
  )
  if (holeRadius > 0.4) {
    const hole = cylinder(faceWidth * 2, holeRadius)
    for (let i = 0; i < holes; i++)
      cuts.push(hole.translate([ringRadius, 0, 0]).rotate([0, 0, (360 * (i + 0.5)) / holes]))
  }
  return toMesh(rim.subtract(Manifold.union(cuts)))
}

/**
 * Returns a solid with normals: smooth where faces meet at less than 40 degrees, split into two vertices
 * elsewhere.
 */
function toMesh(solid: Solid): Mesh {
  const { numProp, vertProperties, triVerts } = solid.calculateNormals(0, 40).getMesh()
  const count = vertProperties.length / numProp
  const vertices = new Float32Array(count * 3)
  const normals = new Float32Array(count * 3)
  for (let i = 0; i < count; i++) {
    vertices.set(vertProperties.subarray(i * numProp, i * numProp + 3), i * 3)
    normals.set(vertProperties.subarray(i * numProp + 3, i * numProp + 6), i * 3)
  }
  return { vertices, indices: Uint32Array.from(triVerts), normals }
}
