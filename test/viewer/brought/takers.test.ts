/** The functions that are offered for a file, by the kind of what is in it. */
import { expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { JsonObject } from '../../../core/contract/values/json.ts'
import { listTakers } from '../../../core/viewer/brought/takers.ts'
import { toEntry } from '../gallery/to-entry.ts'

const toFunction = (name: string, properties: { readonly [name: string]: JsonObject }, more = {}) => ({
  name,
  return_type: 'mesh' as const,
  description: '',
  schema: { type: 'object' as const, properties, additionalProperties: false, ...more },
})

it('are those whose specimen is there, by the first parameter that takes the kind', () => {
  const [mesh, either] = [toDataSchema(['mesh']), toDataSchema(['volume', 'mesh'])]
  const functions = [
    toFunction('smooth', { steps: { type: 'integer' }, mesh, other: mesh }),
    toFunction('cut', { by: { anyOf: [either, { type: 'null' }], default: null } }),
    toFunction('named', { scan: { $ref: '#/$defs/scan' } }, { $defs: { scan: toDataSchema(['volume']) } }),
    toFunction('plain', { mesh: { type: 'string' } }),
  ]
  const entries = [
    toEntry('Smooth', { function_name: 'smooth' }),
    toEntry('cut', { function_name: 'cut' }),
    toEntry('away', { function_name: 'cut', available: false }),
    toEntry('named', { function_name: 'named' }),
    toEntry('plain', { function_name: 'plain' }),
    toEntry('rock'),
  ]
  expect(listTakers(functions, entries, 'mesh')).toEqual([
    { id: 'Smooth', label: 'Smooth', param: 'mesh' },
    { id: 'cut', label: 'cut', param: 'by' },
  ])
  expect(listTakers(functions, entries, 'volume').map(({ id }) => id)).toEqual(['cut', 'named'])
  expect(listTakers(functions, entries, 'image')).toEqual([])
})
