/** The encoders on real threads, by the port, against the libraries that read their formats. */
import { WebIO } from '@gltf-transform/core'
import { decode } from 'fast-png'
import { validateBytes } from 'gltf-validator'
import { afterAll, describe, expect, it } from 'vitest'
import type { ElementArray } from '../../../../core/contract/domain/result/elements.ts'
import {
  type ImageResult,
  listArrays,
  type MeshResult,
  type Result,
} from '../../../../core/contract/domain/result/result.ts'
import { decodeResultJson } from '../../../../core/contract/wire/parse-result-json.ts'
import { createThreadEncoder } from '../../../../core/engine/run/encoding/thread-encoder.ts'
import { toSharedResult } from '../../../../core/engine/run/shared-memory.ts'
import { join } from '../../../contract/wire/samples.ts'

const entry = new URL('../../../../dist/encoder-thread.js', import.meta.url)
const faults: object[] = []
const log = {
  debug: noteNothing,
  info: noteNothing,
  warn: noteNothing,
  error: (fields: object) => void faults.push(fields),
}
const encoder = createThreadEncoder({ entry, threads: 2, log, now: () => performance.now() })

afterAll(async () => {
  await encoder.close()
  expect(faults).toEqual([])
})

function noteNothing(): void {}

const reader = { caller: 'a', signal: new AbortController().signal }
const toGlb = async (mesh: MeshResult, name: string) =>
  join(await encoder.encodeFile(mesh, { form: 'glb', name }, reader))

/** A strip of n quads with normals; large enough for several pieces from some 20,000 on. */
function makeStrip(n: number): MeshResult {
  const count = 2 * (n + 1)
  const vertices = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? i / 7 : Math.sin(i)))
  const normals = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 2 ? 1 : 0))
  const corners = [0, 1, 2, 2, 1, 3]
  const indices = Uint32Array.from(
    { length: n * 6 },
    (_, i) => Math.floor(i / 6) * 2 + (corners[i % 6] as number),
  ) // six corners
  return toSharedResult({ type: 'mesh', vertices, indices, normals })
}

/** The array's bytes as text, which compares fast. */
function toBytes({ buffer, byteOffset, byteLength }: ElementArray): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

async function collect(result: Result): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of encoder.encodePieces(result, 'json', reader)) pieces.push(piece.slice())
  return join(pieces)
}

describe('check', () => {
  it.each([10, 20_000])(
    'accepts a valid mesh and refuses a wrong index when it has %i quads',
    async (quads) => {
      const mesh = makeStrip(quads)
      await encoder.check(mesh)
      mesh.indices[4] = 4_000_000_000
      await expect(encoder.check(mesh)).rejects.toMatchObject({
        code: 'function.failed',
        message: expect.stringMatching(
          /^indices\[4\] must be below \d+, the number of vertices \(got 4000000000\)\.$/,
        ),
      })
    },
  )
})

describe('[jobs.4] encodePieces', () => {
  it('yields pieces that join to the result when many streams run at once', async () => {
    const meshes = [30_000, 10, 20_000, 40_000].map(makeStrip)
    const texts = await Promise.all(meshes.map(collect))
    for (const [i, text] of texts.entries()) {
      const [mesh, found] = [
        meshes[i] as MeshResult,
        decodeResultJson(JSON.parse(new TextDecoder().decode(text))),
      ]
      // Minus zero is 0 in JSON, hence the sum with 0; compared as bytes, as toEqual takes seconds for a
      // million numbers.
      // Strips have normals.
      const wanted = [mesh.vertices.map((x) => x + 0), mesh.indices, mesh.normals as Float32Array]
      expect(listArrays(found).map(toBytes)).toEqual(wanted.map(toBytes))
    }
  })
  it('ends, and leaves its thread to others, when the reader leaves', async () => {
    const mesh = makeStrip(60_000)
    for (let i = 0; i < 5; i++) {
      for await (const piece of encoder.encodePieces(mesh, 'json', reader)) {
        expect(piece.length).toBeGreaterThan(1_000_000)
        break
      }
    }
    expect((await collect(makeStrip(1))).length).toBeGreaterThan(0)
  })
  it('lets a later stream end first when an earlier one is not read', async () => {
    const idle = encoder.encodePieces(makeStrip(60_000), 'json', reader)[Symbol.asyncIterator]()
    await idle.next()
    expect((await collect(makeStrip(30_000))).length).toBeGreaterThan(2 ** 20)
    await idle.return?.()
  })
})

