/** The parts of a message from the other side, which is hostile until they are read. */
import { messageLength, messageLimit, toFraction } from '../../../contract/domain/job.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { isCount } from '../../../contract/values/number.ts'
import { FrameError } from '../../../contract/wire/frames.ts'
import type { RunContext } from '../runner.ts'

/** Longest gap in the numbers of messages: more than any flood leaves. */
const skipLimit = 2 ** 40

/** Passes the reports of a message on. @throws FrameError */
export function reportProgress(progress: RunContext['progress'], { skipped, reports }: JsonObject): void {
  const count = toCount(skipped)
  const isProper = isJsonArray(reports) && reports.length <= messageLimit && count <= skipLimit
  if (!isProper) throw new FrameError('a progress message has no proper reports')
  if (count > 0) progress.skip?.(count)
  for (const report of reports) {
    if (!isJsonObject(report)) throw new FrameError('a progress message has no proper reports')
    progress.report(toText(report.text).slice(0, messageLength), toFraction(report.fraction))
  }
}

/** Returns a number of a message, such as that of its run. @throws FrameError */
export function toCount(value: Json | undefined): number {
  if (isCount(value)) return value
  throw new FrameError('a message has no proper number')
}

/** Returns a text of a message. @throws FrameError */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new FrameError('a message has no proper text')
}
