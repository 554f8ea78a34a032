import { problemMediaType } from '../answer/errors.ts'
import * as examples from './examples.ts'
import type { Operation } from './operation.ts'
import { answer } from './responses.ts'
import { refer, text } from './schema.ts'

const tags = ['operation']
const notReady = 'Why it should be sent no requests; a `Problem` once it is stopping.'

/** The operations for operators. */
export const watchOperations = {
  isAlive: {
    tags,
    summary: 'Whether the host answers',
    responses: {
      200: {
        description: 'It does; else it is to be restarted.',
        content: { 'text/plain': { schema: text, example: 'alive\n' } },
      },
    },
  },
  isReady: {
    tags,
    summary: 'Whether the host should be sent requests',
    responses: {
      200: answer('It should.', 'Readiness', examples.readiness),
      503: {
        description: notReady,
        content: {
          'application/json': { schema: refer('Readiness'), example: examples.unreadiness },
          [problemMediaType]: { schema: refer('Problem') },
        },
      },
    },
  },
  readMetrics: {
    tags,
    summary: 'Metrics for Prometheus',
    responses: {
      200: {
        description: "In Prometheus' text format, version 0.0.4.",
        content: { 'text/plain': { schema: text, example: 'specimen_jobs{status="running"} 0\n' } },
      },
    },
  },
} satisfies { readonly [operationId: string]: Operation }
