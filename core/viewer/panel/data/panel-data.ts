/** The way from a panel to the host, for parameters that take data. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import type { CatalogEntry } from '../../../contract/wire/bodies.ts'
import type { DataCatalog } from './data-catalog.ts'
import { listReferred } from './inner-params.ts'

/** What a panel asks of its page about data. */
export interface PanelData {
  readonly catalog: ReadonlySignal<DataCatalog>
  /** Fetches the specimens, and the schemas of these, where that has not been done. */
  readonly need: (ids: readonly string[]) => void
  /** Draws the small picture of a specimen. */
  readonly draw: (entry: CatalogEntry) => ComponentChildren
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
