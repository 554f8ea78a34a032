/** Scenes for printers and phones: 3MF and USDZ, as readers of others and this program take them. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { Box3, type Material, Mesh } from 'three'
import { USDLoader } from 'three/examples/jsm/loaders/USDLoader.js'
import { describe, expect, it } from 'vitest'
import type { DataForm } from '../../../core/contract/domain/result/forms.ts'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { parseXml } from '../../../core/data/formats/xml-document.ts'
import { brain, findings } from './scene-sample.ts'

async function write(form: DataForm, scene: SceneResult = findings): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await (await encodeForm(scene, { form, name: 'head', axes: undefined })).arrayBuffer(),
  )
}

const left =
  '3MF leaves out scan (volume), vessels (lines), flow (arrows), names (labels), cells (point cloud) and photo ' +
  '(image); a scene, JSON and a zip have all.'
const modelName = '3D/3dmodel.model'
const indexName = 'Metadata/scene.json'

/** Returns the file with another model, or another index beside it. */
async function rewrite(
  change: (model: string) => string,
  changeIndex = (text: string) => text,
): Promise<Uint8Array> {
  const files = unzipSync(await write('3mf'))
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array())
  return zipSync({
    ...files,
    [indexName]: strToU8(changeIndex(text(indexName))),
    [modelName]: strToU8(change(text(modelName))),
  })
}

describe('a scene as 3MF', () => {
  it('is objects with names, colours whose alpha is the opacity, and items at their places', async () => {
    const files = unzipSync(await write('3mf'))
    const model = strFromU8(files[modelName] ?? new Uint8Array())
    expect(() => parseXml(strToU8(model), 'model')).not.toThrow()
    expect(model).toContain('<object id="2" type="model" name="brain" pid="1" pindex="0">')
    expect(model).toContain('<object id="4" type="model" name="skull" pid="3" pindex="0">')
    expect(model).toContain('<m:color color="#0114FF80"/>')
    expect(model).toContain('<m:colorgroup id="3">\n<m:color color="#C81E04"/>\n</m:colorgroup>')
    // Each point is a row before it: x to y, y to -x, then the shift.
    expect(model).toContain('<item objectid="2" transform="0 1 0 -1 0 0 0 0 1 10 20 30"/>')
    expect(model).toContain('<item objectid="4" transform="1 0 0 0.5 1 0 0 0 2 100 0 -6"/>')
    expect(strFromU8(files['[Content_Types].xml'] ?? new Uint8Array())).toContain('Extension="json"')
  })

  it('comes back as its meshes, and says what it has not', async () => {
    const bytes = await write('3mf')
    const read = await decodeFile(bytes, 'head.3mf')
    expect(read).toMatchObject({ type: 'scene', unit: 'mm', orientation: 'RAS' })
    expect(read.type === 'scene' && read.notes).toEqual([
      'Half of it.',
      left,
      '3MF leaves out the name of the values, normals and values of skull; a scene, JSON and a zip have all.',
    ])
    expect(read.type === 'scene' && read.parts).toMatchObject({
      brain: { look: brain.look, place: brain.place },
      skull: { offset: [100, 0, 0.5], look: { hidden: true } },
    })
    expect(
      await findType({ name: 'a.3mf', size: bytes.length, read: async (a, b) => bytes.subarray(a, b) }),
    ).toBe('scene')
  })

  it('is one mesh once another program has moved, added or left out an item', async () => {
    for (const change of [
      (model: string) => model.replace('0 0 1 10 20 30"', '0 0 1 11 20 30"'),
      (model: string) => model.replace('</build>', '<item objectid="2"/></build>'),
      (model: string) => model.replace(/<item objectid="4"[^>]*>/, ''),
      (model: string) => model.replace('objectid="2" ', 'objectid="4" '),
    ])
      expect(await decodeFile(await rewrite(change), 'head.3mf')).toMatchObject({ type: 'mesh', unit: 'mm' })
    const same = await rewrite((model) => model)
    expect(await decodeFile(same, 'head.3mf')).toMatchObject({ type: 'scene' })
  })

  const setPart = (text: string, members: object): string => {
    const index = JSON.parse(text)
    Object.assign(index.parts[0], members)
    return JSON.stringify(index)
  }

  it.each([
    ['a name', (text: string) => setPart(text, { name: '__proto__' }), 'The name of a part must have'],
    ['a name twice', (text: string) => setPart(text, { name: 'skull' }), 'a name of its own'],
    ['a look', (text: string) => setPart(text, { look: { opacity: 2 } }), 'brain: look.opacity must be'],
    ['a place that is none', (text: string) => setPart(text, { place: [] }), 'place must be three rows'],
    ['members', (text: string) => setPart(text, { members: [] }), 'The members of a part must be an object'],
    [
      'parts',
      (text: string) => text.replace('"parts":[', '"parts":[null,'),
      'parts must be an array of at most 64 objects',
    ],
    ['__proto__', () => '{"__proto__":{}}', 'is not valid JSON'],
  ])('whose index lies is refused: %s', async (_, change, detail) => {
    await expect(decodeFile(await rewrite((model) => model, change), 'head.3mf')).rejects.toThrow(detail)
  })

  it('is refused without a mesh', async () => {
    const { scan } = findings.parts
    await expect(write('3mf', { type: 'scene', parts: scan ? { scan } : {} })).rejects.toThrow(
      'No part of the scene fits. 3MF leaves out scan (volume); a scene, JSON and a zip have all.',
    )
    await expect(write('usdz', { type: 'scene', parts: scan ? { scan } : {} })).rejects.toThrow(
      'No part of the scene fits.',
    )
  })
})

describe('a scene as USDZ', () => {
  it('is a prim of each mesh at its place, with colour and opacity, to the loader of three', async () => {
    // Textures need a page.
    const { colors: _, ...plain } = brain
    const { skull } = findings.parts
    const scene = { ...findings, parts: { brain: plain, ...(skull && { skull }) } }
    const group = new USDLoader().parse((await write('usdz', scene)).buffer)
    group.updateMatrixWorld(true)
    const boxOf = (name: string): readonly number[] => {
      const object = group.getObjectByName(name)
      if (!object) throw new Error(`There is no ${name}.`)
      const box = new Box3().setFromObject(object, true)
      return [...box.min.toArray(), ...box.max.toArray()].map((part) => Math.round(part * 1e7) / 1e4 + 0)
    }
    expect([boxOf('brain'), boxOf('skull')]).toEqual([
      [6, 30, -23, 10, 35, -20],
      [100, -6, -4, 103, 4, 0],
    ])
    const materials: Material[] = []
    group.traverse((object) => {
      if (object instanceof Mesh) materials.push(object.material)
    })
    expect(materials).toMatchObject([
      { opacity: 0.5, transparent: true },
      { opacity: 1, transparent: false },
    ])
  })

  it('has names that USD takes', async () => {
    const files = unzipSync(await write('usdz', { type: 'scene', parts: { '1-a': brain, b_c: brain } }))
    const text = strFromU8(files['model.usda'] ?? new Uint8Array())
    expect([...text.matchAll(/def Xform "(\w+)"/g)].map(([, name]) => name)).toEqual([
      'Root',
      '_0_1_a',
      'b_c',
    ])
    expect(Object.keys(files)).toEqual(['model.usda', 'textures/_0_1_a.png', 'textures/b_c.png'])
    expect(text).toContain('float inputs:opacity = 0.5')
    expect(text).toContain('double3 xformOp:translate = (10, 20, 30)')
  })
})
