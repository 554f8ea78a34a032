/**
 * ENVELOPE.md, held to its word: its hex examples are what the host sends, the table under each covers
 * every byte, and its decoders, taken out of the document as they stand there, read the goldens that
 * `goldens/make-goldens.py` wrote.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  MeshResult,
  PartResult,
  Result,
  SceneResult,
  VolumeResult,
} from '../../../core/contract/domain/result/result.ts'
import { decodeEnvelope, encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { join as joinBytes, makeEnvelope, readGoldenScenes, readGoldens } from './samples.ts'

const document = readFileSync(new URL('../../../ENVELOPE.md', import.meta.url), 'utf8')
const goldens = readGoldens()
const scenes = readGoldenScenes()
const meshPreamble = {
  type: 'mesh',
  vertex_count: 1,
  vertex_dtype: 'float32',
  index_count: 0,
  index_dtype: 'uint32',
  normal_count: 0,
  normal_dtype: 'float32',
}
/** None of these is an envelope: another type, another dtype, counts below zero and beyond the bytes. */
const wrongs = [
  { ...meshPreamble, type: 'mash' },
  { ...meshPreamble, vertex_dtype: 'float64' },
  { ...meshPreamble, vertex_count: -1 },
  { ...meshPreamble, vertex_count: 2 ** 40 },
  { type: 'volume', shape: [-1, 3], dtype: 'float32' },
  { type: 'volume', shape: [12], dtype: 'constructor' },
].map((preamble) => makeEnvelope(preamble, new Uint8Array(12)))
const cut = goldens.map(({ name, bytes }) => ({ name, bytes: bytes.subarray(0, bytes.length - 1) }))

const cloudPart = { name: 'a', kind: 'point_cloud', order: 0, bytes: -1 }
const empty = goldens.find(({ name }) => name === 'mesh-empty.bin')?.bytes ?? new Uint8Array()
const emptyPart = { name: 'a', kind: 'mesh', order: 0, bytes: empty.length }
/** None of these is a scene: another type, lengths below zero and beyond the bytes, a name twice. */
const wrongScenes = [
  makeEnvelope({ type: 'mesh', parts: [] }),
  makeEnvelope({ type: 'scene', parts: [cloudPart] }),
  makeEnvelope({ type: 'scene', parts: [{ ...emptyPart, bytes: 2 ** 40 }] }, empty),
  makeEnvelope({ type: 'scene', parts: [emptyPart, { ...emptyPart, order: 1 }] }, joinBytes([empty, empty])),
  makeEnvelope(
    { type: 'scene', parts: [{ ...emptyPart, blocks: [{ name: 'colors', dtype: 'uint8', bytes: 3 }] }] },
    empty,
  ),
  ...scenes.map(({ bytes }) => bytes.subarray(0, bytes.length - 1)),
  ...scenes.map(({ bytes }) => joinBytes([bytes, new Uint8Array(1)])),
]

const triangle: MeshResult = {
  type: 'mesh',
  vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2]),
}
const slice: VolumeResult = {
  type: 'volume',
  shape: [1, 2, 3],
  dtype: 'int16',
  data: new Int16Array([1, 2, 3, 258, -1, -32768]),
  spacing: [2, 1, 0.5],
}

/** Returns the text of the code block with this info string, and what follows it up to the next heading. */
function readBlock(info: string): { readonly code: string; readonly after: string } {
  const [, code, after] =
    new RegExp(`^\`\`\`${info}\\n(.*?)^\`\`\`\\n(.*?)(?=^## |(?![^]))`, 'ms').exec(document) ?? []
  if (code === undefined || after === undefined) throw new Error(`ENVELOPE.md has no code block ${info}.`)
  return { code, after }
}

function readHex(code: string): Uint8Array {
  const lines = code.trimEnd().split('\n')
  return Uint8Array.from(
    lines.flatMap((line) => line.slice(10, 57).trim().split(' ')),
    (pair) => Number.parseInt(pair, 16),
  )
}

