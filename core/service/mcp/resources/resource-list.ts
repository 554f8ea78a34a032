import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Specimen } from '../../../contract/domain/specimen.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'
import { toShownName } from '../answers/data-words.ts'
import { mostFileBytes } from './file-resource.ts'

/** The address of the description of envelopes. */
export const envelopeUri = 'specimen://documents/ENVELOPE.md'

/** The templates of resources. */
export const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'specimen://catalog/{id}',
    name: 'catalog entry',
    mimeType: 'application/json',
    description: 'All metadata of a specimen, with the schema of its parameters.',
  },
  {
    uriTemplate: 'specimen://stories/{id}',
    name: 'story',
    mimeType: 'text/plain',
    description: 'The pages of a specimen’s story.',
  },
  {
    uriTemplate: 'specimen://files/{id}',
    name: 'file',
    description: `The file of a static specimen, of at most ${mostFileBytes} bytes.`,
  },
  {
    uriTemplate: 'specimen://results/{id}/{parameter}/{value}',
    name: 'result',
    mimeType: 'application/json',
    description: 'Facts of a result with one parameter at a value, the others at their defaults.',
  },
]

/** Returns the resources of a catalog. */
export function listResources({ specimens }: Snapshot): readonly Resource[] {
  const document: Resource = { uri: envelopeUri, name: 'ENVELOPE.md', mimeType: 'text/markdown' }
  return [document].concat([...specimens.values()].flatMap(toResources))
}

function toResources(specimen: Specimen): readonly Resource[] {
  const { id, displayName, storyText } = specimen
  const isFile = specimen.kind === 'static' && !specimen.scene
  const name = toShownName(displayName)
  const path = encodeURIComponent(id)
  const entry = { uri: `specimen://catalog/${path}`, name, mimeType: 'application/json' }
  const story = { uri: `specimen://stories/${path}`, name: `${name}, the story`, mimeType: 'text/plain' }
  const file = { uri: `specimen://files/${path}`, name: `${name}, the file` }
  return [entry, ...(storyText.length > 0 ? [story] : []), ...(isFile ? [file] : [])]
}

/** Returns the refusal of an address of no resource. */
export function unknownResourceError(uri: string): SpecimenError {
  const detail = `There is no resource ${describe(uri)}; resources/list names all.`
  return new SpecimenError('route.unknown', detail)
}
