import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Runs at once and whenever a signal that it reads has changed. `useSignalEffect` would wait for the next
 * frame, 16 ms that the user notices.
 */
export function useImmediateEffect(run: () => void): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => effect(() => newest.current()), [])
}
