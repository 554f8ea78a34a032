import { hasCode } from '../../../contract/domain/errors.ts'
import { isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import type { RoomPeer } from '../../../contract/wire/room-messages.ts'
import { isPresenter } from '../../rooms/members.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { showText, toShownName } from '../answers/data-words.ts'
import type { AgentPeer } from './agent-peer.ts'
import { type ResultPlaces, toPlace } from './places.ts'
import { completeValues, type RoomParts, type SeenResult } from './room-result.ts'
import { listViews, type RoomView, readViewState } from './room-view.ts'

/** Peers and notes that an answer lists, and characters of a note and of a failure. */
const [mostPeers, mostNotes, longestNote, longestError] = [20, 20, 200, 500]

/** A peer as an answer has it. */
export interface SummarizedPeer {
  readonly peer: number
  readonly name: string
  readonly may_change: boolean
}

/** A note as an answer has it; `at` is in the coordinates of the facts. */
export interface SummarizedNote {
  readonly id: string
  readonly author: string
  readonly text: string
  readonly at: readonly number[] | null
}

/** A room with one of its views, as `structuredContent`. */
export interface RoomSummary {
  readonly room_id: string
  readonly you: SummarizedPeer
  readonly others: readonly SummarizedPeer[]
  readonly others_count: number
  /** The name of whoever presents; null for nobody. */
  readonly presenter: string | null
  /** The name of the peer that has locked the room; null where it is not locked. */
  readonly locked_by: string | null
  /** False while `set` would be refused: by the token, or by a lock of another. */
  readonly may_set: boolean
  readonly open_views: readonly number[]
  readonly view: number | null
  readonly specimen: string | null
  /** Complete: with the defaults. */
  readonly params: JsonObject
  /** `none`, `current`, `pending`: an older one while another is computed, `failed`: an older one or none. */
  readonly result: 'none' | 'current' | 'pending' | 'failed'
  readonly error: string | null
  readonly facts: JsonObject | null
  readonly notes: readonly SummarizedNote[]
  readonly page: string
}

/** The picture of a room: a view, with its result. */
export interface SeenView {
  readonly view: RoomView
  readonly result: SeenResult | undefined
  readonly places: ResultPlaces | undefined
}

/** Returns the summary of a room for an agent in it. */
export function summarizeRoom(
  parts: RoomParts,
  asker: AskerFacts,
  peer: AgentPeer,
  shown: SeenView | undefined,
): RoomSummary {
  const { fields, peers, roomId } = peer
  const others = [...peers.values()].filter((other) => other.peer !== peer.peer)
  const present = fields.get('presenter')
  const presenter = isPresenter(present) ? peers.get(Number(present.peer)) : undefined
  const isLocked = isPresenter(present) && present.locks && present.peer !== peer.peer
  const presenterName = presenter ? toShownName(presenter.name) : null
  const you = toSummarized(
    peers.get(peer.peer) ?? { peer: peer.peer, name: '', color: '', may_change: false },
  )
  const view = shown?.view
  return {
    room_id: roomId,
    you,
    others: others.slice(0, mostPeers).map(toSummarized),
    others_count: others.length,
    presenter: presenterName,
    locked_by: isLocked ? (presenterName ?? 'somebody') : null,
    may_set: you.may_change && !isLocked,
    open_views: listViews(fields),
    view: view?.number ?? null,
    specimen: view?.specimenId ?? null,
    params: view ? readValues(parts, asker, view) : {},
    ...summarizeResult(peer, shown),
    facts: shown?.result?.facts ?? null,
    notes: shown ? listNotes(peer, shown) : [],
    page: `${asker.root}/#/?~room=${encodeURIComponent(roomId)}`,
  }
}

/** Returns the values with defaults; those that were set where the token does not show the specimen. */
function readValues(parts: RoomParts, asker: AskerFacts, view: RoomView): JsonObject {
  try {
    return completeValues(parts, asker, view)
  } catch (error) {
    if (!hasCode(error, 'specimen.unknown')) throw error
    return view.params
  }
}

function summarizeResult(
  peer: AgentPeer,
  shown: SeenView | undefined,
): Pick<RoomSummary, 'result' | 'error'> {
  if (!shown) return { result: 'none', error: null }
  const { view, result } = shown
  if (result && result.resultId === undefined) return { result: 'current', error: null } // a file
  const { resultId, resultVersion, runVersion, error } = readViewState(peer.fields, view.number)
  if (error) return { result: 'failed', error: showText(`${error.code}: ${error.detail}`, longestError) }
  // It may have changed while the picture was drawn.
  const isOld = result && (result.resultId !== resultId || (resultVersion ?? 0) < peer.changedAt(view.number))
  if (runVersion !== undefined || isOld) return { result: 'pending', error: null }
  return { result: result ? 'current' : 'none', error: null }
}

function listNotes({ fields }: AgentPeer, { view, places }: SeenView): readonly SummarizedNote[] {
  const notes = [...fields].flatMap(([name, value]) => {
    if (!name.startsWith('notes/') || !isJsonObject(value) || value.view !== view.number) return []
    const { at = null, text: words = '', author = '' } = value
    const place = toPlace(at)
    return {
      id: name.slice('notes/'.length),
      author: toShownName(String(author)),
      text: showText(String(words), longestNote),
      at: place ? (places?.toFacts(place) ?? place) : null,
    }
  })
  return notes.slice(-mostNotes)
}

function toSummarized({ peer, name, may_change }: RoomPeer): SummarizedPeer {
  return { peer, name: toShownName(name), may_change }
}
