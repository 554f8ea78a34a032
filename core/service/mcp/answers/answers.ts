import type { CallToolResult, ContentBlock, ResourceLink } from '@modelcontextprotocol/sdk/types.js'
import { dataForms } from '../../../contract/domain/result/forms.ts'
import type { ResultType } from '../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { DrawnPicture } from '../../../engine/run/drawing/drawer.ts'
import { type DataAddress, toDataAddress, toPageAddress } from './addresses.ts'
import type { AskerFacts } from './asker.ts'
import type { ComputedResult } from './compute.ts'
import { quote, showText, toShownName } from './data-words.ts'
import type { PictureShape } from './picture.ts'
import { writeFacts, writeValues } from './write-facts.ts'

/** The facts of an answer, as `structuredContent`. */
export interface ResultSummary {
  readonly specimen: string
  readonly type: ResultType
  /** Complete: with the defaults. */
  readonly params: JsonObject
  readonly room_id: string
  /** `hit`: from the room; `joined`: from a run under way; `miss`: computed. */
  readonly cache: ComputedResult['cache']
  readonly bytes: number
  readonly facts: JsonObject
  readonly notes: readonly string[]
  readonly page: string
}

/** A result with its facts and its picture, as an answer shows it. */
export interface AnsweredResult {
  readonly computed: ComputedResult
  readonly facts: JsonObject
  /** Undefined where the picture would have taken too long. */
  readonly picture: DrawnPicture | undefined
  readonly shape: PictureShape
  /** Settings that the picture leaves out, or that change nothing in it. */
  readonly remarks: readonly string[]
}

const longestLine = 600

/** Returns a picture, facts, five lines of text, and links to the data and the page. @throws `host.busy` */
export function toAnswer(asker: AskerFacts, shown: AnsweredResult): CallToolResult {
  const { computed, picture, shape } = shown
  const summary = summarize(asker, shown)
  const missing = picture ? '' : ' Its picture takes too long; look asks for it again.'
  const data = toDataAddress(asker.root, computed)
  const content: ContentBlock[] = [
    ...(picture ? [toImage(picture, shape)] : []),
    { type: 'text', text: writeLines(summary, computed, missing) },
    ...(data ? [toLink(computed, data)] : []),
    {
      type: 'resource_link',
      uri: summary.page,
      name: `${toShownName(computed.displayName)}, the page`,
      mimeType: 'text/html',
      description: 'These values in 3D, to be turned and changed in a browser',
    },
  ]
  return holdAnswer(asker, { content, structuredContent: { ...summary } })
}

/** Returns an answer whose bytes the account holds until it has been read. @throws `host.busy` */
export function holdAnswer(asker: AskerFacts, answer: CallToolResult): CallToolResult {
  const { content, structuredContent = {} } = answer
  const lengths = content.map(measureBlock)
  asker.hold(lengths.reduce((sum, length) => sum + length, JSON.stringify(structuredContent).length))
  return answer
}

/** Returns the characters of a block, for large ones about. */
function measureBlock(block: ContentBlock): number {
  if (block.type === 'image') return block.data.length
  if (block.type !== 'resource') return JSON.stringify(block).length
  const { resource } = block
  return 'blob' in resource ? resource.blob.length : resource.text.length
}

/** Returns a picture as a block of an answer. */
export function toImage({ body }: DrawnPicture, { form }: Pick<PictureShape, 'form'>): ContentBlock {
  return { type: 'image', data: body.toString('base64'), mimeType: `image/${form}` }
}

/** Returns the summary of a result for an asker. */
export function summarize(
  { root }: AskerFacts,
  { computed, facts, shape, remarks }: Omit<AnsweredResult, 'picture'>,
): ResultSummary {
  const { id, call, entry, cache } = computed
  const { params, roomId } = call.invocation
  return {
    specimen: id,
    type: entry.type,
    params,
    room_id: roomId,
    cache,
    bytes: entry.bytes,
    facts,
    notes: [...(entry.notes ?? []), ...remarks].map((note) => showText(note)),
    page: toPageAddress(root, { id, params, roomId, view: shape.view }),
  }
}

/** Returns the five lines of a result; the first ends with a remark, if there is one. */
export function writeLines(
  summary: ResultSummary,
  { displayName, milliseconds }: Pick<ComputedResult, 'displayName' | 'milliseconds'>,
  remark = '',
): string {
  const { type, cache, params, facts, notes, page } = summary
  const seconds = (milliseconds / 1000).toPrecision(2)
  const origin = { hit: 'from the cache', joined: 'from a run under way', miss: `computed in ${seconds} s` }
  return [
    `${quote(displayName, longestLine)} (${type}), ${origin[cache]}.${remark}`,
    `Values: ${writeValues(params)}`,
    `Facts: ${writeFacts(facts)}`,
    `Notes: ${notes.length === 0 ? 'none' : notes.map((note) => quote(note, longestLine)).join(' ')}`,
    `Page: ${page}`,
  ].join('\n')
}

function toLink({ id, displayName }: ComputedResult, { form, url, others }: DataAddress): ResourceLink {
  const instead = others.length === 0 ? '' : `, or format=${others.join(', ')} in its place`
  return {
    type: 'resource_link',
    uri: url,
    name: `${toShownName(displayName)}, the data`,
    mimeType: dataForms[form].mediaType,
    description: `The data of ${showText(id)} as ${form}${instead}`,
  }
}
