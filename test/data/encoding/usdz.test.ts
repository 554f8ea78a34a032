/** USDZ files, read by a zip reader of Python and by hand. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { sampleColormap } from '../../../core/contract/look/colormaps.ts'
import { readView } from '../../../core/contract/look/view-text.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const plain = {
  vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, -5.5),
  indices: Uint32Array.of(0, 1, 2, 0, 3, 1),
  normals: Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1),
}

async function encode(mesh: object, view = '', axes?: string): Promise<Uint8Array> {
  const saved = { form: 'usdz', name: 'part', axes, display: readView(view) } as const
  const blob = await encodeForm(parseResult(mesh, 'mesh'), saved)
  return new Uint8Array(await blob.arrayBuffer())
}

/** A file in a zip as Python finds it. */
interface ZippedFile {
  readonly name: string
  /** The place of its first byte in the zip. */
  readonly start: number
  /** 0 for a file that is not compressed. */
  readonly method: number
  readonly bytes: Buffer
}

/** Returns the files of a zip, whose checksums Python has compared. */
function unzip(bytes: Uint8Array): readonly ZippedFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'usdz-'))
  temporaryFolders.push(folder)
  writeFileSync(join(folder, 'part.usdz'), bytes)
  const program = `
import base64, json, struct, zipfile
with open('part.usdz', 'rb') as file, zipfile.ZipFile(file) as archive:
    assert archive.testzip() is None
    found = []
    for entry in archive.infolist():
        file.seek(entry.header_offset + 26)
        start = entry.header_offset + 30 + sum(struct.unpack('<HH', file.read(4)))
        text = base64.b64encode(archive.read(entry)).decode()
        found.append({'name': entry.filename, 'start': start, 'method': entry.compress_type, 'bytes': text})
print(json.dumps(found))`
  const read: readonly (Omit<ZippedFile, 'bytes'> & { readonly bytes: string })[] = JSON.parse(
    execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' }),
  )
  return read.map((file) => ({ ...file, bytes: Buffer.from(file.bytes, 'base64') }))
}

/** Returns the text of the layer, which comes first. */
function readLayer(bytes: Uint8Array): string {
  const [layer] = unzip(bytes)
  expect(layer?.name).toBe('model.usda')
  return layer?.bytes.toString('latin1') ?? ''
}

/** Returns the numbers of an array, without the parentheses of its tuples. */
function readArray(layer: string, name: string): readonly number[] {
  const [, list] = new RegExp(`${name.replace(/[[\]]/g, '\\$&')} = \\[([^\\]]*)\\]`).exec(layer) ?? []
  expect(list).toBeDefined()
  return JSON.parse(`[${list?.replace(/[()]/g, '')}]`)
}

it('packs uncompressed files at multiples of 64 bytes, the layer first', async () => {
  const files = unzip(await encode({ ...plain, scalars: Float32Array.of(1, 2, 3, 4) }))
  expect(files.map(({ name }) => name)).toEqual(['model.usda', 'textures/colors.png'])
  expect(files.map(({ start, method }) => [start % 64, method])).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await encode(plain)).toEqual(await encode(plain))
})

it('writes counts, corners, extent and normals of a mesh as they are', async () => {
  const layer = readLayer(await encode(plain))
  expect(layer.startsWith('#usda 1.0\n')).toBe(true)
  expect(readArray(layer, 'int[] faceVertexCounts')).toEqual([3, 3])
  expect(readArray(layer, 'int[] faceVertexIndices')).toEqual([...plain.indices])
  expect(readArray(layer, 'point3f[] points')).toEqual([...plain.vertices])
  expect(readArray(layer, 'normal3f[] normals')).toEqual([...plain.normals])
  expect(readArray(layer, 'float3[] extent')).toEqual([0, 0, -5.5, 3, 4, 0])
  // Clay is 182, 189, 201.
  expect(layer).toContain('color3f inputs:diffuseColor = (0.4678, 0.5089, 0.5841)')
  for (const [open, close] of ['{}', '()', '[]'])
    expect(layer.split(open ?? '').length).toBe(layer.split(close ?? '').length)
})

it('states a known unit and the axis that points up, and no unit that it does not know', async () => {
  expect(readLayer(await encode({ ...plain, unit: 'mm' }))).toContain(
    'metersPerUnit = 0.001\n    upAxis = "Z"',
  )
  expect(readLayer(await encode(plain, 'up=y', 'µm'))).toContain('metersPerUnit = 0.000001\n    upAxis = "Y"')
  expect(readLayer(await encode({ ...plain, unit: 'Å' }))).toContain('metersPerUnit = 1e-10\n')
  for (const [unit, found] of [
    ['parsec', 'parsec is no unit that is known here.'],
    [undefined, 'no unit is named here.'],
  ]) {
    const layer = readLayer(await encode({ ...plain, ...(unit && { unit }) }))
    expect(layer).not.toContain('metersPerUnit')
    expect(layer).toContain(`doc = "Programs that read USD take a length of 1 for 1 cm: ${found}"`)
  }
})

