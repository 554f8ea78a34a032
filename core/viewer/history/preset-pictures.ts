import { useEffect, useRef, useState } from 'preact/hooks'
import type { Preset } from '../../domain/preset.ts'
import type { Params } from '../../domain/schema.ts'

/** Returns the host's picture of a result. */
export type DrawPreset = (params: Params, signal: AbortSignal) => Promise<Blob>

/** Returns addresses of pictures by the preset's name, drawn one after the other while `draw` is there. */
export function usePresetPictures(
  presets: readonly Preset[],
  draw: DrawPreset | undefined,
): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useRef(new Map<string, string>())
  useEffect(() => {
    if (!draw) return
    const leaving = new AbortController()
    const { signal } = leaving
    const drawRest = async (): Promise<void> => {
      for (const { name, params } of presets) {
        if (asked.current.has(name)) continue
        // A preset that fails keeps its name alone: whoever picks it reads why.
        const picture = await draw(params, signal).catch(() => new Blob())
        if (signal.aborted) return
        asked.current.set(name, picture.size > 0 ? URL.createObjectURL(picture) : '')
        setPictures(new Map([...asked.current].filter(([, address]) => address !== '')))
      }
    }
    void drawRest()
    return () => leaving.abort()
  }, [draw !== undefined])
  useEffect(() => {
    const { current } = asked
    return () => {
      for (const address of current.values()) URL.revokeObjectURL(address)
    }
  }, [])
  return pictures
}
