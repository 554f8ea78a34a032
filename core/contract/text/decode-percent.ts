/** Returns a text without its percent signs; undefined for none, and where no UTF-8 stands behind them. */
export function decodePercent(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
