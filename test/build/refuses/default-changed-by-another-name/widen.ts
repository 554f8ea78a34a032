import type { LIMITS } from './limits.ts'

export function widen(limits: typeof LIMITS): void {
  deeper(limits)
}

const deeper = (limits: { min: number }): void => {
  limits.min -= 1
}

export function scale(list: number[]): number[] {
  return list.reverse()
}
