import type { ParameterSchema } from '../../../contract/domain/schema.ts'

/** Returns the parameter of a file with several volumes: the one that is shown. */
export function toFrameSchema(count: number): ParameterSchema {
  const frame = { title: 'Volume', type: 'integer', minimum: 0, maximum: count - 1, default: 0 } as const
  return { type: 'object', properties: { frame }, required: [] }
}
