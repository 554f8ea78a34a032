/** The parts of scenes in the bodies of the API. */
import { Type } from 'typebox'
import type { ResultType } from '../domain/result/result.ts'
import type { SceneShape } from '../domain/result/returned.ts'
import { refer } from './body-parts.ts'

/** The kind of a result. */
export const resultType = refer<ResultType>('ResultType')

/** The parts of a scene, before it is computed. */
export const returns = Type.Unsafe<SceneShape>({
  type: 'object',
  properties: {
    type: { const: 'scene' },
    parts: {
      type: 'object',
      additionalProperties: resultType,
      description: 'The kind of each part by its name.',
    },
    optional: { type: 'array', items: { type: 'string' }, description: 'Parts that a result may lack.' },
    looks: {
      type: 'object',
      additionalProperties: { type: 'object' },
      description: 'What parts look like unless the result says it.',
    },
    each: { ...resultType, description: 'The kind of any number of parts, in place of `parts`.' },
  },
  required: ['type'],
  description: 'The parts of a scene; absent for another type.',
})

/** The files of a static scene. */
export const partFiles = Type.Record(Type.String(), Type.String(), {
  description: 'The files of a scene by part: `/data?part=` sends one that is a whole part.',
})
