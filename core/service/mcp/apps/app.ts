import { readFile } from 'node:fs/promises'
import type { ClientCapabilities, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { isJsonArray, isJsonObject, type Json } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'

/** The address of the page that shows a result in a chat (MCP Apps, 2026-01-26). */
export const appUri = 'ui://specimen/app.html'

const mediaType = 'text/html;profile=mcp-app'
const extension = 'io.modelcontextprotocol/ui'

/** Returns whether a client shows pages of servers: it says so when it begins. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const settings: unknown = capabilities?.extensions?.[extension]
  if (!isJsonObject(settings)) return false
  const types: Json | undefined = settings.mimeTypes
  return isJsonArray(types) && types.includes(mediaType)
}

/** Returns the page, which is one file and asks for no network. @throws `host.busy`, and as reading it */
export async function readApp({ hold }: AskerFacts, file: URL): Promise<ReadResourceResult> {
  const text = await readFile(file, 'utf8')
  hold(text.length)
  const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }
  return { contents: [{ uri: appUri, mimeType: mediaType, text, _meta }] }
}
