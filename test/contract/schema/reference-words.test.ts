/** Wrong references to data: each refusal says what was found, what is wanted, and what to write. */
import { expect, it } from 'vitest'
import { toDataSchema, toFileSchema } from '../../../core/contract/domain/data-ref.ts'
import { parseSchema } from '../../../core/contract/schema/check-schema.ts'
import { Validator } from '../../../core/contract/schema/compiled/validator.ts'
import { toSentence } from '../../../core/contract/schema/issue-words.ts'
import type { Json } from '../../../core/contract/values/json.ts'

const validator = new Validator(2 ** 22)
const mesh = toDataSchema(['mesh', 'image'])
const properties = {
  mesh,
  none: { anyOf: [mesh, { type: 'null' }] },
  list: { type: 'array', items: mesh, maxItems: 16 },
  table: toFileSchema(['.csv', '.tsv']),
  any: toFileSchema([]),
}
const schema = parseSchema({ type: 'object', properties }, 'It')
const hash = '0123456789abcdef'.repeat(4)
const forms =
  'must refer to a mesh or an image by {"specimen": id} or {"process": id, "inputs": {…}}, ' +
  'for a part of a scene with "part", or by {"file": sha256} to a file of yours, as POST /api/files answers it'
const digits = 'the SHA-256 of the bytes as POST /api/files answers it, 64 digits from 0-9 and a-f'
const files = 'by {"file": sha256} to a file of yours, as POST /api/files answers it, or by {"specimen": id}'

const wrong: readonly (readonly [name: keyof typeof properties, value: Json, sentence: string])[] = [
  ['mesh', null, `mesh ${forms} (got null).`],
  ['mesh', 7, `mesh ${forms} (got 7).`],
  ['mesh', '', `mesh ${forms} (got "").`],
  ['mesh', {}, `mesh ${forms} (got an object with no members).`],
  ['mesh', { id: 'head' }, `mesh ${forms} (got an object with id).`],
  [
    'mesh',
    'head',
    'mesh must be an object that refers to a mesh or an image: {"specimen":"head"} (got "head").',
  ],
  [
    'mesh',
    hash.toUpperCase(),
    `mesh must be an object that refers to a mesh or an image: {"file":"${hash}"} (got "`,
  ],
  [
    'mesh',
    '{"specimen": "head"}',
    'mesh must be the object itself, and not its JSON in a text: {"specimen":"head"} (got ',
  ],
  [
    'mesh',
    [{ specimen: 'a' }],
    'mesh must be one reference to a mesh or an image, without brackets around it (got ',
  ],
  [
    'mesh',
    { process: 'a', file: hash },
    'mesh must have one of process and file, and has each of them; keep one (got an object with process, file).',
  ],
  [
    'mesh',
    { specimen: 'a', inputs: {} },
    'mesh.inputs must be left out: a specimen has its defaults; write {"process": id, "inputs": {…}} for others',
  ],
  [
    'mesh',
    { file: hash, part: 'a' },
    'mesh.part must be left out: the parts of a file have no address; bring',
  ],
  [
    'mesh',
    { specimen: 'a', parts: 'b' },
    'mesh.parts is no member of a reference by specimen; did you mean part?',
  ],
  [
    'mesh',
    { process: 'a', x: 1 },
    'mesh.x is no member of a reference by process; beside process may be inputs and part.',
  ],
  ['mesh', { file: 'abc' }, `mesh.file must be ${digits}, and has 3 characters (got "abc").`],
  ['mesh', { file: hash.toUpperCase() }, `mesh.file must be ${digits}: in small letters (got "`],
  ['mesh', { file: 7 }, `mesh.file must be ${digits} (got 7).`],
  [
    'mesh',
    { file: hash, name: '' },
    'mesh.name must be the name of the file, a text of 1 to 255 characters, or left out',
  ],
  [
    'mesh',
    { specimen: '' },
    'mesh.specimen must be the id of a specimen: a text of 1 to 257 characters (got "").',
  ],
  [
    'mesh',
    { process: 3 },
    'mesh.process must be the id of a specimen or function: a text of 1 to 257 characters (got 3).',
  ],
  [
    'mesh',
    { process: 'a', inputs: [1] },
    'mesh.inputs must be an object of parameters by name: {"level": 90} (got the array [1]).',
  ],
  [
    'mesh',
    { specimen: 'a', part: 'a b' },
    'mesh.part must be the name of one part (1 to 64 letters, digits, _ and -',
  ],
  ['none', 'x', 'none must be an object that refers to a mesh or an image: {"specimen":"x"} (got "x").'],
  ['none', { file: 'abc' }, `none.file must be ${digits}, and has 3 characters (got "abc").`],
  ['list', { specimen: 'a' }, 'list must be an array (got an object with specimen).'],
  ['list', Array(17).fill({ specimen: 'a' }), 'list must have at most 16 items (got an array of 17).'],
  [
    'list',
    [{ specimen: 'a' }, { file: 'a' }],
    `list[1].file must be ${digits}, and has 1 character (got "a").`,
  ],
  ['table', { process: 'a' }, `table must refer to a file that ends in .csv or .tsv, ${files}`],
  [
    'table',
    { specimen: 'a', part: 'b' },
    'table.part is no member of a reference by specimen; specimen is alone.',
  ],
  ['any', null, `any must refer to a file, ${files}`],
]

it.each(wrong)('refuses %s as %j in words', (name, value, sentence) => {
  const { issues } = validator.findIssues(schema, { [name]: value })
  expect(issues).toHaveLength(1)
  expect(issues.map(toSentence)[0]).toContain(sentence)
  expect(issues[0]?.allowed.endsWith('…')).toBe(false)
})
