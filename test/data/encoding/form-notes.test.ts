/** What each form leaves out of a result, in the words of the header `Specimen-Notes`. */
import { describe, expect, it } from 'vitest'
import { type DataForm, dataForms } from '../../../core/contract/domain/result/forms.ts'
import { kinds } from '../../../core/contract/domain/result/kinds.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import {
  type Result,
  type ResultType,
  resultTypes,
  toSmallMembers,
} from '../../../core/contract/domain/result/result.ts'
import { fitsEnvelope, toOutline } from '../../../core/contract/domain/result/stored-result.ts'
import { decodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { listFormNotes, listLeftOut } from '../../../core/data/encoding/form-notes.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'

const texts = { unit: 'mm', valueName: 'height', valueUnit: 'm' }
const whole: { readonly [type in ResultType]: object } = {
  mesh: {
    ...texts,
    offset: [1, 2, 3],
    vertices: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
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
    space: 'MNI152',
    labels: [{ value: 93, name: 'bone' }],
    window: [0, 100],
  },
  point_cloud: {
    ...texts,
    offset: [1, 2, 3],
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60),
    scalars: Float32Array.of(1.5, 2.5),
  },
  lines: {
    ...texts,
    offset: [1, 2, 3],
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5, 6, 7, 8),
    starts: Uint32Array.of(0, 2),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60, 7, 80, 90),
    scalars: Float32Array.of(1.5, 2.5, 3.5),
  },
  arrows: {
    ...texts,
    offset: [1, 2, 3],
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    vectors: Float32Array.of(0, 1, 0.1, 0, 0, 0),
    colors: Uint8Array.of(1, 20, 255, 4, 50, 60),
    scalars: Float32Array.of(1.5, 2.5),
  },
  labels: {
    unit: 'mm',
    offset: [1, 2, 3],
    points: Float32Array.of(0, 1, 2, 3, 4.5, 5),
    texts: ['one', 'two'],
  },
  table: {
    unit: 'mm',
    offset: [1, 2, 3],
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
        scalars: Float32Array.of(1.5, 2.5, 3.5),
        look: { color: [204, 51, 51], title: 'Brain' },
        place: [
          [0, -1, 0, 10.5],
          [1, 0, 0, 0],
          [0, 0, 1, 0],
        ],
      },
    },
  },
  image: {
    valueName: 'height',
    valueUnit: 'm',
    width: 2,
    height: 1,
    channels: 1,
    data: Uint8Array.of(1, 20),
  },
}
const notesOf = (type: ResultType, form: DataForm, more: object = {}) =>
  listFormNotes(toOutline(parseResult({ ...whole[type], ...more }, type)), form)

