import type { DefaultCalls } from '../../build/commands/thumbnail.ts'
import type { OutputStreams } from '../contract/text/output-streams.ts'
import { parseAllowed } from '../engine/run/walls/pool-guard.ts'
import type { CallSurroundings } from './compute-defaults.ts'

/** Opens a folder of bundles for calls, and tells of grants that fit none of them. */
export async function openWithNotes(
  bundles: string,
  limits: CallSurroundings,
  streams: OutputStreams,
): Promise<DefaultCalls> {
  const { openDefaultCalls } = await import('./compute-defaults.ts')
  await noteGrants(bundles, limits.allow, streams)
  return await openDefaultCalls(bundles, limits)
}

/** Tells of grants that fit no bundle of a folder, or are more than one asks for. */
export async function noteGrants(
  bundles: string,
  allow: string | undefined,
  streams: OutputStreams,
): Promise<void> {
  const { warnOfGrants } = await import('../../build/commands/warn-of-grants.ts')
  warnOfGrants(bundles, parseAllowed(allow ?? ''), streams.stderr)
}
