import { cutText } from '../../../contract/text/cut-text.ts'
import { isJsonObject, type Json } from '../../../contract/values/json.ts'
import type { RoomChanged, RoomPeer } from '../../../contract/wire/room-messages.ts'
import { isPresenter } from '../../rooms/members.ts'
import { quote, quoteValue } from '../answers/data-words.ts'

const mostNews = 20
const longestValue = 200

/**
 * The changes by others in a room since its agent was told last: of each field the newest one by each peer,
 * and so many of them.
 */
export class RoomNews {
  readonly #news = new Map<string, string>()
  #more = 0

  /** Notes a change; those of the hosts themselves are no news. */
  follow({ by, fields }: RoomChanged, author: RoomPeer | undefined): void {
    const name = author ? quote(author.name) : 'Somebody'
    for (const [field, value] of Object.entries(fields)) {
      const words = toWords(field, value)
      if (words !== undefined) this.#add(`${by} ${field}`, `${name} ${words}`)
    }
  }

  /** Notes that a peer has come or left. */
  meet({ peer, name }: RoomPeer, words: 'has come' | 'has left'): void {
    this.#add(`peer ${peer}`, `${quote(name)} ${words}`)
  }

  /** Returns the news, of which nothing is left then. */
  take(): readonly string[] {
    const more = this.#more > 0 ? [`${this.#more} more changes`] : []
    const told = [...this.#news.values(), ...more]
    this.#news.clear()
    this.#more = 0
    return told
  }

  #add(key: string, text: string): void {
    if (this.#news.size >= mostNews && !this.#news.has(key)) this.#more++
    else {
      this.#news.delete(key) // the newest stands last
      this.#news.set(key, text)
    }
  }
}

/** Returns what was done to a field in words; undefined for what a host has done. */
function toWords(field: string, value: Json): string | undefined {
  const [, view, part = '', name = ''] = /^views\/(\d)\/(\w+)\/?(.*)$/s.exec(field) ?? []
  if (part === 'specimen')
    return value === null ? `has closed view ${view}` : `shows ${toText(value)} in view ${view}`
  if (part === 'params') return `has set ${quote(name, longestValue)} to ${toText(value)} in view ${view}`
  if (part === 'display') return `has changed how view ${view} is drawn`
  if (field === 'active')
    return value === null ? 'looks at no view' : `has made view ${toText(value)} the active one`
  if (field === 'presenter') return toLockWords(value)
  if (!field.startsWith('notes/')) return undefined
  const text = isJsonObject(value) ? value.text : undefined
  const id = quote(field.slice('notes/'.length))
  return typeof text === 'string'
    ? `has pinned the note ${id}: ${quote(text, longestValue)}`
    : `has removed the note ${id}`
}

function toLockWords(value: Json): string {
  if (!isPresenter(value)) return 'has ended presenting'
  return value.locks ? 'has locked what is shown' : 'presents'
}

function toText(value: Json): string {
  if (value === null) return 'its default'
  return typeof value === 'string' ? quote(value, longestValue) : cutText(quoteValue(value), longestValue)
}
