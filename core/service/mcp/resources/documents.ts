import { readFile } from 'node:fs/promises'
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { AskerFacts } from '../answers/asker.ts'
import { type AppResource, appUri } from '../apps/app.ts'
import { envelopeUri } from './resource-list.ts'

/** The files of this package that are resources. */
export interface Documents {
  readonly envelopeDocument: URL
  /** The page of apps, built. */
  readonly appPage: URL
}

/** Reads a document for an asker. @throws `host.busy`, and as reading the file */
export type ReadDocument = (asker: AskerFacts) => Promise<ReadResourceResult>

/** Returns the reader of a document. The page of apps is in no list, because tools name it. */
export function findDocument(
  { envelopeDocument }: Pick<Documents, 'envelopeDocument'>,
  appPage: AppResource,
  uri: string,
): ReadDocument | undefined {
  if (uri === appUri) return async (asker) => await appPage.read(asker)
  if (uri !== envelopeUri) return undefined
  return async () => {
    const text = await readFile(envelopeDocument, 'utf8')
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }
}
