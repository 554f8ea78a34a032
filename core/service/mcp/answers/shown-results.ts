import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Services } from '../../http/routes/routes.ts'
import { type AnsweredResult, toAnswer } from './answers.ts'
import type { AskerFacts } from './asker.ts'
import { type AskedResult, type CallLife, type ComputeParts, computeResult, withResult } from './compute.ts'
import { readFacts, toReader } from './facts.ts'
import { drawPicture, noteShape, type PictureShape } from './picture.ts'

/** The parts of a host that tools use. */
export type ToolParts = ComputeParts & Pick<Services, 'account' | 'drawer' | 'encoder'>

/** A result and how it is to be drawn. */
export interface AskedPicture extends AskedResult {
  readonly shape: PictureShape
}

/** Computes a result if necessary, draws it and reads its facts. @throws as these */
export async function showResult(
  parts: ToolParts,
  asker: AskerFacts,
  asked: AskedPicture,
  life: CallLife,
): Promise<AnsweredResult> {
  const { shape } = asked
  const { signal } = life
  const compute = async () => await computeResult(parts, asker, asked, life)
  return await withResult(compute, async (computed) => {
    const [picture, facts, remarks] = await Promise.all([
      drawPicture(parts, asker, computed, { shape, signal }),
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
  life: CallLife,
): Promise<CallToolResult> {
  return toAnswer(asker, await showResult(parts, asker, asked, life))
}
