/** A schema with a parameter for every kind of field. */
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'

export const everyField: ParameterSchema = {
  type: 'object',
  properties: {
    radius: {
      type: 'number',
      minimum: 0.5,
      maximum: 5,
      default: 2,
      description: 'Of the inner sphere, in centimetres.',
    },
    samples: { type: 'integer', minimum: 8, maximum: 64, multipleOf: 8, default: 32 },
    tolerance: { type: 'number', minimum: 0.001, maximum: 10, default: 0.01, title: 'Tolerance of the fit' },
    offset: { type: 'number', default: -1.5 },
    side: { enum: ['left', 'right', 'both'], default: 'both' },
    surface: {
      enum: ['gyroid', 'diamond', 'primitive', 'neovius', 'schwarzHexagonal', 'fischerKoch'],
      default: 'gyroid',
      description: 'Which of the triply periodic surfaces.',
    },
    closed: { type: 'boolean', default: true, description: 'Whether the ends have lids.' },
    span: {
      type: 'array',
      format: 'range',
      prefixItems: [
        { title: 'Span min', type: 'number', minimum: 0, maximum: 10 },
        { title: 'Span max', type: 'number', minimum: 0, maximum: 10 },
      ],
      items: false,
      minItems: 2,
      maxItems: 2,
      default: [2, 8],
    },
    name: { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 12, default: 'sphere' },
    vector: {
      type: 'array',
      prefixItems: [
        { title: 'x', type: 'number' },
        { title: 'y', type: 'number' },
        { title: 'z', type: 'number' },
      ],
      items: false,
      minItems: 3,
      default: [0, 0, 1],
    },
    weights: {
      type: 'array',
      items: { type: 'number', minimum: 0, maximum: 1 },
      maxItems: 3,
      default: [0.5, 0.25],
    },
    light: {
      type: 'object',
      properties: {
        isOn: { type: 'boolean' },
        strength: { type: 'number', minimum: 0, maximum: 10, description: 'In candela.' },
        label: { type: 'string' },
      },
      required: ['isOn', 'strength'],
      additionalProperties: false,
      default: { isOn: true, strength: 4 },
    },
    shape: {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'sphere' }, size: { type: 'number', minimum: 0, maximum: 4 } },
          required: ['kind', 'size'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            kind: { const: 'box' },
            size: { type: 'number', minimum: 0, maximum: 4 },
            edges: { enum: ['sharp', 'round'] },
          },
          required: ['kind', 'size', 'edges'],
          additionalProperties: false,
        },
      ],
      default: { kind: 'sphere', size: 1 },
    },
    cut: { type: ['number', 'null'], minimum: 0, maximum: 1, default: null },
    seed: { type: 'integer', minimum: 0 },
    table: { type: 'object', additionalProperties: { type: 'number' }, default: { a: 1 } },
  },
  additionalProperties: false,
}
