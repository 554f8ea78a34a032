/** The parts that a page fetches beside its picture, in two scripts: of each picture, and of few. */
import { listIssues } from '../../contract/schema/list-issues.ts'
import type { CheckParams } from '../panel/check-params.ts'
import { lazy } from '../parts/lazy.tsx'

let loaded: typeof import('./tools.ts') | null = null

async function load(): Promise<typeof import('./tools.ts')> {
  loaded = await import('./tools.ts')
  return loaded
}

/** Parameters, settings and texts beside the picture. */
export const SidePanel = lazy(async () => (await load()).SidePanel)

/** Handles over the picture for parameters that are places. */
export const PlaceHandles = lazy(async () => (await load()).PlaceHandles)

/** Slices of a volume below the picture. */
export const Slices = lazy(async () => (await import('./further-tools.ts')).Slices)

/** A parameter that is played, below the picture. */
export const SweepBar = lazy(async () => (await import('./further-tools.ts')).SweepBar)

/** The way of a volume or image into other programs, in the menu of downloads. */
export const ZarrRow = lazy(async () => (await import('./further-tools.ts')).ZarrRow)

/** The head of a view among others. */
export const ViewHead = lazy(async () => (await import('./further-tools.ts')).ViewHead)

/** The differences of a view among others. */
export const ViewDifferences = lazy(async () => (await import('./further-tools.ts')).ViewDifferences)

/** Finds what is wrong with parameters once the panel has come; before, only those that are missing. */
export const checkOnceLoaded: CheckParams = (root, params) =>
  loaded ? loaded.checkParams(root, params) : listIssues({ root, params, check: () => undefined }).issues