describe.each([
  ['mesh', triangle],
  ['volume', slice],
] as const)('[envelope.layout] the hex example of a %s in ENVELOPE.md', (info, result) => {
  const { code, after } = readBlock(`hex ${info}`)
  const bytes = readHex(code)

  it('is what the host sends', () => {
    expect(bytes).toEqual(joinBytes(encodeEnvelope(result)))
    expect(decodeEnvelope(bytes)).toEqual(result)
    expect(document).toContain(`${bytes.length} bytes.\n\n\`\`\`hex ${info}`)
  })

  it('says at each line where it begins and which characters it shows', () => {
    code
      .trimEnd()
      .split('\n')
      .forEach((line, i) => {
        const part = bytes.subarray(i * 16, i * 16 + 16)
        const shown = String.fromCharCode(...part.map((byte) => (byte >= 0x20 && byte < 0x7f ? byte : 0x2e)))
        expect([line.slice(0, 10), line.slice(59)]).toEqual([
          `${(i * 16).toString(16).padStart(8, '0')}: `,
          shown,
        ])
      })
  })

  it('is explained from its first byte to its last, without a gap', () => {
    const rows = [...after.matchAll(/^\| (\d+) +\| (\d+) +\| `([^`]+)`/gm)]
    let next = 0
    for (const [, from, to, hex = ''] of rows) {
      expect(Number(from)).toBe(next)
      next = Number(to) + 1
      const [start = '', end = start] = hex.split(' … ')
      const part = Buffer.from(bytes.subarray(Number(from), next))
        .toString('hex')
        .replace(/..(?=.)/g, '$& ')
      expect([part.startsWith(start), part.endsWith(end), part.length >= hex.length - 2]).toEqual([
        true,
        true,
        true,
      ])
      if (!hex.includes('…')) expect(part).toBe(hex)
    }
    expect(next).toBe(bytes.length)
  })
})

describe('the preamble', () => {
  it('is shorter than 1 KiB, as ENVELOPE.md promises, when its numbers are the longest', () => {
    const longest = Array(8).fill(-Number.MAX_VALUE)
    const shape = [1, 1, 1, 1, 1, 1, 1, 2]
    const widest: Result = {
      type: 'volume',
      shape,
      dtype: 'float64',
      data: new Float64Array(2),
      spacing: longest,
      origin: longest,
    }
    expect(encodeEnvelope(widest)[0]?.length).toBeLessThan(1024)
  })
})

/**
 * A result as a decoder of the document returns it: members of its preamble, and its blocks as plain
 * numbers.
 */
function toPlain(result: PartResult): object {
  const absent = {
    mesh: { normals: [] },
    volume: {},
    point_cloud: { colors: [], scalars: [] },
    lines: { starts: [], colors: [], scalars: [] },
    arrows: { colors: [], scalars: [] },
    labels: {},
    image: {},
    table: { points: [] },
  }
  return { ...absent[result.type], ...(toNumbers(result) as object) }
}

/** Arrays as JSON has them, where NaN is null. */
function toNumbers(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item) => (ArrayBuffer.isView(item) ? [...(item as Int8Array)] : item)),
  )
}

/** The parts of a scene in the same way. */
function toPlainParts({ parts }: SceneResult): object {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, toPlain(part)]))
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'specimen-envelope-'))
  for (const { name, bytes } of goldens) writeFileSync(join(folder, name), bytes)
  for (const { name, bytes } of scenes) writeFileSync(join(folder, name), bytes)
  for (const [i, bytes] of wrongScenes.entries()) writeFileSync(join(folder, `wrong-${i}.scene`), bytes)
  for (const { name, bytes } of cut) writeFileSync(join(folder, `cut-${name}`), bytes)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("ENVELOPE.md's JavaScript decoder", () => {
  type Decode = (buffer: ArrayBuffer) => { readonly [name: string]: unknown }
  const load = async (name = 'decodeEnvelope'): Promise<Decode> => {
    const path = join(folder, 'decode.mjs')
    writeFileSync(path, readBlock('js').code)
    return (await import(/* @vite-ignore */ pathToFileURL(path).href))[name]
  }

  it('reads every scene with its parts in their order, and refuses what is none', async () => {
    const decode = await load('decodeScene')
    for (const { name, bytes, result } of scenes) {
      const read = toNumbers(decode(bytes.slice().buffer as ArrayBuffer)) as SceneResult
      const { parts, ...head } = result
      expect(read, name).toMatchObject({ ...head, parts: toPlainParts(result) })
      expect(Object.keys(read.parts)).toEqual(Object.keys(parts))
    }
    for (const wrong of wrongScenes) expect(() => decode(wrong.slice().buffer as ArrayBuffer)).toThrow()
  })

  it('reads every golden', async () => {
    const decode = await load()
    for (const { name, bytes, result } of goldens) {
      expect(toNumbers(decode(bytes.slice().buffer)), name).toMatchObject(toPlain(result))
    }
  })

  it('refuses goldens that are cut, longer, of another type or dtype, and counts below zero', async () => {
    const decode = await load()
    const refused = (bytes: Uint8Array) => expect(() => decode(bytes.slice().buffer as ArrayBuffer)).toThrow()
    for (const { bytes } of cut) refused(bytes)
    for (const { bytes } of goldens) refused(joinBytes([bytes, new Uint8Array(1)]))
    for (const wrong of wrongs) refused(wrong)
  })
})

const isNumpyThere =
  spawnSync('python3', ['-c', 'import sys, numpy; sys.exit(sys.version_info < (3, 10))']).status === 0
if (!isNumpyThere) {
  console.warn(
    "NOT TESTED: ENVELOPE.md's Python decoder, because there is no Python 3.10 or newer with numpy here.",
  )
}

/** Arrays as lists, and NaN as None. */
const toPlainInPython = `
def plain(value):
    if isinstance(value, dict): return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list): return [plain(item) for item in value]
    if isinstance(value, np.ndarray): return plain(value.ravel().tolist())
    return None if isinstance(value, float) and math.isnan(value) else value`

describe("ENVELOPE.md's Python decoder", () => {
  const run = (program: string): string => {
    writeFileSync(join(folder, 'decode.py'), `${readBlock('python').code}\n${toPlainInPython}\n${program}`)
    return execFileSync('python3', ['decode.py'], { cwd: folder, encoding: 'utf8' })
  }

  it.skipIf(!isNumpyThere)('reads every golden, with arrays in the shapes that numpy users expect', () => {
    const text = run(`
import pathlib
read = {}
for path in pathlib.Path('.').glob('*.bin'):
    if path.name.startswith('cut-'): continue
    fields = decode_envelope(path.read_bytes())
    arrays = {name: value for name, value in fields.items() if isinstance(value, np.ndarray)}
    read[path.name] = {'fields': plain(fields),
                       'shapes': {name: array.shape for name, array in arrays.items()}}
print(json.dumps(read))`)
    const read = JSON.parse(text)
    for (const { name, result } of goldens) {
      expect(read[name].fields, name).toMatchObject(toPlain(result))
      if (result.type === 'volume') expect(read[name].shapes.data).toEqual(result.shape)
      if (result.type === 'mesh') expect(read[name].shapes.indices).toEqual([result.indices.length / 3, 3])
      if (result.type === 'image')
        expect(read[name].shapes.data).toEqual([result.height, result.width, result.channels])
    }
  })

  it.skipIf(!isNumpyThere)('reads every scene, and raises ValueError for what is none', () => {
    const text = run(`
import pathlib
read, taken = {}, []
for path in pathlib.Path('.').glob('*.scene'):
    try:
        scene = decode_scene(path.read_bytes())
    except ValueError:
        continue
    taken.append(path.name)
    read[path.name] = plain(scene)
print(json.dumps([taken, read]))`)
    const [taken, read] = JSON.parse(text)
    expect(taken.toSorted()).toEqual(scenes.map(({ name }) => name).toSorted())
    for (const { name, result } of scenes) {
      expect(read[name], name).toMatchObject({ ...result, parts: toPlainParts(result) })
      expect(Object.keys(read[name].parts)).toEqual(Object.keys(result.parts))
    }
  })

  it.skipIf(!isNumpyThere)(
    'raises ValueError for goldens that are cut or longer, and for another type, dtype or count',
    () => {
      for (const [i, bytes] of wrongs.entries()) writeFileSync(join(folder, `cut-wrong-${i}.bin`), bytes)
      const text = run(`
import pathlib
refused, taken = 0, []
for path in pathlib.Path('.').glob('*.bin'):
    data = path.read_bytes() if path.name.startswith('cut-') else path.read_bytes() + b'0'
    try:
        taken.append((path.name, str(decode_envelope(data))))
    except ValueError:
        refused += 1
print(json.dumps([refused, taken]))`)
      expect(JSON.parse(text)).toEqual([cut.length + goldens.length + wrongs.length, []])
    },
  )
})
