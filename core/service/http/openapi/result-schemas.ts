/** The schemas of results as JSON, made from the table of kinds. */

import { captionCount, captionLength } from '../../../contract/domain/result/captions.ts'
import {
  cellLength,
  columnCount,
  columnNameLength,
  rowCount,
} from '../../../contract/domain/result/columns.ts'
import { kinds } from '../../../contract/domain/result/kinds.ts'
import { labelCount, labelNameLength } from '../../../contract/domain/result/labels.ts'
import { isOptional, type Member, type ResultMember } from '../../../contract/domain/result/member.ts'
import { noteCount, noteLength } from '../../../contract/domain/result/notes.ts'
import {
  listMembers,
  partTypes,
  type ResultType,
  resultTypes,
} from '../../../contract/domain/result/result.ts'
import { partCount } from '../../../contract/domain/result/scene.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { count, listOf, number, refer, text } from './schema.ts'

const items: { readonly [D in Member<'list'>['dtype']]: JsonObject } = {
  float32: number,
  uint32: count,
  uint8: { type: 'integer', minimum: 0, maximum: 255 },
}

const labelSchema = {
  type: 'object',
  properties: {
    value: { type: 'integer', description: 'A value of the samples.' },
    name: { ...text, minLength: 1, maxLength: labelNameLength, description: 'What it stands for.' },
    color: { ...listOf(items.uint8), minItems: 3, maxItems: 3, description: 'Red, green, blue, sRGB.' },
  },
  required: ['value', 'name'],
} satisfies JsonObject

const columnWords = {
  name: { ...text, minLength: 1, maxLength: columnNameLength },
  unit: { ...text, minLength: 1, maxLength: columnNameLength },
}
const cells = { type: 'array', maxItems: rowCount } as const
const columnSchema = {
  oneOf: [
    {
      type: 'object',
      properties: {
        ...columnWords,
        dtype: { const: 'float64' },
        values: { ...cells, items: { type: ['number', 'null'] }, description: 'Null for a missing one.' },
      },
      required: ['name', 'dtype', 'values'],
    },
    {
      type: 'object',
      properties: {
        ...columnWords,
        dtype: { const: 'text' },
        values: { ...cells, items: { ...text, maxLength: cellLength } },
      },
      required: ['name', 'dtype', 'values'],
    },
  ],
} satisfies JsonObject

const tracedDescription =
  'What it is made of, where a function took data; on /data alone, and never of a part of a scene.'

/** The schema of a result of any kind. */
export const resultSchema = {
  description: 'A result as JSON: arrays as numbers, data of volumes and images as base64.',
  oneOf: resultTypes.map((type) => refer(toName(type))),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(resultTypes.map((type) => [type, `#/components/schemas/${toName(type)}`])),
  },
} satisfies JsonObject

/** The named schema of each kind of result: `MeshResult` and so on. */
export const resultSchemas: { readonly [name: string]: JsonObject } = Object.fromEntries(
  resultTypes.map((type) => [toName(type), describeKind(type)]),
)

function toName(type: ResultType): string {
  return `${kinds[type].typeName}Result`
}

function describeKind(type: ResultType): JsonObject {
  const members = listMembers(type)
  const [required, optional] = [false, true].map((wanted) =>
    members.filter(([, member]) => isOptional(member) === wanted).flatMap(describeMember),
  )
  const always: readonly (readonly [string, JsonObject])[] = [['type', { const: type }], ...(required ?? [])]
  const traced = [['provenance', { ...refer('Provenance'), description: tracedDescription }]] as const
  return {
    type: 'object',
    properties: Object.fromEntries([...always, ...(optional ?? []), ...traced]),
    required: always.map(([name]) => name),
  }
}

/** Describes a member as a property; samples as two, because their element type comes with them. */
function describeMember([name, member]: readonly [string, ResultMember]): [string, JsonObject][] {
  const description = `${member.description}.`
  switch (member.form) {
    case 'extent': {
      const range = member.most === undefined ? count : { type: 'integer', minimum: 1, maximum: member.most }
      return [[name, { ...range, description }]]
    }
    case 'shape':
      return [[name, { ...listOf(count), description }]]
    case 'text': {
      const { pattern } = member
      const form = { ...text, ...(pattern !== undefined && { pattern }) }
      return [[name, { ...form, description: `${description} Not in the envelope.` }]]
    }
    case 'count':
      return [[name, { type: 'integer', minimum: 0, description: `${description} Not in the envelope.` }]]
    case 'texts': {
      const texts = { ...listOf({ ...text, maxLength: noteLength }), maxItems: noteCount }
      const where = 'Not in the envelope, but in the header Specimen-Notes.'
      return [[name, { ...texts, description: `${description} ${where}` }]]
    }
    case 'labels': {
      const labels = { ...listOf(labelSchema), maxItems: labelCount }
      return [[name, { ...labels, description: `${description} Not in the envelope.` }]]
    }
    case 'parts': {
      const part = { oneOf: partTypes.map((kind) => refer(toName(kind))) }
      return [[name, { type: 'object', additionalProperties: part, maxProperties: partCount, description }]]
    }
    case 'choice':
    case 'column':
    case 'columns':
      return [[name, { ...describeTable(member), description }]]
    case 'captions': {
      const texts = { ...listOf({ ...text, maxLength: captionLength }), maxItems: captionCount }
      return [[name, { ...texts, description }]]
    }
    case 'place':
    case 'range': {
      const length = member.form === 'place' ? 3 : 2
      const numbers = { ...listOf(number), minItems: length, maxItems: length }
      return [[name, { ...numbers, description: `${description} Not in the envelope.` }]]
    }
    case 'vector':
      return [[name, { ...listOf(number), description }]]
    case 'matrix':
      return [[name, { ...listOf(listOf(number)), description: `${description} Not in the envelope.` }]]
    case 'list':
      return [[name, { ...listOf(items[member.dtype]), description: describeList(member) }]]
    case 'samples':
      return [
        ['dtype', { ...text, enum: member.dtypes }],
        [name, { ...text, contentEncoding: 'base64', description: `${member.description}, little-endian.` }],
      ]
  }
}

/** Describes a member of tables alone. */
function describeTable(member: Member<'choice'> | Member<'column'> | Member<'columns'>): JsonObject {
  if (member.form === 'choice') return { ...text, enum: member.choices }
  if (member.form === 'column') return columnWords.name
  return { ...listOf(columnSchema), minItems: 1, maxItems: columnCount }
}

function describeList({ description, envelope }: Member<'list'>): string {
  return envelope === null ? `${description}. Not in the envelope.` : `${description}.`
}
