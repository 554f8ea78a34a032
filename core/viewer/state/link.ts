/**
 * The state of the page as the fragment of an address, and back: `#/gyroid?radius=2&~room=lab`. After the
 * specimen's id stand the parameters under their own names, and the page's settings under names that begin
 * with `~`. Defaults are omitted.
 *
 * A value is JSON, or a text without quotes where that is no JSON: `2` is a number, `"2"` and `up` are texts.
 * A parameter whose name begins with `~` has one more.
 *
 * Each view beside the first is the link of a page with it alone, `~view=gyroid?radius=3`.
 */
import { defaultRoomId, isRoomId } from '../../contract/domain/invocation.ts'
import { resultTypes } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import { readCamera, writeCamera } from '../../contract/look/camera-pose.ts'
import { readDisplay, writeDisplay } from '../../contract/look/link-display.ts'
import {
  decodeText,
  encodeText,
  readNumbers,
  readValue,
  toShort,
  writeValue,
} from '../../contract/look/link-values.ts'
import { isJsonArray, type Json } from '../../contract/values/json.ts'
import { isFiniteNumber } from '../../contract/values/number.ts'
import {
  alone,
  galleryOrders,
  initialView,
  longestNote,
  mostNotes,
  mostSweepSteps,
  mostViews,
  type OneView,
  ownFileId,
  type PinnedNote,
  type Sweep,
  type ViewState,
} from './view-state.ts'

/** Far above any real link; a longer one is ignored. */
const longestLink = 100_000
const longestName = 300
const mostTags = 50
const noteDigits = 5

/** Returns the fragment for a view. */
export function toFragment(view: ViewState): string {
  const { specimenId, search, tags, type, order, params, roomId, camera, display } = view
  const { others, active, isLinked, wipe, sweep } = view
  const pairs: [string, string][] = []
  if (specimenId === null) {
    if (search !== '') pairs.push(['q', search])
    if (type !== null) pairs.push(['type', type])
    pairs.push(...tags.map((tag): [string, string] => ['tag', tag]))
    if (order !== initialView.order) pairs.push(['order', order])
  } else
    for (const [name, value] of Object.entries(params))
      pairs.push([name.replace(/^~/, '~~'), writeValue(value)])
  if (roomId !== defaultRoomId) pairs.push(['~room', roomId])
  if (camera) pairs.push(['~camera', writeCamera(camera)])
  pairs.push(...writeDisplay(display).map(([key, text]): [string, string] => [`~${key}`, text]))
  if (sweep) pairs.push(['~sweep', [sweep.from, sweep.to, sweep.count, sweep.name].join(',')])
  pairs.push(...view.notes.map((note): [string, string] => ['~note', writeNote(note)]))
  for (const other of others) pairs.push(['~view', toFragment({ ...initialView, ...other }).slice(2)])
  if (active > 0) pairs.push(['~active', `${active + 1}`])
  if (!isLinked) pairs.push(['~cameras', 'own'])
  if (wipe !== null) pairs.push(['~wipe', `${toShort(wipe, 3)}`])
  const query = pairs.map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`).join('&')
  return `#/${encodeText(specimenId ?? '').replaceAll('/', '%2F')}${query === '' ? '' : `?${query}`}`
}

/** Returns the view of a fragment from any source: unreadable parts keep their default. */
export function parseFragment(text: string): ViewState {
  return parse(text, readOther)
}

function parse(text: string, readBeside: typeof readOther): ViewState {
  const [, path, query = ''] = /^#?\/([^?]*)(?:\?(.*))?$/su.exec(text.slice(0, longestLink + 1)) ?? []
  if (path === undefined || text.length > longestLink) return initialView
  const id = decodeText(path)
  const specimenId = id === '' || id.length > longestName ? null : id
  const view: Mutable<ViewState> = { ...initialView, specimenId }
  const params: [string, Json][] = []
  for (const pair of query.split('&')) {
    const [, rawName = '', rawText] = /^([^=]*)=(.*)$/su.exec(pair) ?? []
    if (rawText === undefined) continue
    const [name, value] = [decodeText(rawName), decodeText(rawText)]
    if (/^~(?!~)/.test(name)) readOwn(view, [name.slice(1), value], readBeside)
    else if (specimenId === null) readGallery(view, name, value)
    else {
      const parameter = readValue(value)
      if (parameter !== undefined) params.push([name.replace(/^~~/, '~'), parameter])
    }
  }
  // No function has a parameter of that name, and an object would take it for its prototype.
  const own: Params = Object.fromEntries(params.filter(([name]) => name !== '__proto__'))
  return { ...view, params: own, ...(view.others.length > 0 ? boundViews(view) : alone) }
}

