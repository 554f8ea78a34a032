/**
 * What the README says of written files, and `/docs` with it: which kinds have a form, and which members come
 * back when this program reads the file again.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type DataForm, dataForms, formNames } from '../../../core/contract/domain/result/forms.ts'
import { kinds } from '../../../core/contract/domain/result/kinds.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { type ResultType, resultTypes } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { writtenForms } from '../../../core/data/encoding/written-forms.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

const page = readFileSync(new URL('../../../core/data/encoding/README.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]*) \| ([^|]+) \|$/gm)].map(
  ([, form = '', of = '', back = '', text = '']) => ({ form, of, back: back.trim(), text }),
)
const toName = (type: ResultType): string => type.replace('_', ' ')

const texts = { unit: 'mm', valueName: 'height', valueUnit: 'm' }
/** Each member that a function can give, with values that tell it from what a reader would make up. */
const samples: { readonly [type in ResultType]: object } = {
  mesh: {
    ...texts,
    orientation: 'LPS',
    vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5),
    indices: Uint32Array.of(0, 1, 2, 0, 1, 3),
    normals: Float32Array.of(0.6, 0.8, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90, 10, 110, 120),
    scalars: Float32Array.of(1.5, 2.5, 3.5, 4.5),
  },
  volume: {
    ...texts,
    shape: [2, 3, 4],
    data: Int16Array.from({ length: 24 }, (_, i) => 100 * i - 7),
    spacing: [3, 2, 1.5],
    origin: [10, 20, 30],
    direction: [
      [0, 0, 1],
      [0, 1, 0],
      [-1, 0, 0],
    ],
    orientation: 'SAL',
  },
  point_cloud: {
    ...texts,
    orientation: 'LPS',
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60),
    scalars: Float32Array.of(1.5, 2.5),
  },
  lines: {
    ...texts,
    orientation: 'LPS',
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5, 6, 7, 8),
    starts: Uint32Array.of(0, 2),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90),
    scalars: Float32Array.of(1.5, 2.5, 3.5),
  },
  arrows: {
    ...texts,
    orientation: 'LPS',
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    vectors: Float32Array.of(0, 1, 0.1, 0, 0, 0),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60),
    scalars: Float32Array.of(1.5, 2.5),
  },
  labels: {
    unit: 'mm',
    orientation: 'LPS',
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    texts: ['Cα', 'a "b",\nc'],
  },
  table: {
    unit: 'mm',
    orientation: 'LPS',
    plot: 'line',
    x: 'time',
    y: 'height',
    columns: [
      { name: 'time', unit: 's', values: Float64Array.of(0, 0.1) },
      { name: 'height', values: Float64Array.of(1.5, -2) },
      { name: 'of', values: ['Cα', '=a "b",\nc'] },
    ],
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
  },
  scene: {
    unit: 'mm',
    orientation: 'LPS',
    parts: {
      brain: {
        type: 'mesh',
        offset: [1, 2, 3],
        vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0),
        indices: Uint32Array.of(0, 1, 2),
        colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90),
        look: { opacity: 0.5 },
      },
      names: { type: 'labels', points: Float32Array.of(0, 1, 2), texts: ['one'] },
    },
  },
  image: {
    valueName: 'height',
    valueUnit: 'm',
    width: 2,
    height: 1,
    channels: 3,
    data: Uint8Array.of(1, 20, 255, 4, 50, 60),
  },
}

/** Returns the members that are the same when the file is read again; null where it is not read. */
async function readBack(type: ResultType, form: DataForm): Promise<readonly string[] | null> {
  const result = parseResult(samples[type], type)
  const blob = await encodeForm(result, { form, name: 'part', axes: undefined })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const read: object | null = await decodeFile(bytes, `part${dataForms[form].ending}`).catch(() => null)
  const toText = (value: unknown): string =>
    JSON.stringify(ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value)
  return (
    read &&
    Object.keys(samples[type]).filter(
      (name) => toText(Reflect.get(read, name)) === toText(Reflect.get(result, name)),
    )
  )
}

it('has a row for each form, with the kinds that have it and the words of /docs', () => {
  expect(rows.map(({ form }) => form)).toEqual(formNames)
  for (const { form, of, text } of rows) {
    const own = resultTypes.filter((type) => kinds[type].forms.some((each) => each === form))
    expect([form, of]).toEqual([form, own.length === resultTypes.length ? 'all' : own.map(toName).join(', ')])
    expect(text.replace('[ENVELOPE.md](../../../ENVELOPE.md)', 'the page of the envelope')).toBe(
      writtenForms[form as DataForm].content,
    )
  }
})

it('has an ending in the client for Python', () => {
  const client = readFileSync(new URL('../../../core/python/specimen_host/host.py', import.meta.url), 'utf8')
  const [, list = ''] = /^FORMS = \{([^}]*)\}/m.exec(client) ?? []
  const found = Object.fromEntries(
    [...list.matchAll(/'([^']+)': '([^']+)'/g)].map(([, ending, form]) => [form, ending]),
  )
  expect(found).toEqual(Object.fromEntries(formNames.map((form) => [form, dataForms[form].ending])))
})

it.each(formNames.filter((form) => form !== 'json'))('says of %s which members come back', async (form) => {
  const said = rows.find((row) => row.form === form)?.back
  const found = await Promise.all(
    resultTypes
      .filter((type) => kinds[type].forms.some((each) => each === form))
      .map(
        async (type) => (await readBack(type, form))?.map((name) => `\`${name}\``).join(' ') ?? 'not read',
      ),
  )
  expect(found.join('; ')).toBe(said)
})
