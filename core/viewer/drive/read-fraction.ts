import type { ProgressMessage } from '../../contract/domain/job.ts'

const number = String.raw`\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?`
const percentage = new RegExp(String.raw`(?<![\w.,-])(${number})\s?%`)
/** Excludes parts of dates, paths, versions and negative numbers. */
const ratio = new RegExp(
  String.raw`(?<![\w/.,-])(${number})\s*(?:/|\s(?:out\s)?of\s)\s*(${number})(?!\w|[/.,-]\w)(.*)`,
  's',
)
/** Units that make `1/2` an amount: `1/2 inch`, `1/4 resolution`. */
const measured = /^\s*(?:["″%°]|(?:inch(?:es)?|in|ft|[µunmck]?m|px|resolution|size|scale|speed)\b)/i

/** Returns the progress of a message from 0 to 1, by fraction or text (`45 %`, `3/10 slices`), or null. */
export function readFraction({ text, fraction }: Pick<ProgressMessage, 'text' | 'fraction'>): number | null {
  if (fraction !== undefined) return fraction
  const percent = percentage.exec(text)?.[1]
  if (percent !== undefined) return toShare(percent, '100')
  const [, done, all, rest = ''] = ratio.exec(text) ?? []
  if (done === undefined || all === undefined || measured.test(rest)) return null
  // 03/2024 is a month; 003/100 is a counter.
  const isDate = done.startsWith('0') && done.length > 1 && done.length !== all.length
  return isDate ? null : toShare(done, all)
}

function toShare(done: string, all: string): number | null {
  const share = toNumber(done) / toNumber(all)
  return share <= 1 ? share : null // NaN for 0/0
}

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''))
}
