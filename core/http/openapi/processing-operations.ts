import * as examples from './examples.ts'
import type { Operation } from './operation.ts'
import { answer, etag, referAnswer, resultHeaders } from './responses.ts'
import { idInPath, refer } from './schema.ts'

const tags = ['processing']

/** The operations below `/api/processing`. */
export const processingOperations = {
  listFunctions: {
    tags,
    summary: 'Every registered function',
    responses: {
      200: {
        ...answer('Entries, sorted by name.', ['FunctionEntry'], [examples.functionEntry]),
        headers: { ETag: etag },
      },
      304: referAnswer('NotModified'),
    },
  },
  readSchema: {
    tags,
    summary: 'The JSON Schema of the parameters of a function',
    parameters: [
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'Name of a function.',
        schema: idInPath,
        example: examples.id,
      },
    ],
    responses: {
      200: answer('A draft 2020-12 schema.', 'ParameterSchema', examples.schema),
      404: referAnswer('UnknownFunction'),
    },
  },
  invoke: {
    tags,
    summary: 'Calls a function and returns its result as JSON',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refer('InvokeBody'), example: examples.invocation } },
    },
    responses: {
      200: { ...answer('The result.', 'Result', examples.mesh), headers: resultHeaders },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownFunction'),
      412: referAnswer('ConditionFailed'),
      422: referAnswer('InvalidParameters'),
      500: referAnswer('Failed'),
      502: referAnswer('BadGateway'),
      504: referAnswer('GatewayTimeout'),
    },
  },
  readCacheStats: {
    tags,
    summary: 'Use of the room cache',
    responses: { 200: answer('Per room.', 'CacheStats', examples.stats) },
  },
  clearCache: {
    tags,
    summary: 'Drops every cached result',
    responses: { 200: answer('How many there were.', 'CacheCleared', examples.cleared) },
  },
} satisfies { readonly [operationId: string]: Operation }
