/** Places in written glTF files: metres and +Y up for others, the numbers of the result for this program. */
import { NodeIO } from '@gltf-transform/core'
import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import type { MeshResult, PointCloudResult } from '../../../core/contract/domain/result/result.ts'
import { readView } from '../../../core/contract/look/view-text.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { cornerBytes, toGlb, triangle } from '../formats/glb-bytes.ts'

const mesh: MeshResult = {
  type: 'mesh',
  vertices: Float32Array.of(0, 0, 0, 0.1, 0, 0, 0, 20.3, 0, 0, 0, 60),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
  normals: Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0.6, 0, 0.8),
  colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90, 10, 110, 120),
  scalars: Float32Array.of(1.5, 2.5, 3.5, 4.5),
}
const cloud: PointCloudResult = {
  type: 'point_cloud',
  points: mesh.vertices,
  colors: Uint8Array.from(mesh.colors ?? []),
}

async function encode(result: MeshResult | PointCloudResult, view = '', axes?: string): Promise<Uint8Array> {
  const blob = await encodeForm(result, { form: 'glb', name: 'part', axes, display: readView(view) })
  return new Uint8Array(await blob.arrayBuffer())
}

/** Returns the corners of a file in its world, by a library of others: the least and the greatest. */
async function findWorldBounds(bytes: Uint8Array): Promise<readonly (readonly number[])[]> {
  const document = await new NodeIO().readBinary(bytes)
  const [least, most] = [new Float64Array(3).fill(Infinity), new Float64Array(3).fill(-Infinity)]
  for (const node of document.getRoot().listNodes()) {
    const matrix = node.getWorldMatrix()
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const places = primitive.getAttribute('POSITION')?.getArray() ?? []
      for (let i = 0; i < places.length; i += 3) {
        for (const axis of [0, 1, 2] as const) {
          const at = [0, 1, 2].reduce((sum, k) => sum + (matrix[axis + 4 * k] ?? 0) * (places[i + k] ?? 0), 0)
          const world = at + (matrix[12 + axis] ?? 0)
          least[axis] = Math.min(least[axis] ?? 0, world)
          most[axis] = Math.max(most[axis] ?? 0, world)
        }
      }
    }
  }
  return [[...least], [...most]]
}

const near = (parts: readonly number[], size: number) =>
  parts.map((part) => expect.closeTo(part, Math.round(6 - Math.log10(size))))

describe.each([
  ['mm', 1e-3],
  ['nm', 1e-9],
  ['m', 1],
  ['in', 0.0254],
  ['Å', 1e-10],
  ['micron', 1e-6],
  ['km', 1000],
  ['parsec', 1],
  [undefined, 1],
] as const)('a glTF file of lengths in %s', (unit, metres) => {
  describe.each(['z', 'y'] as const)('with %s up', (up) => {
    it.each([undefined, [1_000_000.25, -2000.5, 3] as const])(
      'is metres and +Y up to others, and the same result here (offset %j)',
      async (offset) => {
        for (const result of [mesh, cloud]) {
          const given = { ...result, ...(unit && { unit }), ...(offset && { offset }) }
          const bytes = await encode(given, `up=${up}`)
          expect(await decodeFile(bytes, 'part.glb')).toEqual(given)
          const { issues } = await validateBytes(bytes)
          expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([])
          const [ox, oy, oz] = offset ?? [0, 0, 0]
          const turn = ([x, y, z]: readonly [number, number, number]) => (up === 'z' ? [x, z, -y] : [x, y, z])
          const corners = [turn([ox, oy, oz]), turn([ox + Math.fround(0.1), oy + Math.fround(20.3), oz + 60])]
          const [least, most] = [Math.min, Math.max].map((choose) =>
            near(
              [0, 1, 2].map((axis) => metres * choose(...corners.map((corner) => corner[axis] ?? 0))),
              metres * (offset ? 1e6 : 100),
            ),
          )
          expect(await findWorldBounds(bytes)).toEqual([least, most])
        }
      },
    )
  })
})

describe('a glTF file', () => {
  const sayings = async (bytes: Uint8Array) => {
    const [root] = (await new NodeIO().readBinary(bytes)).getRoot().getDefaultScene()?.listChildren() ?? []
    return root?.getExtras()
  }

  it('has the unit of its specimen, and says so with the upward axis', async () => {
    expect(await sayings(await encode(mesh, 'up=y', 'mm'))).toEqual({ unit: 'mm', up: 'y' })
    expect(await decodeFile(await encode(cloud, '', 'mm'), 'a.glb')).toEqual({ ...cloud, unit: 'mm' })
    expect(await sayings(await encode({ ...mesh, notes: ['Half of it.'] }))).toEqual({
      up: 'z',
      notes: 'Half of it. Programs that read glTF take a length of 1 for 1 m: no unit is named here.',
    })
    expect(await sayings(await encode({ ...mesh, unit: 'parsec' }))).toMatchObject({
      notes: 'Programs that read glTF take a length of 1 for 1 m: parsec is no unit that is known here.',
    })
  })

  it('that another program has moved, turned, scaled or joined is in metres', async () => {
    const io = new NodeIO()
    const open = async () => {
      const document = await io.readBinary(await encode({ ...mesh, unit: 'mm' }))
      const [root] = document.getRoot().listNodes()
      if (!root) throw new Error('It has no node.')
      document.getRoot().getAsset().generator = 'specimen-host' // as a program that keeps it
      return { document, root }
    }
    const { document: saved } = await open()
    const same = { unit: 'mm', vertices: mesh.vertices }
    expect(await decodeFile(await io.writeBinary(saved), 'a.glb')).toMatchObject(same)
    for (const change of [
      ({ root }: Awaited<ReturnType<typeof open>>) => root.setScale([2, 2, 2]),
      ({ root }: Awaited<ReturnType<typeof open>>) => root.setTranslation([1, 0, 0]),
      ({ root }: Awaited<ReturnType<typeof open>>) => root.setRotation([0, 0, 0, 1]),
      ({ root, document }: Awaited<ReturnType<typeof open>>) =>
        document.getRoot().getDefaultScene()?.addChild(document.createNode().setMesh(root.getMesh())),
      ({ document }: Awaited<ReturnType<typeof open>>) => {
        document.getRoot().getAsset().generator = 'another'
      },
    ]) {
      const changed = await open()
      change(changed)
      const read = await decodeFile(await io.writeBinary(changed.document), 'a.glb')
      expect(read).toMatchObject({ unit: 'm' })
      expect(read).not.toMatchObject({ vertices: mesh.vertices })
    }
  })

  it('of the first versions, without a turn, has the unit that it says', async () => {
    const { meshes, nodes } = triangle
    const first = {
      ...triangle,
      asset: { version: '2.0', generator: 'specimen-host' },
      meshes: [{ ...meshes[0], extras: { unit: 'nm', valueName: 'height' } }],
      nodes: [{ ...nodes[0], translation: [3, 4, 5] }],
    }
    const read = await decodeFile(toGlb(first, cornerBytes), 'a.glb')
    expect(read).toMatchObject({ unit: 'nm', valueName: 'height' })
    expect(read.type === 'mesh' && [...read.vertices.slice(0, 3)]).toEqual([3, 4, 5])
    const scaled = { ...first, nodes: [{ ...nodes[0], scale: [2, 2, 2] }] }
    expect(await decodeFile(toGlb(scaled, cornerBytes), 'a.glb')).toMatchObject({ unit: 'm' })
  })
})