describe('a PNG file', () => {
  for (const dtype of ['uint8', 'uint16'] as const) {
    for (const channels of [1, 2, 3, 4]) {
      it(`writes a file that decodes to the same pixels: ${channels} channels of ${dtype}`, async () => {
        const values = Array.from({ length: 5 * 3 * channels }, (_, i) => i * 4001)
        const data = dtype === 'uint8' ? Uint8Array.from(values) : Uint16Array.from(values)
        const image: ImageResult = toSharedResult({
          type: 'image',
          width: 5,
          height: 3,
          channels,
          dtype,
          data,
        })
        const found = decode(join(await encoder.encodeFile(image, { form: 'png', name: '' }, reader)))
        expect(found).toMatchObject({ width: 5, height: 3, channels, depth: dtype === 'uint8' ? 8 : 16 })
        expect(Array.from(found.data)).toEqual(Array.from(data))
      })
    }
  }
})

/** Returns the file's parts, after Khronos' own validator has found nothing in it. */
async function validate(bytes: Uint8Array) {
  const { issues } = await validateBytes(bytes)
  expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]) // errors and warnings
  return await new WebIO().binaryToJSON(bytes)
}

/** Two triangles with an edge in common, open around. */
const square = {
  type: 'mesh',
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0),
  indices: Uint32Array.of(0, 1, 2, 2, 1, 3),
} as const
/** sRGB levels, and what they are in linear light, in 65,535 steps: computed in Python. */
const levels = Uint8Array.of(0, 1, 2, 10, 11, 64, 128, 188, 254, 255, 255, 0)
const linear = Uint16Array.of(0, 20, 40, 199, 219, 3360, 14146, 32957, 64952, 65535, 65535, 0)

describe('a glTF file', () => {
  it.each([
    ['alone', square],
    ['with normals', { ...square, normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1) }],
    ['with colours', { ...square, colors: levels }],
    ['with scalars', { ...square, scalars: Float32Array.of(0, -1, 2.5, 3) }],
    [
      'with both',
      { ...square, normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), colors: levels },
    ],
    [
      'with normals that are not of length 1',
      { ...square, normals: Float32Array.of(0, 0, 9, 0, 0, 0, 3, 4, 0, 0, 0, -1e-3) },
    ],
    ['with a vertex that no triangle uses', { ...square, indices: Uint32Array.of(0, 1, 2), colors: levels }],
    ['without triangles', { ...square, indices: new Uint32Array(), colors: levels }],
    ['without anything', { type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() }],
    ['of a strip', makeStrip(300)],
  ] as const)(
    'writes a file in which the validator of Khronos finds nothing for a mesh %s',
    async (_, mesh) => {
      await validate(await toGlb(toSharedResult(mesh), 'A name'))
    },
  )
  it('names mesh, node and material, and shows both sides of a matt white', async () => {
    const { json } = await validate(await toGlb(toSharedResult(square), 'Fläche "α"'))
    expect(json.nodes?.[0]).toMatchObject({ name: 'Fläche "α"', mesh: 0 })
    expect(json.meshes?.[0]?.name).toBe('Fläche "α"')
    expect(json.materials).toEqual([
      {
        name: 'Fläche "α"',
        doubleSided: true,
        pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.8, baseColorFactor: undefined },
      },
    ])
    expect(json.meshes?.[0]?.primitives[0]?.material).toBe(0)
    expect(json.scene).toBe(0)
  })
  it('gives colours in linear light, all apart, each vertex at a multiple of 4 bytes', async () => {
    const bytes = await toGlb(toSharedResult({ ...square, colors: levels }), 'a')
    const { json } = await validate(bytes)
    const accessor = json.accessors?.[json.meshes?.[0]?.primitives[0]?.attributes.COLOR_0 ?? -1]
    expect(accessor).toMatchObject({ type: 'VEC3', componentType: 5123, normalized: true, count: 4 })
    expect((json.bufferViews?.[accessor?.bufferView ?? -1]?.byteStride ?? 0) % 4).toBe(0)
    const [primitive] =
      (await new WebIO().readBinary(bytes)).getRoot().listMeshes()[0]?.listPrimitives() ?? []
    expect(primitive?.getAttribute('COLOR_0')?.getArray()).toEqual(linear)
    const all = Uint8Array.from({ length: 258 }, (_, i) => Math.min(i, 255))
    const every = {
      type: 'mesh',
      vertices: new Float32Array(258),
      indices: Uint32Array.of(0, 1, 2),
      colors: all,
    } as const
    const [other] = (await new WebIO().readBinary(await toGlb(toSharedResult(every), 'a')))
      .getRoot()
      .listMeshes()
    expect(new Set(other?.listPrimitives()[0]?.getAttribute('COLOR_0')?.getArray()).size).toBe(256)
  })
  it('leaves normals of length 1 as they are, and gives others that length', async () => {
    const normals = Float32Array.of(0, 0, 9, 0, 0, 0, 3, 4, 0, 0, 1, 0)
    const bytes = await toGlb(toSharedResult({ ...square, normals }), 'a')
    const [primitive] =
      (await new WebIO().readBinary(bytes)).getRoot().listMeshes()[0]?.listPrimitives() ?? []
    expect(primitive?.getAttribute('NORMAL')?.getArray()).toEqual(
      Float32Array.of(0, 0, 1, 0, 0, 1, 0.6, 0.8, 0, 0, 1, 0),
    )
  })
  it('writes a file with positions, normals, indices and bounds when the mesh has normals', async () => {
    const mesh = makeStrip(4)
    const document = await new WebIO().readBinary(await toGlb(mesh, 'a'))
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
    const bytes = await toGlb(
      toSharedResult({ type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2) }),
      'a',
    )
    const { json } = await new WebIO().binaryToJSON(bytes)
    const accessor = json.accessors?.find(({ type }) => type === 'VEC3')
    expect(accessor).toMatchObject({ count: 3, componentType: 5126, min: [-1, -2.5, 1], max: [3, 4, 1] })
    expect(json.accessors?.length).toBe(3) // with the normals that it gets
  })
  it('writes a file without accessors when the mesh has no triangles', async () => {
    const bytes = await toGlb({ type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() }, 'a')
    const { json } = await new WebIO().binaryToJSON(bytes)
    expect(json).toMatchObject({ asset: { version: '2.0' }, scenes: [{}] })
    expect([json.meshes, json.accessors, json.bufferViews]).toEqual([undefined, undefined, undefined])
  })
})

