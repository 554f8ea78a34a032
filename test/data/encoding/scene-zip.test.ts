/** Scenes as archives: to others, as this program reads them, and those whose index lies. */
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { joinBytes } from '../../../core/data/encoding/join-bytes.ts'
import { zipStored } from '../../../core/data/encoding/zip-stored.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { listZip } from '../../../core/data/formats/zip.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { findings } from './scene-sample.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scene-zip-'))
  temporaryFolders.push(folder)
  return folder
}

async function write(scene: SceneResult = findings): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await (await encodeForm(scene, { form: 'zip', name: 'head', axes: undefined })).arrayBuffer(),
  )
}

interface Index {
  version: number
  parts: { [name: string]: unknown }[]
  [name: string]: unknown
}

/** Returns the archive with another index, or other files; both are changed in place. */
async function rewrite(change: (index: Index, files: Map<string, Uint8Array>) => void): Promise<Uint8Array> {
  const files = new Map(listZip(await write()).map(({ path, packed }) => [path, packed]))
  const index: Index = JSON.parse(new TextDecoder().decode(files.get('scene.json')))
  change(index, files)
  files.set('scene.json', new TextEncoder().encode(JSON.stringify(index)))
  return joinBytes(
    zipStored(
      [...files].map(([name, bytes]) => ({ name, parts: [bytes] })),
      1,
    ),
  )
}

/** Sets members of the entry of a part. */
const set = (at: number, members: object) => (index: Index) => {
  Object.assign(index.parts[at] ?? {}, members)
}

