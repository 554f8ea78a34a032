import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Stage } from '../../stage/stage.ts'
import {
  describeRefusal,
  findHeadsets,
  type HeadsetMode,
  type Headsets,
  isAllowedIn,
  requestSession,
  slowDown,
} from '../../xr/session.ts'
import type { OpenedView } from '../model/opened-view.ts'
import type { HeadsetTools } from './headset-tools.ts'
import type { HeadsetVisit } from './headset-visit.ts'

/** The headset of a view. */
export interface HeadsetTool {
  readonly modes: readonly HeadsetMode[]
  /** True while the specimen is in the headset. */
  readonly isIn: boolean
  /** Enters, or leaves when the specimen is in the headset. To be called at once in a click. */
  readonly onHeadset: (mode: HeadsetMode) => void
  /** The reason why the last try failed; null for none. */
  readonly refusal: string | null
}

const none: Headsets = { modes: [], reason: '' }

/** Returns the ways into a headset, found again when one is plugged in or taken off. */
export function useHeadsets(): ReadonlySignal<Headsets> {
  const headsets = useSignal(none)
  useEffect(() => {
    const isAllowed = isAllowedIn(document)
    const xr = isAllowed ? navigator.xr : undefined
    const find = async (): Promise<void> => {
      headsets.value = await findHeadsets({ xr, isSecureContext, isAllowed })
    }
    const onChange = (): void => void find()
    onChange()
    xr?.addEventListener('devicechange', onChange)
    return () => xr?.removeEventListener('devicechange', onChange)
  }, [])
  return headsets
}

/** Lets a view be entered, with its tools. Its script is loaded with the first click. */
export function useHeadset(
  opened: OpenedView,
  stage: RefObject<Stage | null>,
  tools: HeadsetTools,
): HeadsetTool {
  const headsets = useHeadsets()
  const session = useSignal<XRSession | null>(null)
  const refusal = useSignal<string | null>(null)
  useEffect(() => () => endSession(session), [])
  const onHeadset = (mode: HeadsetMode): void => {
    if (session.peek()) endSession(session)
    else {
      const entered = enter(mode, { opened, tools, stage: stage.current, session })
      refusal.value = null
      entered.catch((error) => {
        refusal.value = describeRefusal(error)
      })
    }
  }
  return { modes: headsets.value.modes, isIn: session.value !== null, onHeadset, refusal: refusal.value }
}

interface Entrance {
  readonly opened: OpenedView
  readonly tools: HeadsetTools
  readonly stage: Stage | null
  readonly session: Signal<XRSession | null>
}

/** Resolves after the session. The request comes first: a click counts for browsers for a moment only. */
async function enter(mode: HeadsetMode, { opened, tools, stage, session }: Entrance): Promise<void> {
  const { xr } = navigator
  if (!xr || !stage) return
  const asked = requestSession(xr, mode)
  const [granted, loaded] = await Promise.allSettled([asked, import('./headset-visit.ts')])
  if (granted.status === 'rejected') throw granted.reason
  session.value = granted.value
  try {
    if (loaded.status === 'rejected') throw loaded.reason
    if (opened.model.prepared.peek()?.type === 'volume') await slowDown(granted.value)
    await visitView(loaded.value.createHeadsetVisit(opened, tools), stage, granted.value)
  } catch (error) {
    endSession(session)
    throw error
  } finally {
    session.value = null
  }
}

async function visitView({ visit, stop }: HeadsetVisit, stage: Stage, session: XRSession): Promise<void> {
  try {
    await stage.present(session, visit)
  } finally {
    stop()
  }
}

function endSession(session: Signal<XRSession | null>): void {
  session
    .peek()
    ?.end()
    .catch(() => {}) // it has ended already
}
