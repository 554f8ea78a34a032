/**
 * A gear wheel by constructive solid geometry: an involute profile is extruded and holes are cut out of it,
 * with Manifold (compiled to WebAssembly, which ships in the bundle). Every result is a closed solid.
 */
import createManifold from 'manifold-3d'
import wasm from 'manifold-3d/manifold.wasm'
import type { Integer, Mesh, Range } from 'specimen-host/plugin'
import { toGearProfile } from './profile.ts'

/** Kernel of Manifold; its WebAssembly is compiled once for the life of the process. */
type Kernel = Awaited<ReturnType<typeof createManifold>>
type Solid = ReturnType<Kernel['Manifold']['cylinder']>

const kernelConfig = { wasmBinary: wasm, locateFile: () => 'manifold.wasm' }
const kernel = createManifold(kernelConfig).then((loaded) => {
  loaded.setup()
  return loaded
})

/**
 * A gear wheel with involute teeth, ready to print: spur or helical, with a hub, a bore with a keyway, and
 * round holes that save weight. All lengths in millimetres. Cut from solids with the Manifold library.
 *
 * @displayName Gear wheel
 * @tags engineering, CAD, solid, 3D printing, mesh
 * @thumbnail gear-wheel.png
 * @view camera=0.6,-1,0.9 solid=graphite roughness=0.4
 * @axes mm
 * @story The flank of each tooth is an involute: the curve that the end of a string draws while it is unwound
 * from a circle. Two such gears turn each other at a perfectly even speed, even if their distance is a little
 * wrong, as Leonhard Euler saw in 1754.
 * @story With a helix angle the teeth meet gradually instead of all at once: helical gears run quieter, and
 * push along their axle in return.
 * @preset Spur gear {"helixAngle":0}
 * @preset Pinion {"teeth":12,"toothModule":4,"faceWidth":30,"helixAngle":0,"holes":0}
 * @preset Large wheel {"teeth":80,"toothModule":1.5,"faceWidth":6,"helixAngle":0,"holes":10}
 * @preset Steep helix {"teeth":20,"faceWidth":40,"helixAngle":35,"holes":0}
 * @param teeth - Number of teeth.
 * @param toothModule - Module in mm: pitch diameter divided by the number of teeth.
 * @unit mm
 * @param faceWidth - Width of the rim in mm.
 * @unit mm
 * @param helixAngle - Slant of the teeth in degrees; 0 makes a spur gear.
 * @unit °
 * @param bore - Diameter of the bore in mm. Never more than what leaves a hub.
 * @unit mm
 * @param holes - Round holes in the web; left out where there is no room for them.
 * @param keyway - Cut a keyway into the bore.
 */
export async function gearWheel(
  teeth: Integer & Range<10, 80> = 28,
  toothModule: Range<0.5, 5, 0.1> = 2,
  faceWidth: Range<2, 40> = 12,
  helixAngle: Range<-35, 35> = 18,
  bore: Range<2, 30> = 10,
  holes: Integer & Range<0, 12> = 6,
  keyway = true,
): Promise<Mesh> {
  const { Manifold, CrossSection } = await kernel
  const pitchRadius = (teeth * toothModule) / 2
  const rimRadius = pitchRadius - 2.6 * toothModule
  const boreRadius = Math.min(bore / 2, rimRadius / 2)
  const hubRadius = Math.min(boreRadius * 1.7 + 1, rimRadius * 0.8)
  const twist = (faceWidth * Math.tan((helixAngle * Math.PI) / 180) * 180) / (pitchRadius * Math.PI)
  const cylinder = (height: number, radius: number): Solid =>
    Manifold.cylinder(height, radius, radius, 96, true)

  const blank = CrossSection.ofPolygons([toGearProfile(teeth, toothModule)])
  const divisions = Math.ceil(Math.abs(twist) / 2)
  const gear = blank.extrude(faceWidth, divisions, twist, [1, 1], true)
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
  return toMesh(gear.subtract(Manifold.union(cuts)))
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
