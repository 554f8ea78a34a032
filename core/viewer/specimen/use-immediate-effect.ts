import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Runs whenever a signal that it reads has changed, and at once, where `useSignalEffect` waits for the next
 * frame: for what a person waits for, as a frame is 16 ms.
 */
export function useImmediateEffect(run: () => void): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => effect(() => newest.current()), [])
}
