/** The words of one specimen as resources: its entry of the catalog, and its story. */
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import type { Specimen } from '../../../contract/domain/specimen.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Services } from '../../http/routes/routes.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { describeSpecimen } from '../answers/describe-specimen.ts'
import type { ToolParts } from '../answers/shown-results.ts'

/** Returns what the catalog says of the specimen with this id. @throws `specimen.unknown` */
export function readEntry(
  { catalog, legacyClient }: Pick<ToolParts, 'catalog'> & Pick<Services, 'legacyClient'>,
  { caller, root }: AskerFacts,
  uri: string,
  id: string,
): ReadResourceResult {
  const text = describeSpecimen(catalog.view(caller.specimens), id, { root, legacyClient })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

/** Returns the pages of a specimen's story. */
export function readStory(uri: string, { storyText }: Specimen): ReadResourceResult {
  const text = storyText.map((page) => toShownText(page)).join('\n\n')
  return { contents: [{ uri, mimeType: 'text/plain', text }] }
}