describe('a form', () => {
  it('says what it leaves out of a whole result, and which forms have it', () => {
    const found = Object.fromEntries(
      resultTypes.map((type) => [
        type,
        Object.fromEntries(kinds[type].forms.map((form) => [form, notesOf(type, form).join(' ')])),
      ]),
    )
    const values = 'name of the values and unit of the values'
    expect(found).toEqual({
      mesh: {
        envelope:
          'An envelope leaves out the unit of lengths, name of the values, unit of the values, offset, colours ' +
          'and values; glTF and JSON have all.',
        glb: '',
        stl:
          'STL leaves out the unit of lengths, name of the values, unit of the values, normals, colours and ' +
          'values; glTF and JSON have all.',
        ply: `PLY leaves out the unit of lengths, name of the values and unit of the values; glTF and JSON have all.`,
        obj:
          'OBJ leaves out the unit of lengths, name of the values, unit of the values and values; glTF and JSON ' +
          'have all.',
        '3mf':
          '3MF leaves out the name of the values, unit of the values, normals and values; glTF and JSON have all.',
        usdz: `USDZ leaves out the ${values}; glTF and JSON have all.`,
        json: '',
      },
      volume: {
        envelope:
          'An envelope leaves out the unit of lengths, name of the values, unit of the values, anatomical ' +
          'orientation, name of the space, labels, window of values, origin and directions; JSON has all.',
        nrrd: 'NRRD leaves out the name of the values, name of the space and window of values; JSON has all.',
        nifti: 'NIfTI leaves out the name of the values, unit of the values and labels; JSON has all.',
        npy:
          'NPY leaves out the unit of lengths, name of the values, unit of the values, anatomical orientation, ' +
          'name of the space, labels, window of values, spacing, origin and directions; JSON has all.',
        json: '',
      },
      point_cloud: {
        json: '',
        envelope:
          'An envelope leaves out the unit of lengths, name of the values, unit of the values and offset; JSON ' +
          'and glTF have all.',
        glb: '',
        ply: 'PLY leaves out the unit of lengths, name of the values and unit of the values; JSON and glTF have all.',
        csv: 'CSV leaves out the unit of lengths, name of the values and unit of the values; JSON and glTF have all.',
      },
      lines: {
        json: '',
        envelope:
          'An envelope leaves out the unit of lengths, name of the values, unit of the values and offset; JSON ' +
          'and glTF have all.',
        glb: '',
        ply: 'PLY leaves out the unit of lengths, name of the values and unit of the values; JSON and glTF have all.',
        obj:
          'OBJ leaves out the unit of lengths, name of the values, unit of the values and values; JSON and glTF ' +
          'have all.',
        csv: 'CSV leaves out the unit of lengths, name of the values and unit of the values; JSON and glTF have all.',
      },
      arrows: {
        json: '',
        envelope:
          'An envelope leaves out the unit of lengths, name of the values, unit of the values and offset; JSON ' +
          'and glTF have all.',
        glb: '',
        csv: 'CSV leaves out the unit of lengths, name of the values and unit of the values; JSON and glTF have all.',
      },
      labels: {
        json: '',
        envelope: 'An envelope leaves out the unit of lengths and offset; JSON has all.',
        csv: 'CSV leaves out the unit of lengths; JSON has all.',
      },
      table: {
        envelope: 'An envelope leaves out the unit of lengths and offset; JSON has all.',
        json: '',
        csv: 'CSV leaves out the plot, column along x and column along y; JSON has all.',
        arrow: 'Arrow leaves out the plot, column along x and column along y; JSON has all.',
        npz: 'NPZ leaves out the plot, column along x and column along y; JSON has all.',
      },
      scene: {
        scene: '',
        json: '',
        zip: '',
        glb: '',
        obj:
          'OBJ leaves out the unit of lengths; a scene, JSON, a zip and glTF have all. ' +
          'OBJ leaves out the values of brain; a scene, JSON and a zip have all.',
        '3mf': '3MF leaves out the values of brain; a scene, JSON and a zip have all.',
        usdz: 'USDZ leaves out the anatomical orientation; a scene, JSON, a zip and glTF have all.',
      },
      image: {
        json: '',
        envelope: `An envelope leaves out the ${values}; JSON has all.`,
        png: `PNG leaves out the ${values}; JSON has all.`,
        npy: `NPY leaves out the ${values}; JSON has all.`,
      },
    })
    for (const form of resultTypes.flatMap((type) => notesOf(type, 'envelope')))
      expect(form.length).toBeLessThan(300)
  })

  it('says nothing where it has all, and names the other forms that have it', () => {
    const plain = { type: 'volume', members: ['shape', 'data', 'spacing'] } as const
    expect(listFormNotes(plain, 'envelope')).toEqual([])
    expect(listFormNotes(plain, 'npy')).toEqual([
      'NPY leaves out the spacing; an envelope, NRRD, NIfTI and JSON have all.',
    ])
    const placed = { ...plain, members: [...plain.members, 'origin'] }
    expect(listFormNotes(placed, 'envelope')).toEqual([])
    // Beside directions an envelope has no origin.
    expect(listFormNotes({ ...plain, members: [...placed.members, 'direction'] }, 'envelope')).toEqual([
      'An envelope leaves out the origin and directions; NRRD, NIfTI and JSON have all.',
    ])
    const framed = { ...plain, members: [...plain.members, 'frame', 'frames', 'notes'] }
    expect([listFormNotes(framed, 'envelope'), fitsEnvelope(framed)]).toEqual([[], true])
  })

  it('that goes alone lacks the words of the specimen, too, and that beside a catalog does not', () => {
    const mesh = { type: 'mesh', members: ['vertices', 'indices'], axes: 'mm' } as const
    expect(listFormNotes(mesh, 'envelope')).toEqual([])
    expect(listFormNotes(mesh, 'stl')).toEqual([
      'STL leaves out the unit of lengths; glTF, 3MF, USDZ and JSON have all.',
    ])
    expect(listFormNotes(mesh, 'glb')).toEqual([])
    const surface = { ...mesh, axes: 'mm, PIR' }
    for (const form of ['stl', 'ply', 'obj'] as const)
      expect(listFormNotes(surface, form).join()).toMatch(/^[A-Z]+ leaves out the unit of lengths; /)
    expect(listFormNotes(surface, '3mf')).toEqual([
      '3MF leaves out the anatomical orientation; glTF and JSON have all.',
    ])
    const scan = { type: 'volume', members: ['shape', 'data'], axes: 'mm, RAS' } as const
    expect(listFormNotes(scan, 'npy')).toEqual([
      'NPY leaves out the unit of lengths and anatomical orientation; NRRD, NIfTI and JSON have all.',
    ])
    expect(listFormNotes(scan, 'nifti')).toEqual([])
  })

  it('of lengths in its own unit says what it takes those for that it does not know', () => {
    const mesh = { type: 'mesh', members: ['vertices', 'indices'] } as const
    for (const [form, name, unit] of [
      ['glb', 'glTF', 'm'],
      ['3mf', '3MF', 'mm'],
      ['usdz', 'USD', 'cm'],
    ] as const) {
      const taken = `Programs that read ${name} take a length of 1 for 1 ${unit}:`
      expect(listFormNotes(mesh, form)).toEqual([`${taken} no unit is named here.`])
      expect(listFormNotes({ ...mesh, unit: 'parsec' }, form)).toEqual([
        `${taken} parsec is no unit that is known here.`,
      ])
      expect(listFormNotes({ ...mesh, unit: 'µm' }, form)).toEqual([])
    }
    expect(listFormNotes({ ...mesh, axes: 'nm' }, '3mf')).toEqual([
      'Lengths are scaled to µm, as 3MF has no nm.',
    ])
  })
})

