import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { GalleryState } from './gallery-state.ts'

const everySeconds = 30
/** Shortest time between two requests, however often the window gets the focus. */
const leastSeconds = 3

/** Keeps the catalog up to date: at first, at intervals, and whenever the page becomes visible. */
export function useRefresh({ session, catalog }: GalleryState): void {
  useSignalEffect(() => {
    // A restarted host may have another catalog.
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
