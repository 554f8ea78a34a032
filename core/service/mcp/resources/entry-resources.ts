/** The words of one specimen as resources: its entry of the catalog, and its story. */
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { Specimen } from '../../../contract/domain/specimen.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Calls } from '../../calls/calls.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { describeSpecimen } from '../answers/describe-specimen.ts'

/** The parts of a host that {@link readEntry} uses. */
interface EntryParts {
  readonly calls: Calls
  readonly legacyClient: boolean
}

/** Returns what the catalog says of the specimen with this id. @throws `specimen.unknown` */
export function readEntry(
  { calls, legacyClient }: EntryParts,
  { caller, root }: AskerFacts,
  uri: string,
  id: string,
): ReadResourceResult {
  const text = describeSpecimen(calls.view(caller), id, { root, legacyClient })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

/** Returns the pages of a specimen's story. */
export function readStory(uri: string, { storyText }: Specimen): ReadResourceResult {
  const text = storyText.map((page) => toShownText(page)).join('\n\n')
  return { contents: [{ uri, mimeType: 'text/plain', text }] }
}