describe('close', () => {
  it('refuses what runs, waits and comes later with host.stopping, and ends', async () => {
    const own = createThreadEncoder({ entry, threads: 1, log, now: () => performance.now() })
    const mesh = makeStrip(60_000)
    const running = [
      own.encodeFile(mesh, { form: 'glb', name: 'a' }, reader),
      own.encodeFile(mesh, { form: 'glb', name: 'a' }, reader),
      own.encodeFile(mesh, { form: 'glb', name: 'a' }, reader),
    ].map((promise) => promise.catch((error: unknown) => error))
    await own.close()
    for (const promise of running) expect(await promise).toMatchObject({ code: 'host.stopping' })
    await expect(own.encodeFile(mesh, { form: 'glb', name: 'a' }, reader)).rejects.toMatchObject({
      code: 'host.stopping',
    })
    await own.close()
  })
  it('ends at once when nothing was ever encoded', async () => {
    await createThreadEncoder({ entry, threads: 1, log, now: () => performance.now() }).close()
  })
})

describe('an entry', () => {
  it('keeps the code and the sentence of a refusal', async () => {
    const names = { type: 'labels', points: new Float32Array(3), texts: ['a'] } as const
    const scene = toSharedResult({ type: 'scene', parts: { names } })
    const asked = encoder.encodeFile(scene, { form: '3mf', name: '' }, reader)
    await expect(asked).rejects.toMatchObject({
      name: 'SpecimenError',
      code: 'form.unavailable',
      message: expect.stringMatching(/^No part of the scene fits\. 3MF leaves out names [(]labels[)]; /),
      issues: [],
      retryAfterSeconds: undefined,
    })
  })
  it('fails the task as internal and keeps the host when the script is not there', async () => {
    const own = createThreadEncoder({
      entry: new URL('../../../contract/wire/no-such-thread.js', import.meta.url),
      threads: 1,
      log: { ...log, error: noteNothing },
      now: () => performance.now(),
    })
    await expect(own.encodeFile(makeStrip(1), { form: 'glb', name: 'a' }, reader)).rejects.toMatchObject({
      code: 'internal',
    })
    await own.close()
  })
})
