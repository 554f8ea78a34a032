import { takesData } from '../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { SourceError } from '../../contract/domain/source-error.ts'
import { toSourceError } from '../../contract/domain/source-error.ts'
import type { Gate } from '../functions/gate.ts'
import type { CatalogView } from './catalog-view.ts'
import { noFiles, planDefault } from './plan-data.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Returns an error for each default of a function that leads to data that are not there, or of another kind.
 * The function stays: callers can send data of their own. `own` has the functions that are looked at, `view`
 * all data.
 */
export function findDefaultErrors(
  own: Snapshot,
  { view, gate }: { readonly view: CatalogView; readonly gate: Pick<Gate, 'admit'> },
): readonly SourceError[] {
  const parts = { view, gate, files: noFiles }
  return [...own.targets.values()].flatMap((target) => {
    const { manifest, owner } = target.registered
    if (!takesData(manifest.schema)) return []
    return Object.keys(manifest.schema.properties).flatMap((name) => {
      try {
        planDefault(target, name, parts)
        return []
      } catch (error) {
        if (!(error instanceof SpecimenError)) throw error
        const detail = `The default of ${name} of ${manifest.name} cannot be used: ${error.message}`
        return toSourceError(owner, new SpecimenError(error.code, detail))
      }
    })
  })
}
