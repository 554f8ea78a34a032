import { useSignalEffect } from '@preact/signals'
import type { Session } from './session.ts'

/** Says that the host is away, for as long as it is. */
export function HostBanner({ session }: { readonly session: Session }) {
  useSignalEffect(() => {
    if (!session.isAway.value) return
    // A network that is back, and a tab that somebody looks at, need not wait for the next try.
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
