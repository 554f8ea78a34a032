import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { SpecimenBody } from '../../contract/wire/bodies.ts'

/** The id of the element in the page of a site that holds the {@link Site} as JSON. */
export const siteElementId = 'site'

/** The path of the data worker in a page that is a single file. */
export const dataWorkerPath = 'viewer/data-worker.js'

/** The type of pictures that browsers do not know by their bytes; their paths end with `.svg`. */
export const svgType = 'image/svg+xml'

/** Specimens without a host, as `specimen export` writes them. Paths start at the page. */
export interface Site {
  /** Seconds of the longest run. */
  readonly run_timeout: number
  readonly bundles: { readonly [name: string]: SiteBundle }
  readonly specimens: readonly SiteSpecimen[]
  /** Files in the page itself as base64, by path; the others are fetched. */
  readonly in_page: { readonly [path: string]: string }
  /** The view of a page that has no address, as in a notebook. */
  readonly shown?: { readonly specimen: string; readonly params: Params }
}

/** The code of live functions, and the files that it reads by their name. */
export interface SiteBundle {
  readonly module: string
  readonly files: { readonly [name: string]: string }
}

/** A specimen as the API describes it, with the path of its picture, and the origin of its results. */
export interface SiteSpecimen {
  readonly body: SpecimenBody
  readonly content: SiteContent
}

/** A file, a function that runs in the reader's browser, or results that were computed at export. */
export type SiteContent =
  | { readonly kind: 'file'; readonly path: string; readonly file_name: string }
  | { readonly kind: 'live'; readonly bundle: string; readonly function: CalledFunction }
  | {
      readonly kind: 'stored'
      /** A sentence for the panel. */
      readonly note: string
      /** The JSON of each result, with its complete parameters. */
      readonly results: readonly { readonly params: Params; readonly path: string }[]
    }

/** The part of a manifest that a call needs: the schema where it says what data the function takes. */
export type CalledFunction = Pick<
  FunctionManifest,
  'name' | 'parameters' | 'progress' | 'return_type' | 'returns'
> &
  Partial<Pick<FunctionManifest, 'schema'>>