describe('a scene as a zip', () => {
  it('has a file of each part in its best form, and comes back whole', async () => {
    const bytes = await write()
    expect(listZip(bytes).map(({ path, isDeflated }) => [path, isDeflated])).toEqual(
      [
        'scene.json',
        'scan.nrrd',
        'brain.glb',
        'skull.glb',
        'vessels.glb',
        'flow.glb',
        'names.csv',
        'cells.glb',
        'photo.png',
      ].map((path) => [path, false]),
    )
    expect(await decodeFile(bytes, 'head.zip')).toEqual(findings)
    expect(
      await findType({ name: 'a.zip', size: bytes.length, read: async (a, b) => bytes.subarray(a, b) }),
    ).toBe('scene')
    expect(await write()).toEqual(bytes)
  })

  it('is the same when another program has packed it by deflate', async () => {
    const files = listZip(await write()).map(({ path, packed }) => [path, packed.slice()] as const)
    expect(await decodeFile(zipSync(Object.fromEntries(files)), 'head.zip')).toEqual(findings)
  })

  it('has files that open by themselves', async () => {
    const files = new Map(listZip(await write()).map(({ path, packed }) => [path, packed]))
    const open = (name: string) => decodeFile(files.get(name) ?? new Uint8Array(), name)
    expect(await open('scan.nrrd')).toMatchObject({
      type: 'volume',
      unit: 'mm',
      data: findings.parts.scan?.type === 'volume' ? findings.parts.scan.data : null,
    })
    expect(await open('names.csv')).toMatchObject({ type: 'labels', texts: ['Cα', 'a "b",\nc'] })
    expect(await open('photo.png')).toMatchObject({ type: 'image', width: 2 })
    expect(await open('skull.glb')).toMatchObject({
      type: 'scene',
      parts: { skull: { look: { color: [200, 30, 4] } } },
    })
  })

  it('is read by the zipfile of Python', async () => {
    const path = join(createFolder(), 'head.zip')
    writeFileSync(path, await write())
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))'
    expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim()).toBe('None 9')
  })

  it('has sizes and places above 4 GiB in 64 bits, as the zipfile of Python reads them', async () => {
    // Its content is a hole: only its length is written.
    const hole = Object.defineProperty(new Uint8Array(), 'byteLength', { value: 5 * 2 ** 30 })
    const last = new TextEncoder().encode('the last file')
    const path = join(createFolder(), 'large.zip')
    const file = openSync(path, 'w')
    let at = 0
    for (const part of zipStored(
      [
        { name: 'hole.bin', parts: [hole] },
        { name: 'last.txt', parts: [last] },
      ],
      1,
    )) {
      if (part !== hole) writeSync(file, part, 0, part.length, at)
      at += part.byteLength
    }
    ftruncateSync(file, at)
    closeSync(file)
    const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print([(i.filename, i.file_size, i.header_offset > 2**32) for i in z.infolist()], z.read('last.txt').decode())
z.open('hole.bin').read(1)`
    expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }).trim()).toBe(
      "[('hole.bin', 5368709120, False), ('last.txt', 13, True)] the last file",
    )
  })
})

describe('an archive whose index lies is refused', () => {
  it.each([
    [
      'another version',
      (index: Index) => Object.assign(index, { version: 2 }),
      'The version of scene.json must be 1 (got 2)',
    ],
    ['parts by name', (index: Index) => Object.assign(index, { parts: {} }), 'parts must be an array'],
    [
      '65 parts',
      (index: Index) => Object.assign(index, { parts: Array(65).fill(index.parts[0]) }),
      'at most 64 parts',
    ],
    [
      'a part that is none',
      (index: Index) => Object.assign(index, { parts: [null] }),
      'parts[0] must be an object',
    ],
    ['no name', set(0, { name: 7 }), 'The name of parts[0] must be a text'],
    ['a name twice', set(1, { name: 'scan' }), 'a name of its own (got scan twice)'],
    ['names alike but for capitals', set(1, { name: 'SCAN' }), 'differ in more than capitals'],
    ['the name __proto__', set(1, { name: '__proto__' }), 'The name of a part must have'],
    ['a path as a name', set(1, { name: '../scan' }), 'The name of a part must have'],
    ['a file that is missing', set(1, { file: 'brain.stl' }), 'brain: there is no file "brain.stl"'],
    ['a path', set(1, { file: '../brain.glb' }), 'brain: there is no file "../brain.glb"'],
    ['no file', set(1, { file: undefined }), 'brain: file must be the name of a file'],
    [
      'the index as a part',
      set(1, { file: 'scene.json' }),
      'brain: a part is a file of .nrrd, .png, .csv, .glb, .scene (got "scene.json")',
    ],
    ['another kind', set(1, { kind: 'point_cloud' }), 'brain: brain.glb must hold point_cloud (got mesh)'],
    ['a scene as a kind', set(1, { kind: 'scene' }), 'brain: kind must be one of mesh'],
    [
      'the file of another kind',
      set(0, { file: 'photo.png' }),
      'scan: photo.png must hold volume (got image)',
    ],
    ['members as a list', set(0, { members: [] }), 'scan: members must be an object'],
    ['another shape', set(0, { members: { shape: [2, 3, 5] } }), 'scan: data must have 30 elements (got 24)'],
    [
      'a place with NaN',
      set(1, {
        place: [
          [null, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
        ],
      }),
      'brain: place must be three rows',
    ],
    ['a look', set(1, { look: { shine: 1 } }), 'brain: look has no member shine'],
    ['arrays in the index', set(1, { members: { scalars: [1] } }), 'brain: scalars'],
  ] as const)('%s', async (_, change, detail) => {
    await expect(decodeFile(await rewrite(change), 'head.zip')).rejects.toThrow(detail)
  })

  it.each([
    [
      'that is no JSON',
      (files: Map<string, Uint8Array>) => files.set('scene.json', new Uint8Array(3)),
      'is not valid JSON',
    ],
    [
      'with __proto__',
      (files: Map<string, Uint8Array>) =>
        files.set('scene.json', new TextEncoder().encode('{"__proto__":{}}')),
      'is not valid JSON',
    ],
    [
      'that is a list',
      (files: Map<string, Uint8Array>) => files.set('scene.json', new TextEncoder().encode('[]')),
      'scene.json must be an object',
    ],
  ] as const)('%s', async (_, change, detail) => {
    const files = new Map(listZip(await write()).map(({ path, packed }) => [path, packed]))
    change(files)
    const bytes = joinBytes(
      zipStored(
        [...files].map(([name, packed]) => ({ name, parts: [packed] })),
        1,
      ),
    )
    await expect(decodeFile(bytes, 'head.zip')).rejects.toThrow(detail)
  })

  it('whose glTF another program has saved, as its lengths may be others', async () => {
    const single = await encodeForm(
      { type: 'point_cloud', points: Float32Array.of(1, 2, 3) },
      { form: 'glb', name: 'a', axes: undefined },
    )
    const other = new Uint8Array(await single.arrayBuffer())
    const bytes = await rewrite((_, files) => files.set('cells.glb', other))
    await expect(decodeFile(bytes, 'head.zip')).rejects.toThrow(
      'cells: cells.glb is not as it was written; open it by itself.',
    )
    const many = await encodeForm(findings, { form: 'glb', name: 'a', axes: undefined })
    const whole = new Uint8Array(await many.arrayBuffer())
    const joined = await rewrite((_, files) => files.set('cells.glb', whole))
    await expect(decodeFile(joined, 'head.zip')).rejects.toThrow(
      'cells: cells.glb must hold one part (got 6).',
    )
  })

  it('whose bytes have been changed, by its checksums', async () => {
    const bytes = await write()
    const [, scan] = listZip(bytes)
    bytes[(scan?.packed.byteOffset ?? 0) + (scan?.size ?? 1) - 1] = 7
    await expect(decodeFile(bytes, 'head.zip')).rejects.toThrow(
      '"scan.nrrd" in its archive has another checksum',
    )
  })

  it('and other archives are, as before', async () => {
    const other = zipSync({ 'a.txt': new Uint8Array(3), 'scene.json': new Uint8Array(2) })
    await expect(decodeFile(other, 'a.zip')).rejects.toThrow(
      'It is an archive, which is not read: unpack it.',
    )
  })
})
