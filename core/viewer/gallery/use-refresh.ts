import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { GalleryState } from './gallery-state.ts'

const everySeconds = 30
/** Turning to the window again and again asks no more often than this. */
const leastSeconds = 3

/** Keeps the catalog up to date while somebody looks: at first, every so often, and when they come back. */
export function useRefresh({ session, catalog }: GalleryState): void {
  useSignalEffect(() => {
    // What an old host has loaded may not be what the one that is back has.
    if (!session.isAway.value) void catalog.refresh()
  })
  useEffect(() => {
    let asked = performance.now()
    const refresh = (): void => {
      const seconds = (performance.now() - asked) / 1000
      if (document.visibilityState !== 'visible' || session.isAway.value || seconds < leastSeconds) return
      asked = performance.now()
      void catalog.refresh()
    }
    const timer = setInterval(refresh, 1000 * everySeconds)
    addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
}
