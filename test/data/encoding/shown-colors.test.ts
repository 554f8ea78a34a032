/** What a view shows by a colormap or by labels, as colours of vertices for readers that have neither. */
import { NodeIO } from '@gltf-transform/core'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DataForm } from '../../../core/contract/domain/result/forms.ts'
import type { Result, ScenePart, SceneResult } from '../../../core/contract/domain/result/result.ts'
import { readView } from '../../../core/contract/look/view-text.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

const places = Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5)
const indices = Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3)
const normals = Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1)
const scalars = Float32Array.of(6, 7, 8, 6)
const labels = [
  { value: 6, name: 'C', color: [144, 144, 144] },
  { value: 7, name: 'N', color: [48, 80, 248] },
  { value: 8, name: 'O', color: [255, 13, 13] },
] as const
const ofElements = [144, 144, 144, 48, 80, 248, 255, 13, 13, 144, 144, 144]
/** The first, the middle and the last colour of viridis. */
const ofValues = [68, 1, 84, 32, 144, 140, 253, 231, 37, 68, 1, 84]

const mesh = {
  type: 'mesh',
  vertices: places,
  indices,
  normals,
  scalars,
} as const
const parts = {
  atoms: { type: 'point_cloud', points: places, scalars, labels },
  bonds: {
    type: 'lines',
    points: places,
    starts: Uint32Array.of(0, 2),
    scalars,
    labels,
  },
  flow: { type: 'arrows', points: places, vectors: places, scalars },
  skull: mesh,
  teeth: { ...mesh, labels },
  gums: { ...mesh, look: { color: [255, 0, 0] } },
} as const satisfies SceneResult['parts']
const scene: SceneResult = { type: 'scene', unit: 'mm', parts }

async function write(result: Result, form: DataForm, view = ''): Promise<Uint8Array> {
  const saved = await encodeForm(result, {
    form,
    name: 'head',
    axes: 'mm',
    display: readView(view),
  })
  return new Uint8Array(await saved.arrayBuffer())
}

/** Returns the colours of vertices by the name of their mesh, as levels of sRGB. */
async function listColors(bytes: Uint8Array): Promise<{ readonly [mesh: string]: readonly number[] }> {
  const document = await new NodeIO().readBinary(bytes)
  const toLevel = (light: number): number =>
    Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  const listed = document.getRoot().listMeshes()
  return Object.fromEntries(
    listed.map((found) => {
      const color = found.listPrimitives().at(-1)?.getAttribute('COLOR_0')
      return [found.getName(), [...(color?.getArray() ?? [])].map((level) => toLevel(level / 65_535))]
    }),
  )
}

describe('what values and labels are seen in', () => {
  it('is the colour of vertices in glTF, but below a look’s colour, and comes back as values alone', async () => {
    const bytes = await write(scene, 'glb')
    expect(await listColors(bytes)).toEqual({
      atoms: ofElements,
      bonds: ofElements,
      flow: ofValues,
      skull: ofValues,
      teeth: ofElements,
      gums: [],
    })
    expect(await decodeFile(bytes, 'head.glb')).toEqual(scene)
    expect(await decodeFile(await write(scene, 'zip'), 'head.zip')).toMatchObject({ parts })
  })

  it('follows the colormap, window and settings of the view', async () => {
    const bytes = await write(scene, 'glb', 'colormap=grey window=7,8')
    const { flow, skull } = await listColors(bytes)
    // Window and colormap of a view are those of one result: each part has its own.
    expect([flow, skull]).toEqual([ofValues, ofValues])
    const alone = await listColors(await write(mesh, 'glb', 'colormap=grey window=7,8'))
    expect(alone.head).toEqual([0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0])
    expect((await listColors(await write(mesh, 'glb', 'color=plain'))).head).toEqual([])
  })

  it.each(['atoms', 'bonds', 'flow', 'skull', 'teeth'] as const)('is that of %s alone, too', async (name) => {
    const part: ScenePart = parts[name]
    const bytes = await write(part, 'glb')
    expect(Object.values(await listColors(bytes))[0]).toEqual('labels' in part ? ofElements : ofValues)
    const { labels: _, ...held } = { labels: undefined, ...part }
    expect(await decodeFile(bytes, 'head.glb')).toEqual({
      unit: 'mm',
      ...held,
    })
  })

  it('is the colour of corners in 3MF, and no colour of the part that comes back', async () => {
    const bytes = await write(scene, '3mf')
    const model = strFromU8(unzipSync(bytes)['3D/3dmodel.model'] ?? new Uint8Array())
    const groups = [...model.matchAll(/<m:colorgroup[\s\S]*?<\/m:colorgroup>/g)].map(([group]) =>
      [...group.matchAll(/#(\w+)/g)].map(([, color]) => color),
    )
    expect(groups).toEqual([
      ['440154', '20908C', 'FDE725', '440154'],
      ['909090', '3050F8', 'FF0D0D', '909090'],
      ['FF0000'],
    ])
    const read = await decodeFile(bytes, 'head.3mf')
    expect(read.type === 'scene' && read.parts.skull).not.toHaveProperty('colors')
    expect(await decodeFile(await write(mesh, '3mf'), 'head.3mf')).toHaveProperty('colors')
  })

  it('is the displayColor of USDZ, and labels are drawn in their colours', async () => {
    const files = unzipSync(await write(scene, 'usdz'))
    const text = strFromU8(files['model.usda'] ?? new Uint8Array())
    const colors = [...text.matchAll(/primvars:displayColor = \[\(([^)]*)\)/g)].map(([, first]) => first)
    expect(colors).toHaveLength(2)
    expect(colors[1]?.split(',').map(Number)).toEqual(Array(3).fill(expect.closeTo(0.2789, 3)))
    expect(Object.keys(files)).toEqual(['model.usda', 'textures/skull.png', 'textures/teeth.png'])
    const { decode } = await import('fast-png')
    expect(decode(files['textures/teeth.png'] ?? new Uint8Array()).width).toBeLessThan(4)
  })
})
