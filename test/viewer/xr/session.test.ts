import { describe, expect, it, vi } from 'vitest'
import {
  describeRefusal,
  findHeadsets,
  isAllowedIn,
  requestSession,
  slowDown,
} from '../../../core/viewer/xr/session.ts'

/** A browser's system with these ways in; the others, or all, are refused with an error. */
function makeSystem(modes: readonly string[], error?: Error): XRSystem {
  const isSessionSupported = async (mode: string): Promise<boolean> => {
    if (error) throw error
    return modes.includes(mode)
  }
  return { isSessionSupported, requestSession: vi.fn(async () => ({})) } as unknown as XRSystem // what is asked of it
}

describe('a headset', () => {
  it.each([
    ['there for both ways', ['immersive-vr', 'immersive-ar']],
    ['there without the room around', ['immersive-vr']],
    ['a telephone with the room around', ['immersive-ar']],
  ])('is found: %s', async (_, modes) => {
    expect(await findHeadsets({ xr: makeSystem(modes), isSecureContext: true, isAllowed: true })).toEqual({
      modes,
      reason: '',
    })
  })

  it.each<[string, XRSystem | undefined, boolean, RegExp]>([
    ['on a page without HTTPS', undefined, false, /needs HTTPS.*adb reverse tcp:8000 tcp:8000/s],
    ['in a browser without WebXR', undefined, true, /no WebXR/],
    ['where none is plugged in', makeSystem([]), true, /^No headset was found\.$/],
    [
      'in a frame that does not allow it',
      makeSystem([], new DOMException('denied', 'SecurityError')),
      true,
      /allow="xr-spatial-tracking"/,
    ],
  ])('is not there %s, which is said', async (_, xr, isSecureContext, reason) => {
    const found = await findHeadsets({ xr, isSecureContext, isAllowed: true })
    expect(found.modes).toEqual([])
    expect(found.reason).toMatch(reason)
  })

  it('is not asked for in a frame that says before that it does not allow it', async () => {
    const allowsFeature = (name: string): boolean => name !== 'xr-spatial-tracking'
    const isAllowed = isAllowedIn({ featurePolicy: { allowsFeature } })
    const xr = makeSystem([], new Error('asked'))
    const found = await findHeadsets({ xr, isSecureContext: true, isAllowed })
    expect(found.reason).toContain('allow="xr-spatial-tracking"')
    expect(isAllowedIn({})).toBe(true)
  })

  it('is asked for a floor, and for hands as a wish; never for what breaks a session', async () => {
    const xr = makeSystem(['immersive-ar'])
    await requestSession(xr, 'immersive-ar')
    expect(xr.requestSession).toHaveBeenCalledExactlyOnceWith('immersive-ar', {
      requiredFeatures: ['local-floor'],
      optionalFeatures: ['hand-tracking', 'layers'],
    })
  })

  it.each(['SecurityError', 'NotAllowedError', 'NotSupportedError', 'InvalidStateError', 'OperationError'])(
    'that is refused by a %s says why in a sentence',
    (name) => {
      expect(describeRefusal(new DOMException('of the browser', name))).toMatch(
        /^[A-Z].*\.$|of the browser$/s,
      )
    },
  )
})

describe('the frame rate of a volume', () => {
  const ask = async (session: object): Promise<void> => await slowDown(session as XRSession) // what it reads of one

  it('is asked for where the headset has it', async () => {
    const updateTargetFrameRate = vi.fn(async () => {})
    await ask({ supportedFrameRates: Float32Array.of(72, 90), updateTargetFrameRate })
    expect(updateTargetFrameRate).toHaveBeenCalledExactlyOnceWith(72)
    await ask({ supportedFrameRates: Float32Array.of(90, 120), updateTargetFrameRate })
    await ask({})
    expect(updateTargetFrameRate).toHaveBeenCalledTimes(1)
  })

  it('is a wish, which may be refused', async () => {
    const updateTargetFrameRate = async (): Promise<never> => await Promise.reject(new Error('not now'))
    await expect(
      ask({ supportedFrameRates: Float32Array.of(72), updateTargetFrameRate }),
    ).resolves.toBeUndefined()
  })
})
