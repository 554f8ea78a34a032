/** Every static specimen: its metadata names files that exist, and the files hold what their headers say. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../core/contract/values/json.ts'
import { parseSpecimenFile } from '../../core/engine/catalog/specimen-file.ts'
import { measureTopology, weld } from '../plugins/topology.ts'

const root = join(import.meta.dirname, '../../specimens')
const names = readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())
const plugins = join(root, '../plugins')
const pictures = [...names.map((name) => join(root, name)), ...listFolders(plugins)].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.png') && name !== 'precipitation.png')
    .map((name) => join(folder, name)),
)

describe('every specimen', () => {
  it.each(names)('%s has metadata that the host accepts, a source and a README', async (name) => {
    const folder = join(root, name)
    const value = parseJson(readFileSync(join(folder, 'specimen.json'), 'utf8'), 'specimen.json')
    const file = await parseSpecimenFile(value, { folder }, name)
    expect(file.id).toBe(name)
    expect(file.thumbnail).not.toBeNull()
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toMatch(/source/i)
    if (file.data) expect(value).toMatchObject({ license: expect.any(String), source: expect.any(String) })
  })

  it.each(pictures)('%s is a small picture', (path) => {
    const { width, height } = decode(readFileSync(path))
    expect([width, height]).toEqual([256, 256])
    expect(statSync(path).size).toBeLessThan(48_000)
  })
})

describe('stanford-bunny', () => {
  it('is a binary STL as long as its count says, finite, with normals along its triangles', () => {
    const bytes = read('stanford-bunny/bunny.stl')
    const count = bytes.readUInt32LE(80)
    expect(bytes.length).toBe(84 + 50 * count)
    const vertices = new Float32Array(count * 9)
    for (let t = 0; t < count; t++) {
      for (let k = 0; k < 9; k++) vertices[9 * t + k] = bytes.readFloatLE(84 + 50 * t + 12 + 4 * k)
    }
    expect(vertices.every(Number.isFinite)).toBe(true)
    const { badEdges, volume } = measureTopology(
      weld({ vertices, indices: Uint32Array.from(vertices.keys()).slice(0, 3 * count) }),
    )
    expect(badEdges).toBe(0)
    expect(volume).toBeGreaterThan(0)
  })
})

describe('brain-mri', () => {
  it('is an NRRD whose samples are as many as its sizes say', () => {
    const bytes = read('brain-mri/brain.nrrd')
    const end = bytes.indexOf('\n\n')
    const header = bytes.toString('latin1', 0, end)
    expect(header).toMatch(/^NRRD0004\n/)
    expect(header).toContain('type: int16')
    const sizes = /sizes: (\d+) (\d+) (\d+)/.exec(header)?.slice(1).map(Number) ?? []
    const samples = gunzipSync(bytes.subarray(end + 2))
    expect(samples.length).toBe(2 * sizes.reduce((product, size) => product * size, 1))
    // The middle of the head.
    expect(samples.readInt16LE(2 * (10 * 65_536 + 128 * 256 + 128))).toBeGreaterThan(100)
  })
})

describe('earthquakes', () => {
  it('is a PLY as long as its header says, all points inside the Earth', () => {
    const bytes = read('earthquakes/earthquakes.ply')
    const start = bytes.indexOf('end_header\n') + 11
    const count = Number(/element vertex (\d+)/.exec(bytes.toString('latin1', 0, start))?.[1])
    expect(bytes.length - start).toBe(23 * count)
    let deepest = 0
    for (let i = 0; i < count; i++) {
      const place = [0, 4, 8].map((offset) => bytes.readFloatLE(start + 23 * i + offset))
      expect(
        Math.abs(Math.hypot(...place) + bytes.readFloatLE(start + 23 * i + 15) / 1000 - 6.371),
      ).toBeLessThan(1e-4)
      deepest = Math.max(deepest, bytes.readFloatLE(start + 23 * i + 15))
    }
    expect(deepest).toBeGreaterThan(300)
  })
})

describe('precipitation', () => {
  it('is a PNG of four pixels a degree', () => {
    const { width, height, channels, depth } = decode(read('precipitation/precipitation.png'))
    expect({ width, height, channels, depth }).toEqual({ width: 1440, height: 672, channels: 3, depth: 8 })
  })
})

function read(path: string): Buffer {
  return readFileSync(join(root, path))
}

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : [],
  )
}
