/** The encoders on real threads, by the port, against the libraries that read their formats. */
import { WebIO } from '@gltf-transform/core'
import { decode } from 'fast-png'
import { afterAll, describe, expect, it } from 'vitest'
import { type ImageResult, listArrays, type MeshResult, type Result, type VolumeArray } from '../../core/domain/result.ts'
import { toSharedResult } from '../../core/run/shared-memory.ts'
import { createThreadEncoder } from '../../core/run/thread-encoder.ts'
import { decodeResultJson } from '../../core/wire/parse-result-json.ts'
import { join } from './samples.ts'

const entry = new URL('../../dist/encoder-thread.js', import.meta.url)
const faults: object[] = []
const log = { debug: noteNothing, info: noteNothing, warn: noteNothing, error: (fields: object) => void faults.push(fields) }
const encoder = createThreadEncoder({ entry, threads: 2, log })

afterAll(async () => {
  await encoder.close()
  expect(faults).toEqual([])
})

function noteNothing(): void {}

/** A strip of n quads with normals; large enough for several pieces from some 20,000 on. */
function makeStrip(n: number): MeshResult {
  const count = 2 * (n + 1)
  const vertices = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? i / 7 : Math.sin(i)))
  const normals = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 2 ? 1 : 0))
  const corners = [0, 1, 2, 2, 1, 3]
  const indices = Uint32Array.from({ length: n * 6 }, (_, i) => Math.floor(i / 6) * 2 + (corners[i % 6] as number)) // six corners
  return toSharedResult({ type: 'mesh', vertices, indices, normals })
}

/** The array's bytes as text, which compares fast. */
function toBytes({ buffer, byteOffset, byteLength }: VolumeArray): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

async function collect(result: Result): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of encoder.encodeJson(result)) pieces.push(piece)
  return join(pieces)
}

describe('check', () => {
  it.each([10, 20_000])('accepts a valid mesh and refuses a wrong index when it has %i quads', async (quads) => {
    const mesh = makeStrip(quads)
    await encoder.check(mesh)
    mesh.indices[4] = 4_000_000_000
    await expect(encoder.check(mesh)).rejects.toMatchObject({
      code: 'function.failed',
      message: expect.stringContaining('indices[4] is 4000000000'),
    })
  })
})

describe('[jobs.4] encodeJson', () => {
  it('yields pieces that join to the result when many streams run at once', async () => {
    const meshes = [30_000, 10, 20_000, 40_000].map(makeStrip)
    const texts = await Promise.all(meshes.map(collect))
    for (const [i, text] of texts.entries()) {
      const [mesh, found] = [meshes[i] as MeshResult, decodeResultJson(JSON.parse(new TextDecoder().decode(text)))]
      // Minus zero is 0 in JSON, hence the sum with 0; compared as bytes, as toEqual takes seconds for a million numbers.
      const wanted = [mesh.vertices.map((x) => x + 0), mesh.indices, mesh.normals as Float32Array] // strips have normals
      expect(listArrays(found).map(toBytes)).toEqual(wanted.map(toBytes))
    }
  })
  it('ends, and leaves its thread to others, when the reader leaves', async () => {
    const mesh = makeStrip(60_000)
    for (let i = 0; i < 5; i++) {
      for await (const piece of encoder.encodeJson(mesh)) {
        expect(piece.length).toBeGreaterThan(1_000_000)
        break
      }
    }
    expect((await collect(makeStrip(1))).length).toBeGreaterThan(0)
  })
  it('lets a later stream end first when an earlier one is not read', async () => {
    const idle = encoder.encodeJson(makeStrip(60_000))[Symbol.asyncIterator]()
    await idle.next()
    expect((await collect(makeStrip(30_000))).length).toBeGreaterThan(2 ** 20)
    await idle.return?.()
  })
})

describe('encodePng', () => {
  for (const dtype of ['uint8', 'uint16'] as const) {
    for (const channels of [1, 2, 3, 4]) {
      it(`writes a file that decodes to the same pixels when there are ${channels} channels of ${dtype}`, async () => {
        const values = Array.from({ length: 5 * 3 * channels }, (_, i) => i * 4001)
        const data = dtype === 'uint8' ? Uint8Array.from(values) : Uint16Array.from(values)
        const image: ImageResult = toSharedResult({ type: 'image', width: 5, height: 3, channels, dtype, data })
        const found = decode(await encoder.encodePng(image))
        expect(found).toMatchObject({ width: 5, height: 3, channels, depth: dtype === 'uint8' ? 8 : 16 })
        expect(Array.from(found.data)).toEqual(Array.from(data))
      })
    }
  }
})

describe('encodeGlb', () => {
  it('writes a file with positions, normals, indices and bounds when the mesh has normals', async () => {
    const mesh = makeStrip(4)
    const document = await new WebIO().readBinary(await encoder.encodeGlb(mesh))
    const [primitive] = document.getRoot().listMeshes()[0]?.listPrimitives() ?? []
    const position = primitive?.getAttribute('POSITION')
    expect(position?.getArray()).toEqual(mesh.vertices)
    expect(primitive?.getAttribute('NORMAL')?.getArray()).toEqual(mesh.normals)
    expect(primitive?.getIndices()?.getArray()).toEqual(mesh.indices)
    expect(primitive?.getMode()).toBe(4)
    expect(document.getRoot().listScenes()[0]?.listChildren().length).toBe(1)
  })
  it('states the least and greatest coordinates of each axis, which viewers rely on', async () => {
    const vertices = Float32Array.of(0, -2.5, 1, 3, 0.1, 1, -1, 4, 1)
    const bytes = await encoder.encodeGlb(toSharedResult({ type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2) }))
    const { json } = await new WebIO().binaryToJSON(bytes)
    const accessor = json.accessors?.find(({ type }) => type === 'VEC3')
    expect(accessor).toMatchObject({ count: 3, componentType: 5126, min: [-1, -2.5, 1], max: [3, 4, 1] })
    expect(json.accessors?.length).toBe(2)
  })
  it('writes a valid file with an empty scene when the mesh has no triangles', async () => {
    const bytes = await encoder.encodeGlb({ type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() })
    const { json } = await new WebIO().binaryToJSON(bytes)
    expect(json).toMatchObject({ asset: { version: '2.0' }, scenes: [{}] })
    expect([json.meshes, json.accessors, json.bufferViews]).toEqual([undefined, undefined, undefined])
  })
})

describe('close', () => {
  it('refuses what runs, waits and comes later with host.stopping, and ends', async () => {
    const own = createThreadEncoder({ entry, threads: 1, log })
    const mesh = makeStrip(60_000)
    const running = [own.encodeGlb(mesh), own.encodeGlb(mesh), own.encodeGlb(mesh)].map((promise) =>
      promise.catch((error: unknown) => error),
    )
    await own.close()
    for (const promise of running) expect(await promise).toMatchObject({ code: 'host.stopping' })
    await expect(own.encodeGlb(mesh)).rejects.toMatchObject({ code: 'host.stopping' })
    await own.close()
  })
  it('ends at once when nothing was ever encoded', async () => {
    await createThreadEncoder({ entry, threads: 1, log }).close()
  })
})

describe('a broken entry', () => {
  it('fails the task as internal and keeps the host when the script is not there', async () => {
    const own = createThreadEncoder({
      entry: new URL('./no-such-thread.js', import.meta.url),
      threads: 1,
      log: { ...log, error: noteNothing },
    })
    await expect(own.encodeGlb(makeStrip(1))).rejects.toMatchObject({ code: 'internal' })
    await own.close()
  })
})
