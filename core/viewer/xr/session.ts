/** The way from the page into a headset: it knows no three, so that a page has it from the start. */

/** The ways to be in a headset: within it alone, or with the room around. */
export type HeadsetMode = 'immersive-vr' | 'immersive-ar'

/** The part of a browser that knows of headsets. */
export interface HeadsetBrowser {
  /** Undefined where the browser has no WebXR. */
  readonly xr: XRSystem | undefined
  readonly isSecureContext: boolean
  /** False where the frame around the page keeps headsets from it. */
  readonly isAllowed: boolean
}

/** A document of Chromium, which alone says what its frame allows before it is tried. */
interface PolicyDocument {
  readonly featurePolicy?: { allowsFeature(name: string): boolean }
}

/** Returns whether the frame around a page allows headsets; true where the browser cannot say it. */
export function isAllowedIn({ featurePolicy }: Partial<Document> & PolicyDocument): boolean {
  return featurePolicy?.allowsFeature('xr-spatial-tracking') ?? true
}

/** The ways that are open, and the reason where none is. */
export interface Headsets {
  readonly modes: readonly HeadsetMode[]
  /** A sentence; empty where there is a way. */
  readonly reason: string
}

/** The reason of a page without HTTPS, with a way around it. */
const insecure =
  'A headset needs HTTPS: open this page from an https:// address, or from localhost. To reach this host ' +
  'from a headset on a cable: adb reverse tcp:8000 tcp:8000'

const shutIn = 'This page’s frame does not allow it: its element needs allow="xr-spatial-tracking".'

/** Returns the ways into a headset, without asking a person for anything. */
export async function findHeadsets({ xr, isSecureContext, isAllowed }: HeadsetBrowser): Promise<Headsets> {
  // To ask is an error in the console of a page that may not.
  if (!isAllowed) return { modes: [], reason: shutIn }
  if (!isSecureContext) return { modes: [], reason: insecure }
  if (!xr) return { modes: [], reason: 'This browser has no WebXR, which shows a specimen in a headset.' }
  const modes: readonly HeadsetMode[] = ['immersive-vr', 'immersive-ar']
  try {
    const supported = await Promise.all(modes.map((mode) => xr.isSessionSupported(mode)))
    const open = modes.filter((_, i) => supported[i])
    return { modes: open, reason: open.length > 0 ? '' : 'No headset was found.' }
  } catch (error) {
    return { modes: [], reason: describeRefusal(error) }
  }
}

/**
 * Begins a session. To be called at once in a click, which browsers ask for.
 * @throws the browser's own error; {@link describeRefusal} says it in words
 */
export async function requestSession(xr: XRSystem, mode: HeadsetMode): Promise<XRSession> {
  // Hands are a wish: where they are required Vision Pro asks a person first, and older headsets refuse.
  return await xr.requestSession(mode, {
    requiredFeatures: ['local-floor'],
    optionalFeatures: ['hand-tracking', 'layers'],
  })
}

/** Frames a second of a headset that draws a volume: 13.9 ms each in place of 11.1. */
const volumeRate = 72

/** Asks for the frame rate of a volume, where the headset has it; its own rate stays else. */
export async function slowDown(session: XRSession): Promise<void> {
  if (!session.supportedFrameRates?.includes(volumeRate)) return
  await session.updateTargetFrameRate(volumeRate).catch(() => {}) // a wish
}

/** Returns the reason why a session did not begin, as a sentence for a person. */
export function describeRefusal(error: unknown): string {
  const { name = '', message = '' } = error instanceof Error || error instanceof DOMException ? error : {}
  switch (name) {
    case 'SecurityError':
      return shutIn
    case 'NotAllowedError':
      return 'The headset was not allowed. Allow it in the browser’s settings for this site, and try again.'
    case 'NotSupportedError':
      return 'The headset does not offer this. Try the other way in, if there is one.'
    case 'InvalidStateError':
      return 'The headset is in use by another page. Leave that first.'
    default:
      return `The headset failed: ${message || String(error)}`
  }
}
