import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import { createProgressTeller } from '../sessions/progress.ts'
import type { AnswerCall } from './tools.ts'

/** The SDK's surroundings of a message. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Calls a tool, and tells the client of its progress. @throws the errors of the tool */
export async function callTool(
  tool: AnswerCall,
  given: unknown,
  { signal, sendNotification, _meta }: Extra,
): Promise<CallToolResult> {
  const told = createProgressTeller(_meta?.progressToken, async (notification) => {
    await sendNotification(notification)
  })
  try {
    return await tool(readArguments(given), { signal, onMessages: told.tell })
  } finally {
    await told.end()
  }
}

function readArguments(given: unknown = {}): JsonObject {
  if (isJsonObject(given)) return given
  throw new SpecimenError('request.invalid', 'arguments must be an object.')
}
