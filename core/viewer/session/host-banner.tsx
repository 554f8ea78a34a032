import { useSignalEffect } from '@preact/signals'
import type { Session } from './session.ts'

/** Shows that the host is away. */
export function HostBanner({ session }: { readonly session: Session }) {
  useSignalEffect(() => {
    if (!session.isAway.value) return
    // Retries at once when the network returns or the tab becomes visible.
    const look = (): void => {
      if (document.visibilityState === 'visible') session.probe()
    }
    addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  })
  return (
    <div class="host-banner" role="status">
      {session.isAway.value && <p>The host does not answer. Trying again …</p>}
    </div>
  )
}
