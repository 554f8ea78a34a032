import { readFile } from 'node:fs/promises'
import type { ClientCapabilities, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { isJsonArray, isJsonObject, type Json } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { escapeText } from '../streams/encode-message.ts'

/** The address of the page that shows a result in a chat (MCP Apps, 2026-01-26). */
export const appUri = 'ui://specimen/app.html'

/** The media type of such pages. */
export const appMediaType = 'text/html;profile=mcp-app'
/** The extension of the protocol by which a client says that it shows them. */
export const appExtension = 'io.modelcontextprotocol/ui'

/** Returns whether a client shows pages of servers: it says so when it begins. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  const settings: unknown = capabilities?.extensions?.[appExtension]
  if (!isJsonObject(settings)) return false
  const types: Json | undefined = settings.mimeTypes
  return isJsonArray(types) && types.includes(appMediaType)
}

/** The page, which is one file and asks for no network. It is read and encoded once. */
export class AppResource {
  readonly #file: URL
  #text: Promise<readonly Buffer[]> | undefined

  constructor(file: URL) {
    this.#file = file
  }

  /** @throws `host.busy`, and as reading the file */
  async read({ hold, addText }: AskerFacts): Promise<ReadResourceResult> {
    this.#text ??= this.#encode()
    const text = await this.#text
    hold(text.reduce((sum, { byteLength }) => sum + byteLength, 0))
    const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } }
    return { contents: [{ uri: appUri, mimeType: appMediaType, text: addText(text), _meta }] }
  }

  async #encode(): Promise<readonly Buffer[]> {
    try {
      const decoder = new TextDecoder()
      return await escapeText(await readFile(this.#file), decoder.decode.bind(decoder))
    } catch (error) {
      this.#text = undefined // it may be there for the next one
      throw error
    }
  }
}
