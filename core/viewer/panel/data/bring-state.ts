import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { BringProgress, OfferedData, OwnData } from './panel-data.ts'

/** A file on its way, or the reason why it was not taken. */
export type BringState =
  | { readonly name: string; readonly progress: BringProgress; readonly cancel: () => void }
  | { readonly problem: string }
  | null

/** Brings files of some kinds, one at a time; a newer one takes the place of one on its way. */
export function useBring(
  bring: OwnData['bring'] | null,
  kinds: readonly string[],
  onBrought: (brought: OfferedData) => void,
): { readonly state: BringState; readonly take: (files: readonly File[]) => void } {
  const state = useSignal<BringState>(null)
  const underWay = useRef<AbortController | null>(null)
  const latest = useRef(onBrought)
  latest.current = onBrought
  useEffect(() => () => underWay.current?.abort(), [])
  const start = async (file: File, send: OwnData['bring']): Promise<void> => {
    const ending = new AbortController()
    const { signal } = ending
    underWay.current?.abort()
    underWay.current = ending
    const name = toShownText(file.name)
    const cancel = (): void => {
      ending.abort()
      state.value = null
    }
    const onProgress = (progress: BringProgress): void => {
      if (!signal.aborted) state.value = { name, progress, cancel }
    }
    onProgress({ stage: 'Reading', fraction: 0 })
    try {
      const brought = await send(file, { kinds, signal, onProgress })
      if (signal.aborted) return
      state.value = null
      latest.current(brought)
    } catch (error) {
      if (!signal.aborted) state.value = { problem: toThrownText(error) }
    }
  }
  const take = (files: readonly File[]): void => {
    const [file, ...others] = files
    if (!bring || !file) return
    if (others.length > 0) state.value = { problem: `One file is taken here, and these are ${files.length}.` }
    else void start(file, bring)
  }
  return { state: state.value, take }
}
