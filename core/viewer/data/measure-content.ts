import type { CallOptions, Facts, SpecimenBody } from '../../client/client.ts'
import { hostlessValues } from '../../client/data-values.ts'
import type { DataSource } from './data-source.ts'
import { LoadError } from './load-error.ts'

/**
 * Returns the facts of content that no host has, measured in the page's worker. A function is run for it.
 * @throws as `DataSource.load`; {LoadError} for a file that cannot be read
 */
export async function measureContent(
  source: DataSource,
  { id, is_dynamic: isDynamic, axes, value }: SpecimenBody,
  { params = {}, signal = new AbortController().signal }: CallOptions = {},
): Promise<Facts> {
  const measured = { ...(axes && { axes }), ...(value && { value }) }
  const given = await hostlessValues.take(params)
  const request = { specimenId: id, isDynamic, params: given, roomId: '', measured }
  const loaded = await source.load(request, { signal, onProgress: () => {} })
  if (loaded.type === 'file' && loaded.content) {
    const facts: Facts = JSON.parse(await loaded.content.text()) // written by the worker
    return facts
  }
  const reason = loaded.type === 'file' ? loaded.reason : 'It was drawn, and not measured.'
  throw new LoadError(reason, 'form.unavailable')
}
