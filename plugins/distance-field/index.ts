/** The distance of each place in space from a mesh. */
import { setImmediate } from 'node:timers/promises'
import type { Integer, Mesh, ProgressReporter, Range, Volume } from 'specimen-host/plugin'
import { BufferAttribute, BufferGeometry, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { addNotes } from '../shared/add-notes.ts'
import { countOpenEdges } from '../shared/open-edges.ts'
import { findInside } from './find-inside.ts'
import { type Lattice, layLattice } from './lattice.ts'

/**
 * The signed distance from any mesh as a volume: to its nearest point, in its unit of lengths, below zero
 * inside. Exact at each sample. A mesh that is open has no inside, so its distances have no sign.
 *
 * @displayName Distance field
 * @tags geometry, mesh, volume, tool
 * @value signed distance
 * @view camera=0.6,-1,0.9 colormap=icefire center=0
 * @story What stands in "mesh" is another specimen: choose any surface that this host has.
 * @param mesh - The surface. @default {"specimen":"gearWheel"}
 * @param samples - Samples along the longest side.
 * @preview 24
 * @param margin - Space around the mesh, as a part of its longest side.
 */
export async function distanceField(
  mesh: Mesh,
  samples: Integer & Range<8, 256> = 56,
  margin: Range<0, 1, 0.01> = 0.1,
  progress?: ProgressReporter,
): Promise<Volume> {
  if (mesh.indices.length === 0)
    throw new Error('The mesh has no triangles, so nothing has a distance from it.')
  const open = countOpenEdges(mesh)
  const lattice = layLattice(mesh, samples, margin)
  const inside = open === 0 ? findInside(mesh, lattice) : undefined
  const data = await measureDistances(mesh, lattice, progress)
  if (inside) for (const [i, value] of data.entries()) if (inside[i] === 1) data[i] = -value
  const { counts, origin, spacing } = lattice
  const [x, y, z] = mesh.offset ?? [0, 0, 0]
  const notes = inside
    ? ['Distances are below zero inside.']
    : [
        'Distances have no sign, as the mesh has no inside: ' +
          `${open} of its edges are open or turned against each other.`,
      ]
  return {
    shape: [counts[2], counts[1], counts[0]],
    data,
    spacing: [spacing, spacing, spacing],
    origin: [origin[2] + z, origin[1] + y, origin[0] + x],
    orientation: mesh.orientation,
    unit: mesh.unit,
    valueName: inside ? 'signed distance' : 'distance',
    valueUnit: mesh.unit,
    notes: addNotes(notes, mesh.notes),
  }
}

/** Returns the distance of each sample from the mesh, x fastest. */
async function measureDistances(
  { vertices, indices }: Mesh,
  { counts: [nx, ny, nz], origin: [x, y, z], spacing }: Lattice,
  progress: ProgressReporter | undefined,
): Promise<Float32Array> {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(vertices, 3))
  geometry.setIndex(new BufferAttribute(indices.slice(), 1)) // which the tree puts into its own order
  const tree = new MeshBVH(geometry)
  const data = new Float32Array(nx * ny * nz)
  const [place, nearest] = [new Vector3(), new Vector3()]
  const found = { point: nearest, distance: 0, faceIndex: 0 }
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      let least = Number.POSITIVE_INFINITY // no farther than the sample before, and the way from there
      for (let i = 0; i < nx; i++) {
        place.set(x + i * spacing, y + j * spacing, z + k * spacing)
        least = tree.closestPointToPoint(place, found, 0, least)?.distance ?? least
        data[(k * ny + j) * nx + i] = least
        least = 1.0001 * (least + spacing)
      }
    }
    progress?.report(`layer ${k + 1} of ${nz}`, (k + 1) / nz)
    await setImmediate() // lets the report out, and a cancel in
  }
  return data
}
