import { toVisibleText } from '../../../contract/text/visible-text.ts'
import type { CatalogView } from '../../../engine/catalog/catalog-view.ts'
import { toShownSchema, toSpecimenBody } from '../../http/answer/to-bodies.ts'

/** The address and the form in which a specimen is described. */
export interface DescriptionForm {
  /** The address under which the client sees the host. */
  readonly root: string
  readonly legacyClient: boolean
}

/**
 * Returns the metadata of a specimen as `/api/specimens/{id}` has them, as JSON; of a function without a
 * specimen its schema. @throws `specimen.unknown`
 */
export function describeSpecimen(
  view: CatalogView,
  id: string,
  { root, legacyClient }: DescriptionForm,
): string {
  const show = toShownSchema(legacyClient)
  const { specimens, targets } = view.snapshot
  const target = specimens.has(id) ? undefined : targets.get(id)
  if (!target) return toJson(toSpecimenBody(view.findSpecimen(id), root, show))
  const { name, description, return_type: type } = target.registered.manifest
  return toJson({ id: name, description, type, schema: show(target.schema) })
}

function toJson(value: object): string {
  return toVisibleText(JSON.stringify(value, null, 1))
}
