import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import type { FunctionManifest } from '../../domain/manifest.ts'
import type { Specimen } from '../../domain/specimen.ts'
import type { RegisteredFunction } from '../../functions/registry.ts'
import type { Runner } from '../../run/runner.ts'
import type { AnnouncedCatalog } from './announced-catalog.ts'

/** Returns the visible catalog of a worker: empty before its first announcement. */
export function showCatalog(
  catalog: AnnouncedCatalog | undefined,
  {
    workerId,
    isAvailable,
    createRunner,
  }: {
    readonly workerId: string
    readonly isAvailable: boolean
    readonly createRunner: (manifest: FunctionManifest) => Runner
  },
): RemoteCatalog {
  if (!catalog) return { workerId, functions: [], specimens: [], bundles: 0, errors: [] }
  const { functions, specimens, bundles, errors } = catalog
  const origin = { workerId, isAvailable }
  return {
    workerId,
    functions: [...functions.values()].map(
      ({ manifest, revision }): RegisteredFunction => ({
        manifest,
        owner: `worker ${workerId}`,
        revision,
        runner: createRunner(manifest),
      }),
    ),
    specimens: [...specimens.values()].map((specimen): Specimen => ({ ...specimen, origin })),
    bundles,
    errors,
  }
}
