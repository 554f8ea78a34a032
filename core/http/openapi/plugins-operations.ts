import * as examples from './examples.ts'
import type { Operation } from './operation.ts'
import { answer } from './responses.ts'

/** The operations below `/api/plugins`. */
export const pluginsOperations = {
  listPlugins: {
    tags: ['plugins'],
    summary: 'The bundles of this host: in use, refused or suspended, and how their runs went',
    responses: {
      200: answer(
        'Entries, sorted by folder. Those of workers are seen at their workers only.',
        ['PluginEntry'],
        [examples.plugin],
      ),
    },
  },
} satisfies { readonly [operationId: string]: Operation }
