/** Returns the longest length, 1, 2 or 5 times 10^n, in `mostPixels` at `unitPixels` for 1; null for none. */
export function chooseLength(unitPixels: number, mostPixels: number): number | null {
  const most = mostPixels / unitPixels
  if (!(most > 0 && Number.isFinite(most))) return null
  const power = 10 ** Math.floor(Math.log10(most))
  const factor = [5, 2, 1].find((digit) => digit * power <= most) ?? 0.5
  return Number((factor * power).toPrecision(1))
}
