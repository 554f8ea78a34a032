/**
 * Texts of others for a model: of authors, of functions that threw, of people in rooms. Such a text may be
 * written to steer whoever reads it, so it stands in quotes as data, on one line, without characters that
 * hide or reorder, and cut to a length. All of them pass {@link showText}; {@link showAnswer} has every
 * member of an answer pass it, so that none is forgotten.
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import { toShownText, toVisibleText } from '../../../contract/text/visible-text.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'

const longestName = 100
const longestText = 1000
/** Characters of an address: those of hosts have at most 6,000. */
const longestAddress = 8000

/** The member of an answer's `_meta` with the values that `structuredContent` shows in another form. */
const exactParams = 'specimen/params'

/** Texts of which nothing hides, reorders or ends a line: most of them. */
const plain = /^[!-~][ -~]*$/

/** Returns a text of others in one line: what hides, reorders or ends a line is visible as an escape. */
export function showText(text: string, limit = longestText): string {
  if (text.length <= limit && plain.test(text)) return text
  return toShownText(text, limit).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** Returns an author's name of something, in one line. */
export function toShownName(text: string): string {
  return showText(text.replaceAll(/\s+/g, ' ').trim(), longestName)
}

/** Returns a text of others as a JSON string: quotes in it do not end it. */
export function quote(text: string, limit = longestText): string {
  return JSON.stringify(toShownText(text, limit))
}

/** Returns a value of others as JSON: in it line ends are escapes, and here all that hides is one as well. */
export function quoteValue(value: Json): string {
  return toVisibleText(JSON.stringify(value))
}

/**
 * Returns an answer as a model may have it. Lines of a text block are of the tool, which quotes what is of
 * others; of all else, every text and every name is shown. Values that were changed so are in `_meta` as they
 * are, for a page.
 */
export function showAnswer({ content, structuredContent, ...rest }: CallToolResult): CallToolResult {
  const shown = { ...rest, content: content.map(showBlock) }
  if (!structuredContent || !isJsonObject(structuredContent)) return shown
  const { params } = structuredContent
  const answer = { ...shown, structuredContent: showMembers(structuredContent) }
  if (params === undefined || answer.structuredContent.params === params) return answer
  return { ...answer, _meta: { ...rest._meta, [exactParams]: params } }
}

function showBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { ...block, text: toVisibleText(block.text) }
  if (block.type !== 'resource_link') return block
  const { uri, name, description = '' } = block
  const texts = { name: showText(name), description: showText(description) }
  return { ...block, ...texts, uri: showText(uri, longestAddress) }
}

/** As {@link showValue}. */
function showMembers(object: JsonObject): { readonly [name: string]: Json } {
  const entries = Object.entries(object)
  const shown = entries.map(([name, value]) => [showText(name), showValue(value)] as const)
  const isSame = entries.every(([name, value], i) => shown[i]?.[0] === name && shown[i]?.[1] === value)
  return isSame ? object : Object.fromEntries(shown)
}

/** Returns the value itself where all of it may be shown as it is. */
function showValue(value: Json): Json {
  if (typeof value === 'string') return showText(value, longestAddress)
  if (isJsonObject(value)) return showMembers(value)
  if (!isJsonArray(value)) return value
  const shown = value.map(showValue)
  return shown.every((item, i) => item === value[i]) ? value : shown
}
