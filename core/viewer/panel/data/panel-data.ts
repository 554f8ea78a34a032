/** The way from a panel to the host, for parameters that take data. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { CatalogEntry } from '../../../contract/wire/bodies.ts'
import type { DataCatalog } from './data-catalog.ts'
import { listReferred, type Referred } from './inner-params.ts'

/** What a panel asks of its page about data. */
export interface PanelData {
  readonly catalog: ReadonlySignal<DataCatalog>
  /** Fetches the specimens, and schemas and names of these, where that has not been done. */
  readonly need: (referred: Referred) => void
  /** Draws the small picture of a specimen. */
  readonly draw: (entry: CatalogEntry) => ComponentChildren
  /** What the views of the page show now. */
  readonly shown: ReadonlySignal<readonly OfferedData[]>
  /** Null where there is no host to bring files to. */
  readonly own: OwnData | null
}

/** Data beside those of the catalog. */
export interface OfferedData {
  readonly label: string
  /** What the label does not say; empty for nothing. */
  readonly note: string
  readonly kind: string
  /** The reference to it. */
  readonly value: JsonObject
}

/** Files that a person brings. */
export interface OwnData {
  /** The newest first. */
  readonly files: ReadonlySignal<readonly OfferedData[]>
  /**
   * Brings a file of one of these kinds.
   * @throws what says in words why it is not taken; the signal's reason
   */
  readonly bring: (file: File, call: BringCall) => Promise<OfferedData>
  /** Called with a file that the parameters have already, which was not there. */
  readonly onAgain: () => void
}

/** How a file is brought. */
export interface BringCall {
  /** The kinds that are taken. */
  readonly kinds: readonly string[]
  readonly signal: AbortSignal
  readonly onProgress: (progress: BringProgress) => void
}

/** How far a file is on its way. */
export interface BringProgress {
  readonly stage: 'Reading' | 'Sending'
  /** From 0 to 1. */
  readonly fraction: number
}

/** Asks for what the references in parameters lead to. */
export function useReferred(
  data: PanelData | null,
  { schema, params }: { readonly schema: ParameterSchema; readonly params: Params },
): void {
  const known = data?.catalog.value
  useEffect(() => {
    if (data && known) data.need(listReferred(schema, params, known))
  }, [data, schema, params, known])
}