it.each([
  ['mesh', 'stl', /^Binary STL by specimen-host[.] SPACE=PIR\0*\s/],
  ['mesh', 'ply', /^ply\nformat binary_little_endian 1.0\ncomment specimen-host\ncomment SPACE=PIR\n/],
  ['point_cloud', 'ply', /\ncomment SPACE=PIR\n/],
  ['mesh', 'obj', /^# specimen-host\n# SPACE=PIR\n/],
] as const)(
  'a %s in %s has the directions that its specimen says, and comes back with them',
  async (type, form, head) => {
    const shape =
      type === 'mesh'
        ? { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
        : { points: Float32Array.of(0, 0, 0) }
    const blob = await encodeForm(parseResult(shape, type), { form, name: 'part', axes: 'mm, PIR' })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    expect(String.fromCharCode(...bytes.subarray(0, 200))).toMatch(head)
    expect(await decodeFile(bytes, `part.${form}`)).toMatchObject({ orientation: 'PIR' })
  },
)

/** Returns what comes out of a form again. */
async function readAgain(result: Result, form: DataForm): Promise<Result> {
  const blob = await encodeForm(result, { form, name: 'part', axes: undefined })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  if (form === 'envelope') return decodeEnvelope(bytes)
  if (form === 'json') return decodeResultJson(JSON.parse(new TextDecoder().decode(bytes)))
  return await decodeFile(bytes, `part${dataForms[form].ending}`)
}

/** Forms that are written alone. */
const unread: readonly DataForm[] = ['usdz', 'arrow', 'npz']
const readForms = resultTypes.flatMap((type) =>
  kinds[type].forms
    .filter((form) => !unread.includes(form) && (type !== 'table' || form !== 'csv'))
    .map((form) => [type, form] as const),
)

it.each(readForms)(
  'a %s in %s comes back without just the members that it is said to leave out',
  async (type, form) => {
    const result = parseResult(whole[type], type)
    const read = await readAgain(result, form)
    const left = listLeftOut(toOutline(result), form)
    // Lists of vertices are in another order in some, and parts with them; an offset may be in the positions.
    const others = ['type', 'dtype', 'offset', ...(form === '3mf' || form === 'obj' ? ['parts'] : [])]
    const names = Object.keys(toSmallMembers(result)).filter((name) => !others.includes(name))
    const lost = names.filter(
      (name) => JSON.stringify(Reflect.get(read, name)) !== JSON.stringify(Reflect.get(result, name)),
    )
    expect(lost).toEqual(names.filter((name) => left.includes(name)))
  },
)
