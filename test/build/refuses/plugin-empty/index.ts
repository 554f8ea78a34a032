export const SIZE = 3
export function half(x: number): number {
  return x / 2
}