it('draws scalars by the colormap and window of the view, each in the middle of a colour', async () => {
  const scalars = Float32Array.of(-1, 0, 5, 20)
  const [layer, texture] = unzip(await encode({ ...plain, scalars }, 'colormap=magma window=0,10'))
  const text = layer?.bytes.toString('latin1') ?? ''
  expect(readArray(text, 'float[] primvars:value')).toEqual([...scalars])
  const places = readArray(text, 'texCoord2f[] primvars:st')
  expect(places.filter((_, i) => i % 2 === 0)).toEqual(
    [0.5, 0.5, 128, 255.5].map((texel) => expect.closeTo(texel / 256, 6)),
  )
  expect(places.filter((_, i) => i % 2 === 1)).toEqual([0.5, 0.5, 0.5, 0.5])
  expect(text).toContain('inputs:diffuseColor.connect = </Root/Material/Texture.outputs:rgb>')
  const { decode } = await import('fast-png')
  const { width, height, data } = decode(texture?.bytes ?? new Uint8Array())
  expect([width, height, Buffer.from(data)]).toEqual([256, 1, Buffer.from(sampleColormap('magma', false))])
})

it('draws each triangle in the mean of its corners’ colours, and writes these for other readers', async () => {
  const colors = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 128, 128, 128)
  const [file, texture] = unzip(await encode({ ...plain, colors, unit: 'mm' }))
  const layer = file?.bytes.toString('latin1') ?? ''
  // A third of the light is level 156; of 255, 128 and 0 in red it is 1.2159 thirds: 171.
  const { decode } = await import('fast-png')
  const { width, height, data } = decode(texture?.bytes ?? new Uint8Array())
  expect([width, height]).toEqual([2, 1])
  expect([...data]).toEqual([156, 156, 156, 255, 171, 171, 76, 255])
  expect(readArray(layer, 'texCoord2f[] primvars:st')).toEqual(
    [0.25, 0.25, 0.25, 0.75, 0.75, 0.75].flatMap((u) => [u, 0.5]),
  )
  expect(layer).toContain('interpolation = "faceVarying"')
  expect(layer).toContain('doc = "Each triangle is drawn in one colour, the mean of those at its corners."')
  const found = readArray(layer, 'color3f[] primvars:displayColor')
  expect(found.slice(0, 9)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  expect(found[9]).toBeCloseTo(0.2159, 4) // 128 in the table of IEC 61966-2-1
})

it('carries notes and an offset, and an empty mesh', async () => {
  const notes = ['One "half" is\nleft out.']
  const layer = readLayer(await encode({ ...plain, unit: 'mm', notes, offset: [4_500_000, -5.25, 0] }))
  expect(layer).toContain('doc = "One \\"half\\" is left out."')
  expect(layer).toContain('double3 xformOp:translate = (4500000, -5.25, 0)')
  const empty = readLayer(await encode({ vertices: new Float32Array(), indices: new Uint32Array() }))
  expect(empty).toContain('def Xform "Root"')
  expect(empty).not.toContain('def Mesh')
})

it('draws colours that are the same at all corners exactly, from the top left of its picture', async () => {
  const triangles = 20 // a picture of five by four
  const vertices = Float32Array.from({ length: 9 * triangles }, (_, i) => i)
  const indices = Uint32Array.from({ length: 3 * triangles }, (_, i) => i)
  const colors = Uint8Array.from({ length: 9 * triangles }, (_, i) => 12 * Math.floor(i / 9) + (i % 3))
  const [file, texture] = unzip(await encode({ vertices, indices, colors }))
  const { decode } = await import('fast-png')
  const { width, height, data } = decode(texture?.bytes ?? new Uint8Array())
  expect([width, height]).toEqual([5, 4])
  const places = readArray(file?.bytes.toString('latin1') ?? '', 'texCoord2f[] primvars:st')
  for (let corner = 0; corner < 3 * triangles; corner++) {
    const [column, row] = [places[2 * corner] ?? 0, 1 - (places[2 * corner + 1] ?? 0)]
    const pixel = 4 * (Math.floor(row * height) * width + Math.floor(column * width))
    const level = 12 * Math.floor(corner / 3)
    expect([...data.subarray(pixel, pixel + 4)]).toEqual([level, level + 1, level + 2, 255])
  }
  const sage = readLayer(await encode({ vertices, indices, colors }, 'color=plain solid=sage'))
  expect(sage).toContain('inputs:diffuseColor = (0.2747, 0.4233, 0.2582)')
})
