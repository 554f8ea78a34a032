/** Scenes as OBJ: as a reader of others takes them, and as one mesh of this program. */
import { type Mesh, Vector3 } from 'three'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { expect, it } from 'vitest'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { pickParts } from '../../../core/data/encoding/scene-parts.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { brain, findings } from './scene-sample.ts'

async function write(scene: SceneResult): Promise<Uint8Array> {
  return new Uint8Array(
    await (await encodeForm(scene, { form: 'obj', name: 'head', axes: undefined })).arrayBuffer(),
  )
}

it('is an object a part to the loader of three, at its place and in the colour of its look', async () => {
  const text = new TextDecoder().decode(await write(findings))
  expect(text.slice(0, 140)).toContain('# SPACE=RAS\n# Half of it.\n# Lengths are in mm.\n')
  const { children } = new OBJLoader().parse(text)
  expect(children.map(({ name }) => name)).toEqual(['brain', 'skull', 'vessels', 'cells'])
  const find = (name: string, member: string, corner: number): readonly number[] => {
    const object = children.find((child) => child.name === name) as Mesh
    const attribute = object.geometry.getAttribute(member)
    return new Vector3()
      .fromBufferAttribute(attribute, corner)
      .toArray()
      .map((x) => Math.round(1e4 * x) / 1e4 + 0)
  }
  // Its x is 10 - y, its y is 20 + x; the first triangle is 0, 2, 1.
  expect([0, 1, 2].map((corner) => find('brain', 'position', corner))).toEqual([
    [10, 20, 30],
    [6, 20, 30],
    [10, 23, 30],
  ])
  // Sheared, with an offset: x + y / 2 + 100, y, 2 z - 6.
  expect(find('skull', 'position', 1)).toEqual([102, 4, -6])
  // The normal 0, 0, 2 has length 1; x by the shear: 1, -0.5, 0.
  expect(find('skull', 'normal', 0)).toEqual([0, 0, 1])
  expect(find('skull', 'normal', 2)).toEqual([0.8944, -0.4472, 0])
  expect(text).toMatch(/o vessels\n(v .*\n){3}l 9 10\nl 11 11\no cells\nv .*\np 12\n/)
  expect(text).toContain('v 0 1 2 1.00000 0.00000 0.00000\n')
  expect(text).toMatch(/\no cells\nv 0 1 2 1\.00000 1\.00000 1\.00000\n/)
})

it('turns triangles of a mirrored part', async () => {
  const place = [
    [-1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ] as const
  const { look: _, colors: _colors, ...plain } = brain
  const text = new TextDecoder().decode(await write({ type: 'scene', parts: { brain: { ...plain, place } } }))
  expect(text).toContain('v -3 0 0\n')
  expect(text).toContain('f 2 3 1\n')
})

it('comes back as one mesh, and notes what is left out', async () => {
  const read = await decodeFile(await write(findings), 'head.obj')
  expect(read).toMatchObject({ type: 'mesh', orientation: 'RAS' })
  expect(read.notes).toEqual(expect.arrayContaining(['Lines beside its faces are left out.']))
  const text = new TextDecoder().decode(await write(findings))
  expect(text).toContain('# OBJ leaves out scan (volume), flow (arrows), names (labels) and photo (image);')
  const { scan } = findings.parts
  await expect(write({ type: 'scene', parts: scan ? { scan } : {} })).rejects.toThrow(
    'No part of the scene fits.',
  )
})

it.each(['obj', '3mf', 'usdz'] as const)(
  'notes in %s whose colours the colour of a look hides',
  async (form) => {
    const scene: SceneResult = { type: 'scene', parts: { brain: { ...brain, look: { color: [1, 2, 3] } } } }
    const { said } = pickParts(scene, form)
    expect(said).toContain('The colours of brain are left out: the look has one for all.')
    expect(pickParts(scene, 'glb').said).toEqual([])
  },
)