function boundViews(view: ViewState): Partial<ViewState> {
  const { others, isLinked, active, wipe } = view
  return {
    ...(isLinked && { others: others.map((other) => ({ ...other, camera: null })) }),
    active: Math.min(active, others.length),
    wipe: others.length === 1 ? wipe : null,
  }
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

function readGallery(view: Mutable<ViewState>, name: string, text: string): void {
  if (name === 'q') view.search = text
  if (name === 'order') view.order = galleryOrders.find((known) => known === text) ?? view.order
  if (name === 'type') view.type = resultTypes.find((known) => known === text) ?? null
  const isNew = name === 'tag' && text !== '' && !view.tags.includes(text) && view.tags.length < mostTags
  if (isNew) view.tags = [...view.tags, text]
}

function readOwn(
  view: Mutable<ViewState>,
  [key, text]: readonly [string, string],
  readBeside: typeof readOther,
) {
  if (key === 'room' && isRoomId(text)) view.roomId = text
  else if (key === 'camera') view.camera = readCamera(text) ?? view.camera
  else if (key === 'sweep') view.sweep = readSweep(text) ?? view.sweep
  else if (key === 'note') view.notes = [...view.notes, ...readNote(text)].slice(0, mostNotes)
  else if (key === 'view') view.others = [...view.others, ...readBeside(view, text)]
  else if (key === 'active') view.active = /^[1-4]$/.test(text) ? Number(text) - 1 : view.active
  else if (key === 'cameras') view.isLinked = text !== 'own'
  else if (key === 'wipe') view.wipe = readNumbers(text, 1)?.find((at) => at >= 0 && at <= 1) ?? view.wipe
  else view.display = readDisplay(view.display, key, text)
}

function readSweep(text: string): Sweep | null {
  const [, ends = '', name = ''] = /^((?:[^,]+,){2}[^,]+),(.+)$/su.exec(text) ?? []
  const [from = 0, to = 0, count = 0] = readNumbers(ends, 3) ?? []
  const isBounded = Number.isInteger(count) && count >= 2 && count <= mostSweepSteps
  return isBounded && name.length <= longestName ? { name, from, to, count } : null
}

/** Returns the view that a link has beside its own, if it may have one more. None is inside another. */
function readOther({ specimenId: own, others }: ViewState, text: string): readonly OneView[] {
  if (own === null || own === ownFileId || others.length + 1 >= mostViews) return []
  const { specimenId, params, camera, display, sweep, notes } = parse(`#/${text}`, () => [])
  if (specimenId === null || specimenId === ownFileId) return []
  return [{ specimenId, params, camera, display, sweep, notes }]
}

/** Returns a note as JSON in a link: `["id",x,y,z,"text","author",time]`. */
function writeNote({ id, at, text, author, time }: PinnedNote): string {
  const place = at.map((coordinate) => toShort(coordinate, noteDigits))
  return JSON.stringify([id, ...place, text, author, Math.round(time)])
}

/** Returns the note of a link; none for a text that is no note. */
function readNote(given: string): readonly PinnedNote[] {
  const parts = readValue(given)
  const [id, x, y, z, text, author = '', time = 0] = parts !== undefined && isJsonArray(parts) ? parts : []
  const isSound = typeof id === 'string' && /^[\w-]{1,32}$/.test(id) && typeof text === 'string'
  if (!isSound || !isFiniteNumber(x) || !isFiniteNumber(y) || !isFiniteNumber(z)) return []
  if (typeof author !== 'string' || !isFiniteNumber(time) || text.length > longestNote) return []
  return [{ id, at: [x, y, z], text, author: author.slice(0, 64), time }]
}
