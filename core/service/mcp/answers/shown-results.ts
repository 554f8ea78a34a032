import { setImmediate } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { retryLost } from '../../calls/calls.ts'
import { type AnsweredResult, toAnswer } from './answers.ts'
import type { AskerFacts } from './asker.ts'
import { type AskedResult, computeResult, type ToolLife } from './compute.ts'
import { readFacts, toReader } from './facts.ts'
import { drawComputed, noteShape, type PictureShape } from './picture.ts'
import type { ToolParts } from './tool-parts.ts'

/** A result and how it is to be drawn. */
export interface AskedPicture extends AskedResult {
  readonly shape: PictureShape
}

/** Computes a result if necessary, draws it and reads its facts. @throws as these */
export async function showResult(
  parts: ToolParts,
  asker: AskerFacts,
  asked: AskedPicture,
  life: ToolLife,
): Promise<AnsweredResult> {
  const { shape } = asked
  const { signal } = life
  return await retryLost(async () => {
    const computed = await computeResult(parts, asker, asked, life)
    const [picture, facts, remarks] = await Promise.all([
      drawComputed(parts, asker, computed, { shape, signal }),
      readFacts(parts, computed, toReader(asker, life)),
      noteShape(computed, shape),
    ])
    return { computed, picture, facts, shape, remarks }
  })
}

/** Returns the answer of a tool that shows one result. @throws as {@link showResult}, and `host.busy` */
export async function answerResult(
  parts: ToolParts,
  asker: AskerFacts,
  asked: AskedPicture,
  life: ToolLife,
): Promise<CallToolResult> {
  const shown = await showResult(parts, asker, asked, life)
  // What the room has comes in the turn that read the message; long parameters take as long again to write.
  await setImmediate()
  return toAnswer(asker, shown)
}
