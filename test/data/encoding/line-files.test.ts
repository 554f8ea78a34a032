/** Lines, arrows and labels in every form of theirs: equal when they are read again, whatever they hold. */
import { NodeIO } from '@gltf-transform/core'
import { validateBytes } from 'gltf-validator'
import { describe, expect, it } from 'vitest'
import { type DataForm, dataForms } from '../../../core/contract/domain/result/forms.ts'
import { kinds } from '../../../core/contract/domain/result/kinds.ts'
import type {
  ArrowsResult,
  LabelsResult,
  LinesResult,
  Result,
} from '../../../core/contract/domain/result/result.ts'
import { toOutline } from '../../../core/contract/domain/result/stored-result.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { listLeftOut } from '../../../core/data/encoding/form-notes.ts'
import { writePiece } from '../../../core/data/encoding/write-pieces.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'

/** Numbers that are the same in each run (Park and Miller, 1988). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const odd = [0, 1e-45, -1e-38, 3.4e38, -3.4e38, 0.1, 1 / 3, -1234.5678]

/** Returns what makes random members. */
function createMaker(seed: number) {
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const number = (): number => (random() < 0.2 ? (odd[below(odd.length)] ?? 0) : 200 * random() - 100)
  const floats = (length: number): Float32Array => Float32Array.from({ length }, number)
  const maybe = <T>(name: string, value: T): object => (random() < 0.5 ? { [name]: value } : {})
  const values = (count: number): object => ({
    ...maybe(
      'colors',
      Uint8Array.from({ length: 3 * count }, () => below(256)),
    ),
    ...(random() < 0.5 && { scalars: floats(count), valueName: 'value' }),
  })
  const place = (): object => ({
    ...maybe('unit', ['mm', 'km', 'parsec'][below(3)]),
    ...maybe('orientation', 'LPS'),
  })
  return { random, below, floats, values, place }
}

function makeLines(seed: number): LinesResult {
  const { random, below, floats, values, place } = createMaker(seed)
  const count = 1 + below(random() < 0.02 ? 5000 : 40)
  const starts = [0]
  const share = random() * random()
  for (let point = 1; point < count; point++) if (random() < share) starts.push(point)
  const cut = starts.length > 1 ? { starts: Uint32Array.from(starts) } : {}
  return { type: 'lines', ...place(), points: floats(3 * count), ...cut, ...values(count) }
}

function makeArrows(seed: number): ArrowsResult {
  const { below, floats, values, place } = createMaker(seed)
  const count = 1 + below(30)
  return {
    type: 'arrows',
    ...place(),
    points: floats(3 * count),
    vectors: floats(3 * count),
    ...values(count),
  }
}

const pieces = ['a', 'Å', '日本', '🧠', '"', '""', ',', ';', '\n', '\r\n', '\r', '\t', ' ', '=1+2', '#', "'"]

function makeLabels(seed: number): LabelsResult {
  const { below, floats, place } = createMaker(seed)
  const count = 1 + below(20)
  const texts = Array.from({ length: count }, () =>
    Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join(''),
  )
  return { type: 'labels', ...place(), points: floats(3 * count), texts }
}

async function toBytes(result: Result, form: DataForm): Promise<Uint8Array> {
  const blob = await encodeForm(result, { form, name: 'part', axes: undefined })
  return new Uint8Array(await blob.arrayBuffer())
}

async function readBack(result: Result, form: DataForm, notes: string[] = []): Promise<Result> {
  const bytes = await toBytes(result, form)
  if (form === 'json') return decodeResultJson(JSON.parse(new TextDecoder().decode(bytes)))
  const onNote = (note: string) => notes.push(note)
  return await decodeFile(bytes, `part${dataForms[form].ending}`, { onNote })
}

/** Returns a result as a form has it. A table and PLY name the values by their column. */
function toKept(result: Result, form: DataForm): object {
  const left = listLeftOut(toOutline(result), form).filter(
    (name) => !(name === 'valueName' && 'scalars' in result && (form === 'csv' || form === 'ply')),
  )
  return Object.fromEntries(Object.entries(result).filter(([name]) => !left.includes(name)))
}

describe.each([
  ['lines', makeLines, 100],
  ['arrows', makeArrows, 60],
  ['labels', makeLabels, 150],
] as const)('random %s', (type, make, count) => {
  it.each(kinds[type].forms)('are the same behind %s, without a note', async (form) => {
    for (let seed = 1; seed <= count; seed++) {
      const result = make(seed * 7919)
      const notes: string[] = []
      expect(await readBack(result, form, notes), `seed ${seed}`).toEqual(toKept(result, form))
      expect(notes).toEqual([])
    }
  })
})

