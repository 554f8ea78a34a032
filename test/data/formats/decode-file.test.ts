/**
 * Files as results: files that other programs wrote (`files/make-files.py`), the data of the repository's
 * specimens against three's loaders and others' decoders, and files by hand for what those do not write.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { decode as decodePngElsewhere } from 'fast-png'
import * as nifti from 'nifti-reader-js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import { describe, expect, it } from 'vitest'
import type { MeshResult, VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findFormat } from '../../../core/data/formats/find-format.ts'
import { formats } from '../../../core/data/formats/formats.ts'
import {
  listTriangles,
  readKnown,
  readKnownFiles,
  readSpecimen,
  toBytes,
  toCorners,
  toPlain,
} from './files.ts'
import { readWasm } from './read-wasm.ts'

const files = readKnownFiles()

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer // what slice makes lies in no shared memory
}

describe('a file of another program', () => {
  it('is there for every format but those of this program', () => {
    const found = new Set<string | undefined>(files.map(({ name, bytes }) => findFormat(bytes, name)?.name))
    const names = formats
      .map(({ name }): string => name)
      .filter((name) => !['envelope', 'zip of a scene'].includes(name))
    expect(names.filter((name) => !found.has(name))).toEqual([])
  })

  for (const { name, bytes, expected } of files.filter(({ expected }) => !expected.triangles)) {
    if (name.endsWith('.jpg')) continue
    it(`${name} becomes what was written into it, wherever its bytes lie`, async () => {
      expect(toPlain(await decodeFile(bytes, name, { readWasm }))).toEqual(expected)
      const moved = new Uint8Array(new SharedArrayBuffer(bytes.length + 1), 1)
      moved.set(bytes)
      expect(toPlain(await decodeFile(moved, name, { readWasm }))).toEqual(expected)
    })
  }

  for (const { name, bytes, expected } of files.filter(({ expected }) => expected.triangles)) {
    it(`${name} becomes a mesh of the same triangles, with vertices that they share`, async () => {
      const mesh = (await decodeFile(bytes, name)) as MeshResult
      expect(mesh.type).toBe('mesh')
      expect(listTriangles(toCorners(mesh))).toEqual(listTriangles(expected.triangles as number[]))
    })
  }

  // Decoders may round differently (ISO/IEC 10918-2), and ours takes the nearest color where there are few.
  it.each([
    ['grey.jpg', 2],
    ['baseline.jpg', 3],
    ['progressive.jpg', 3],
    ['subsampled.jpg', 12],
  ])('%s becomes what libjpeg makes of it, give or take %i levels', async (name, most) => {
    const expected = files.find((file) => file.name === name)?.expected as { data: number[] }
    const image = toPlain(await decodeFile(readKnown(name), name)) as { data: number[] }
    expect({ ...image, data: null }).toEqual({ ...expected, data: null })
    const far = image.data.filter((value, i) => Math.abs(value - (expected.data[i] ?? 0)) > most)
    expect(far).toEqual([])
  })

  it('is known by its content, whatever it is called, but for OBJ and tables', async () => {
    for (const { name, bytes } of files.filter(({ name }) => !/[.](obj|gz|csv|tsv|xyz)$/.test(name)))
      expect(findFormat(bytes, 'data')?.name, name).toBe(findFormat(bytes, name)?.name)
    expect(findFormat(readKnown('pyramid.obj'), 'pyramid.OBJ')?.name).toBe('OBJ')
    expect(findFormat(readKnown('pyramid.obj'), 'pyramid')).toBeUndefined()
  })

  it('may be compressed by gzip, whatever it is', async () => {
    for (const { name, bytes, expected } of files.filter(({ expected }) => !expected.triangles)) {
      if (/[.](jpg|gz)$/.test(name)) continue
      expect(
        toPlain(await decodeFile(new Uint8Array(gzipSync(bytes)), `${name}.gz`, { readWasm })),
        name,
      ).toEqual(expected)
    }
  })
})

describe('the data of the specimens', () => {
  it('bunny.stl has the triangles that three reads, at a third of the vertices and less', async () => {
    const bytes = readSpecimen('stanford-bunny/bunny.stl')
    const mesh = (await decodeFile(bytes, 'bunny.stl')) as MeshResult
    const corners = new STLLoader().parse(toBuffer(bytes)).getAttribute('position').array
    expect(toCorners(mesh)).toEqual(Array.from(corners))
    expect(mesh.vertices.length).toBeLessThan(corners.length / 5)
  })

  it('earthquakes.ply has the points and colors that three reads, and its depths', async () => {
    const bytes = readSpecimen('earthquakes/earthquakes.ply')
    const cloud = await decodeFile(bytes, 'earthquakes.ply')
    if (cloud.type !== 'point_cloud') throw new Error(`It is a ${cloud.type}.`)
    const loader = new PLYLoader()
    loader.setCustomPropertyNameMapping({ depth: ['depth'] })
    const geometry = loader.parse(toBuffer(bytes))
    expect(cloud.points).toEqual(new Float32Array(geometry.getAttribute('position').array))
    expect(cloud.scalars).toEqual(new Float32Array(geometry.getAttribute('depth').array))
    expect(Math.max(...(cloud.scalars ?? []))).toBeGreaterThan(100)
    expect(cloud.colors).toHaveLength(cloud.points.length)
  })

  it('brain.nrrd has its samples, and the place by its header, where its axes are tilted', async () => {
    const bytes = readSpecimen('brain-mri/brain.nrrd')
    const volume = (await decodeFile(bytes, 'brain.nrrd')) as VolumeResult
    expect([volume.shape, volume.dtype]).toEqual([[20, 256, 256], 'int16'])
    expect(volume.origin).toEqual([-72.7575, -78.3063, -110.5])
    // space directions: (0.859375,0,0) (0,0.851606,0.115292) (0,-0.942105,6.936842)
    const steps = [
      [6.936842, 0.115292, 0],
      [-0.942105, 0.851606, 0],
      [0, 0, 0.859375],
    ]
    expect(volume.direction?.map((row) => row.map((part, i) => part * (volume.spacing?.[i] ?? 0)))).toEqual(
      steps.map((row) => row.map((part) => expect.closeTo(part, 9))),
    )
    expect(volume.orientation).toBe('LPS')
    expect(volume.spacing?.map((step) => step.toFixed(4))).toEqual(['7.0005', '0.8594', '0.8594'])
    const samples = gunzipSync(bytes.subarray(Buffer.from(bytes).indexOf('\n\n') + 2))
    expect(
      Buffer.compare(
        Buffer.from(volume.data.buffer, volume.data.byteOffset, volume.data.byteLength),
        samples,
      ),
    ).toBe(0)
  })

  it('precipitation.png has the pixels that fast-png reads', async () => {
    const bytes = readSpecimen('precipitation/precipitation.png')
    const image = await decodeFile(bytes, 'precipitation.png')
    const { width, height, channels, data } = decodePngElsewhere(bytes)
    expect(image).toMatchObject({ type: 'image', width, height, channels })
    expect('data' in image && Buffer.compare(Buffer.from(image.data.buffer), Buffer.from(data.buffer))).toBe(
      0,
    )
  })

  it('an envelope is the result that was written', async () => {
    const result = { type: 'point_cloud', points: new Float32Array([1, 2, 3]) } as const
    expect(await decodeFile(toBytes(...encodeEnvelope(result)), 'points.bin')).toEqual(result)
  })
})

describe('a volume', () => {
  it('of a NIfTI file has the samples that nifti-reader-js reads', async () => {
    for (const name of ['scan-int16.nii', 'scan-float64.nii', 'tilted.nii']) {
      const bytes = readKnown(name)
      const header = nifti.readHeader(toBuffer(bytes))
      const image = nifti.readImage(header, toBuffer(bytes))
      const { data, dtype } = (await decodeFile(bytes, name)) as VolumeResult
      const view = new DataView(image)
      const read = (i: number): number =>
        dtype === 'float64'
          ? view.getFloat64(8 * i, header.littleEndian)
          : view.getInt16(2 * i, header.littleEndian)
      expect(Array.from(data), name).toEqual(Array.from(data, (_, i) => read(i)))
    }
  })

  it('of FreeSurfer is read by the name that it has there, too', async () => {
    const { shape } = (await decodeFile(readKnown('coronal.mgh.gz'), 'coronal.mgz')) as VolumeResult
    expect(shape).toEqual([2, 3, 4])
  })

  it('of a NIfTI file has steps as short decimals: 1.2, which float32 has as 1.2000000476837158', async () => {
    const bytes = readKnown('scan-int16.nii').slice()
    const view = new DataView(bytes.buffer)
    const isLittle = view.getInt32(0, true) === 348
    view.setInt16(252, 0, isLittle)
    view.setInt16(254, 0, isLittle)
    for (const [i, step] of [1.2, 0.1, 1 / 3].entries()) view.setFloat32(80 + 4 * i, step, isLittle)
    const { spacing } = (await decodeFile(bytes, 'scan.nii')) as VolumeResult
    expect(spacing).toEqual([0.33333334, 0.1, 1.2])
  })

  it('that is the first of several says so', async () => {
    const notes: string[] = []
    await decodeFile(readKnown('series.nii.gz'), 'series.nii.gz', { onNote: (note) => notes.push(note) })
    await decodeFile(readKnown('series.npy'), 'series.npy', { onNote: (note) => notes.push(note) })
    expect(notes).toEqual([
      'This is the first of 5 volumes in the file.',
      'This is the first of 3 volumes in the file.',
    ])
  })

  it('of an NRRD file may be text with what is no number, behind lines that are skipped', async () => {
    const header =
      'NRRD0005\ntype: float\ndimension: 3\nsizes: 2 1 1\nencoding: text\nlineskip: 1\n\nskipped\nnan -inf\n'
    expect(toPlain(await decodeFile(toBytes(header), 'a.nrrd'))).toEqual({
      type: 'volume',
      shape: [1, 1, 2],
      dtype: 'float32',
      data: [Number.NaN, Number.NEGATIVE_INFINITY],
    })
  })

  it('of an NRRD file may lie at the end of what precedes it (byte skip: -1)', async () => {
    const header =
      'NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 1 1\nencoding: raw\nbyte skip: -1\n\nxyz\x07\x08'
    expect(toPlain(await decodeFile(toBytes(header), 'a.nrrd'))).toMatchObject({ data: [7, 8] })
  })
})

describe('a mesh of text', () => {
  it('OBJ: has negative indices, lines that go on, polygons, colors and a normal for each corner', async () => {
    const text =
      'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0 1 1 1\nvn 0 0 1\nvn 0 0 -1\n' +
      'f -4//1 -3//1 \\\n -2//1 -1//1\nf 1//2 4//2 3//2\nl 1 2\nusemtl red\n'
    const mesh = (await decodeFile(toBytes(text), 'a.obj')) as MeshResult
    expect(mesh.vertices).toHaveLength(7 * 3)
    expect(Array.from(mesh.indices)).toEqual([0, 1, 2, 0, 2, 3, 4, 5, 6])
    expect(Array.from(mesh.normals ?? []).filter((_, i) => i % 3 === 2)).toEqual([1, 1, 1, 1, -1, -1, -1])
    expect(Array.from(mesh.colors ?? []).slice(0, 12)).toEqual([
      255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255,
    ])
  })

  it('OBJ: is a point cloud without faces', async () => {
    const cloud = await decodeFile(toBytes('# scan\r\nv 1 2 3\r\nv 4 5 6\r\np 1 2\r\n'), 'a.obj')
    expect(toPlain(cloud)).toEqual({ type: 'point_cloud', points: [1, 2, 3, 4, 5, 6] })
  })

  it('STL: is read although its first word says something else, and several solids are one mesh', async () => {
    const binary = readKnown('pyramid-binary.stl').slice()
    binary.set(Buffer.from('solid facet'), 0)
    expect((await decodeFile(binary, 'a')).type).toBe('mesh')
    const solid =
      'solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n'
    const mesh = (await decodeFile(toBytes(solid, solid), 'a.stl')) as MeshResult
    expect([mesh.vertices.length, Array.from(mesh.indices)]).toEqual([9, [0, 1, 2, 0, 1, 2]])
  })

  it('PLY: has polygons, normals, colors of floats, and elements and properties of others', async () => {
    const header =
      'ply\r\nformat ascii 1.0\r\ncomment by hand\r\nelement camera 1\r\nproperty list uchar float pose\r\n' +
      'element vertex 5\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nproperty float nx\r\n' +
      'property float ny\r\nproperty float nz\r\nproperty float red\r\nproperty float green\r\nproperty float blue\r\n' +
      'property float u\r\nproperty float bend\r\n' +
      'element face 1\r\nproperty int material\r\nproperty list uchar int vertex_indices\r\nend_header\r\n'
    const rows = [0, 1, 2, 3, 4].map((i) => `${i} ${i * i} 0 0 0 1 0 0.5 1 0.25 ${i - 2}`).join('\r\n')
    const mesh = await decodeFile(toBytes(header, `2 0.5 1\r\n${rows}\r\n9 5 0 1 2 3 4\r\n`), 'a.ply')
    expect(toPlain(mesh)).toEqual({
      type: 'mesh',
      vertices: [0, 0, 0, 1, 1, 0, 2, 4, 0, 3, 9, 0, 4, 16, 0],
      indices: [0, 1, 2, 0, 2, 3, 0, 3, 4],
      normals: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
      colors: [0, 128, 255, 0, 128, 255, 0, 128, 255, 0, 128, 255, 0, 128, 255],
      scalars: [-2, -1, 0, 1, 2],
      valueName: 'bend',
    })
  })

  it('PLY: is read in the other byte order', async () => {
    const header =
      'ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty double x\nproperty short y\nproperty float z\n' +
      'property ushort quality\nend_header\n'
    const row = new DataView(new ArrayBuffer(16))
    row.setFloat64(0, 1.5)
    row.setInt16(8, -2)
    row.setFloat32(10, 3)
    row.setUint16(14, 400)
    expect(toPlain(await decodeFile(toBytes(header, row), 'a.ply'))).toEqual({
      type: 'point_cloud',
      points: [1.5, -2, 3],
      scalars: [400],
      valueName: 'quality',
    })
  })
})
