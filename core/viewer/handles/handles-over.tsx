import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { PlaceHandles } from '../specimen/lazy-tools.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import type { Stage } from '../stage/stage.ts'
import { hasPlaces } from './has-places.ts'

interface HandlesOverProps {
  readonly opened: OpenedView
  readonly prepared: Prepared
  readonly stage: RefObject<Stage | null>
}

/** The handles over a picture, whose script is fetched where a parameter is a place. */
export function HandlesOver({ opened, prepared, stage }: HandlesOverProps) {
  const schema = opened.model.body.value?.schema ?? null
  const isNeeded = useMemo(() => schema !== null && hasPlaces(schema), [schema])
  if (!isNeeded || schema === null) return null
  return <PlaceHandles opened={opened} schema={schema} prepared={prepared} stage={stage} />
}
