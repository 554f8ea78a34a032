import type { Stage } from '../stage/stage.ts'

const turn = Math.PI / 24
const shift = 24
const step = 1.1

/** Moves the camera by a key; returns whether the key does that. With Shift the specimen moves. */
export function moveCamera(
  stage: Stage,
  onFit: () => void,
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const go = (right: number, up: number): void =>
    shiftKey ? stage.pan(right * shift, -up * shift) : stage.orbit(right * turn, up * turn)
  const moves: { readonly [key: string]: () => void } = {
    ArrowLeft: () => go(-1, 0),
    ArrowRight: () => go(1, 0),
    ArrowUp: () => go(0, 1),
    ArrowDown: () => go(0, -1),
    '+': () => stage.zoom(1 / step),
    '=': () => stage.zoom(1 / step),
    '-': () => stage.zoom(step),
    '0': onFit,
  }
  const found = moves[key]
  found?.()
  return found !== undefined
}
