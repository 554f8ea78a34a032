import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** Runs at once and after each change of a signal that it reads; `useSignalEffect` waits a frame, 16 ms. */
export function useImmediateEffect(run: () => void): void {
  const newest = useRef(run)
  newest.current = run
  useEffect(() => effect(() => newest.current()), [])
}
