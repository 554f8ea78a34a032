import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js'
import { hasCode } from '../../../contract/domain/errors.ts'
import { holdAnswer, toImage } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { quote } from '../answers/data-words.ts'
import { drawComputed, noteShape, type PictureShape } from '../answers/picture.ts'
import { writeFacts, writeValues } from '../answers/write-facts.ts'
import type { AgentPeer } from './agent-peer.ts'
import { findPlaces } from './places.ts'
import { findRoomResult, type PeerView, type RoomParts, type SeenResult } from './room-result.ts'
import { type RoomSummary, type SeenView, type SummarizedPeer, summarizeRoom } from './room-summary.ts'
import { findActive, readRoomView } from './room-view.ts'

/** The view of a room that an answer shows, by default the active one, and how it is drawn. */
export interface ShownRoom {
  readonly peer: AgentPeer
  readonly view?: number | undefined
  readonly shape: PictureShape
}

/** Returns who is in a room, what it shows, and the picture and the facts of that. @throws `host.busy` */
export async function answerRoom(
  parts: RoomParts,
  asker: AskerFacts,
  { peer, view: chosen = findActive(peer.fields), shape: wanted }: ShownRoom,
  life: ToolLife,
): Promise<CallToolResult> {
  const view = chosen === undefined ? undefined : readRoomView(peer.fields, chosen)
  const result = view && (await findVisible(parts, asker, { peer, view }, life))
  // The settings of the room, and over them those that are asked for.
  const shape = { ...wanted, view: `${view?.display ?? ''} ${wanted.view}`.trim() }
  const picture = result && (await drawComputed(parts, asker, result, { shape, signal: life.signal }))
  const places = result && (await findPlaces(result))
  const remarks = result ? await noteShape(result, shape) : []
  const now = chosen === undefined ? undefined : readRoomView(peer.fields, chosen)
  // Values of this moment; of another specimen, which has come while it was drawn, they would not fit.
  const shown = view && { view: now?.specimenId === view.specimenId ? now : view, result, places }
  const summary = summarizeRoom(parts, asker, peer, shown)
  const content: ContentBlock[] = [
    ...(picture ? [toImage(picture, shape)] : []),
    { type: 'text', text: [writeRoom(summary, shown), ...remarks].join('\n') },
    {
      type: 'resource_link',
      uri: summary.page,
      name: 'The room, the page',
      mimeType: 'text/html',
      description: 'This room in 3D, for people',
    },
  ]
  return holdAnswer(asker, { content, structuredContent: { ...summary } })
}

/** Returns the result of a view; undefined too where the token does not show its specimen. */
async function findVisible(
  parts: RoomParts,
  asker: AskerFacts,
  seen: PeerView,
  life: ToolLife,
): Promise<SeenResult | undefined> {
  try {
    return await findRoomResult(parts, asker, seen, life)
  } catch (error) {
    if (hasCode(error, 'specimen.unknown')) return undefined
    throw error
  }
}

function writeRoom(summary: RoomSummary, shown: SeenView | undefined): string {
  const { room_id, you, others, others_count: count, view, specimen, params, facts, notes } = summary
  const more = count > others.length ? `, and ${count - others.length} more` : ''
  const company = count === 0 ? 'nobody' : others.map(writePeer).join(', ') + more
  const lines = [
    `Room ${quote(room_id)}: you are ${writePeer(you)}. Others here: ${company}.`,
    writeLock(summary),
  ]
  if (view === null || !shown) return [...lines, 'No view is open; set with a specimen opens one.'].join('\n')
  const name = shown.result ? ` ${quote(shown.result.displayName)}` : ''
  const listed = notes.map(({ id, author, text, at }) => {
    return `${quote(id)} by ${quote(author)} at ${JSON.stringify(at)}: ${quote(text)}`
  })
  return [
    ...lines,
    `View ${view} shows ${quote(specimen ?? '')}${name}. Open views: ${summary.open_views.join(', ')}.`,
    `Values: ${writeValues(params)}`,
    `Result: ${writeResult(summary)}`,
    ...(facts ? [`Facts: ${writeFacts(facts)}`] : []),
    ...(listed.length > 0 ? [`Notes: ${listed.join(' ')}`] : []),
    `Page: ${summary.page}`,
  ].join('\n')
}

function writePeer({ name, may_change }: SummarizedPeer): string {
  return quote(name) + (may_change ? '' : ' (may only watch)')
}

function writeLock({ locked_by, presenter, you, may_set }: RoomSummary): string {
  if (locked_by !== null)
    return `${quote(locked_by)} has locked what is shown: set is refused until that ends.`
  if (!may_set) return 'Your token may watch and point here; set and note are refused.'
  if (presenter === null) return 'Nobody presents, and nothing is locked.'
  return presenter === you.name ? 'You present.' : `${quote(presenter)} presents; nothing is locked.`
}

function writeResult({ result, error }: RoomSummary): string {
  const words = {
    none: 'there is none yet.',
    current: 'the newest one, of these values.',
    pending: 'another one is being computed; this picture and these facts are of values before.',
    failed: `the newest run has failed: ${quote(error ?? '')}. A picture and facts are of values before.`,
  }
  return words[result]
}