const none = new Float32Array()
const empties: readonly Result[] = [
  { type: 'lines', points: none },
  { type: 'arrows', points: none, vectors: none },
  { type: 'labels', points: none, texts: [] },
]

describe.each(empties)('$type without points', (result) => {
  it.each(kinds[result.type].forms)('have a file as %s', async (form) => {
    const bytes = await toBytes(result, form)
    expect(bytes.length).toBeGreaterThan(0)
    if (form !== 'glb') return
    const { issues } = await validateBytes(bytes)
    expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([])
  })
})

describe('a file', () => {
  const long: LinesResult = {
    type: 'lines',
    points: Float32Array.from({ length: 3 * 40_000 }, (_, i) => Math.sin(i)),
    starts: Uint32Array.of(0, 39_000),
  }

  it('of lines is written in pieces of any size', async () => {
    for (const form of ['obj', 'ply', 'csv'] as const) {
      const whole = await toBytes(long, form)
      const parts: Uint8Array[] = []
      let cursor: Parameters<typeof writePiece>[2]['cursor'] | null = { segment: 0, element: 0 }
      while (cursor) {
        const target = new Uint8Array(4096)
        const piece = writePiece(long, form, { cursor, target, writeBase64: (_, __, at) => at })
        parts.push(target.subarray(0, piece.length))
        cursor = piece.next
      }
      expect(Buffer.concat(parts).equals(whole)).toBe(true)
      expect(await readBack(long, form)).toEqual(long)
    }
  })

  it('of OBJ has records of at most 1,024 points, and two at least', async () => {
    const text = new TextDecoder().decode(await toBytes({ ...long, starts: Uint32Array.of(0, 1) }, 'obj'))
    const records = text.split('\n').filter((line) => line.startsWith('l '))
    const lengths = records.map((record) => record.split(' ').length - 1)
    expect([Math.min(...lengths), Math.max(...lengths), lengths[0]]).toEqual([2, 1024, 2])
    expect(records[0]).toBe('l 1 1')
  })

  it.each(['lines', 'arrows', 'labels'] as const)(
    'of %s is listed as such by its beginning',
    async (type) => {
      const [lines, arrows, labels] = [long, makeArrows(3), makeLabels(3)]
      const result: Result = { lines, arrows, labels }[type]
      for (const form of kinds[type].forms.filter((name) => name !== 'json')) {
        const bytes = await toBytes(result, form)
        const read = async (start: number, length: number) => bytes.slice(start, start + length)
        const name = `part${dataForms[form].ending}`
        expect([form, await findType({ name, size: bytes.length, read })]).toEqual([form, type])
      }
    },
  )

  it('of glTF is valid, with arrows that others draw', async () => {
    const arrows: ArrowsResult = {
      type: 'arrows',
      points: Float32Array.of(0, 0, 0, 5, 5, 5, 1, 1, 1, 3e38, 0, 0),
      vectors: Float32Array.of(2, 0, 0, 0, 0, 0, 0, -3, 4, 3e38, 0, 0),
      colors: Uint8Array.of(255, 0, 0, 1, 2, 3, 0, 255, 0, 4, 5, 6),
      offset: [100, 0, 0],
    }
    for (const result of [arrows, makeLines(9), { ...long, offset: [1e6, 0, 0] } as const]) {
      const bytes = await toBytes(result, 'glb')
      const { issues } = await validateBytes(bytes)
      expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([])
      expect(await decodeFile(bytes, 'part.glb')).toEqual(result)
    }
    const document = await new NodeIO().readBinary(await toBytes(arrows, 'glb'))
    const [mesh] = document.getRoot().listMeshes()
    const [solid, tails] = mesh?.listPrimitives() ?? []
    // Two of the four have a shape: one has no length, and one ends beyond float32.
    const size = (solid?.getAttribute('POSITION')?.getCount() ?? 0) / 2
    const [low, high] = [
      solid?.getAttribute('POSITION')?.getMin([]),
      solid?.getAttribute('POSITION')?.getMax([]),
    ]
    expect(low?.[1]).toBe(-2)
    expect(high?.[2]).toBe(5)
    expect(tails?.getAttribute('_VECTOR')?.getCount()).toBe(4)
    expect(solid?.getAttribute('COLOR_0')?.getElement(0, [])).toEqual([1, 0, 0])
    expect(solid?.getAttribute('COLOR_0')?.getElement(size, [])).toEqual([0, 1, 0])
  })
})
