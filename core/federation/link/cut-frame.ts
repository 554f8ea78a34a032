import { StringDecoder } from 'node:string_decoder'
import { setImmediate } from 'node:timers/promises'
import { jsonSteps, maxJsonDepth } from '../../contract/values/json.ts'
import { LinkError } from './link-error.ts'

/** A large text message in parts, of which none takes long to parse. */
export interface CutFrame {
  /** The message with its lists empty. */
  readonly rest: string
  /** The elements of its lists by the name of the member, as texts that may not be JSON. */
  readonly lists: ReadonlyMap<string, readonly string[]>
}

/**
 * Most values of a large message besides the elements of its lists, and of such an element, where a list or
 * an object counts as 6 and a member as 10: they take two milliseconds to parse.
 */
export const mostFrameSteps = 64 * 1024

/** Bytes that are read in one turn of the event loop: at most two milliseconds. */
const turnBytes = 64 * 1024
/** Cost of an element: as many entries may come as a message has place for, which have 200 bytes and more. */
const elementSteps = 3

/**
 * Cuts a message without parsing it, in turns of the event loop: lists of the given members into their
 * elements, which may be parsed one by one.
 * @throws LinkError for one that nests too deep, or has too many values outside these lists
 */
export async function cutFrame(bytes: Buffer, members: ReadonlySet<string>): Promise<CutFrame> {
  const cutter = new FrameCutter(await decode(bytes), members)
  while (!cutter.advance()) await setImmediate()
  return cutter.finish()
}

/** Text that is not ASCII takes 10 ms for each MiB. */
async function decode(bytes: Buffer): Promise<string> {
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += turnBytes) {
    parts.push(decoder.write(bytes.subarray(at, at + turnBytes)))
    await setImmediate()
  }
  return parts.join('')
}

const mark = { quote: 0x22, comma: 0x2c, colon: 0x3a, escape: 0x5c } as const

/** A list that is being cut, from the position of its present element on. */
interface OpenList {
  readonly texts: string[]
  start: number
}

/** Looks for the marks outside strings; whether they are JSON, the parser of each part will say. */
class FrameCutter {
  readonly #text: string
  readonly #members: ReadonlySet<string>
  readonly #lists = new Map<string, string[]>()
  /** The parts outside the lists, and where the next begins. */
  readonly #rest: string[] = []
  #restStart = 0
  #at = 0
  #isInString = false
  #depth = 0
  #steps = 0
  #list: OpenList | undefined
  /** The place of the last string of the object, and whether it was followed by a colon alone. */
  #name: readonly [start: number, end: number] = [0, 0]
  #stringStart = 0
  #isAfterName = false

  constructor(text: string, members: ReadonlySet<string>) {
    this.#text = text
    this.#members = members
  }

  /** Looks through the next characters; returns true at the end. */
  advance(): boolean {
    const text = this.#text
    const end = Math.min(text.length, this.#at + turnBytes)
    let at = this.#at
    while (at < end) {
      if (this.#isInString) at = this.#leaveString(at, end)
      else {
        const code = text.charCodeAt(at++)
        if (code > 0x20 && (code < 0x30 || code > 0x39)) this.#take(code, at)
      }
    }
    this.#at = at
    if (this.#steps > mostFrameSteps) throw manyValuesError()
    return at >= text.length
  }

  finish(): CutFrame {
    if (this.#list) throw new LinkError('protocol', 'A frame is not valid JSON (it ends in a list).')
    this.#rest.push(this.#text.slice(this.#restStart))
    return { rest: this.#rest.join(''), lists: this.#lists }
  }

  /** Returns the position after a string, or that at which it goes on. */
  #leaveString(start: number, end: number): number {
    const text = this.#text
    let at = start
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === mark.escape) at++
      else if (code === mark.quote) {
        this.#isInString = false
        if (this.#depth === 1) this.#name = [this.#stringStart, at]
        return at + 1
      }
    }
    return at // beyond the end after an escape
  }

  /** Takes a character outside strings, after which `at` is the position. */
  #take(code: number, at: number): void {
    const isAfterName = this.#isAfterName
    this.#isAfterName = code === mark.colon && this.#depth === 1
    if (code === mark.quote) {
      this.#isInString = true
      this.#stringStart = at
    } else if (code === 0x5b || code === 0x7b) this.#enter(at, code === 0x5b && isAfterName)
    else if (code === 0x5d || code === 0x7d) this.#leave(at)
    else if (code === mark.colon) this.#count(jsonSteps.colon)
    else if (code === mark.comma) {
      this.#count(jsonSteps.comma)
      if (this.#list && this.#depth === 2) this.#endElement(this.#list, at)
    }
  }

  #enter(at: number, isMember: boolean): void {
    this.#count(jsonSteps.bracket)
    if (++this.#depth > maxJsonDepth)
      throw new LinkError(
        'protocol',
        `A frame nests deeper than ${maxJsonDepth} levels; send a flatter value.`,
      )
    if (!isMember) return
    const name = this.#text.slice(...this.#name)
    if (!this.#members.has(name)) return
    this.#list = { texts: [], start: at }
    this.#lists.set(name, this.#list.texts)
    this.#rest.push(this.#text.slice(this.#restStart, at))
  }

  #leave(at: number): void {
    if (this.#list && this.#depth === 2) {
      const { texts } = this.#list
      this.#endElement(this.#list, at)
      if (texts.length === 1 && texts[0]?.trim() === '') texts.pop()
      this.#list = undefined
      this.#restStart = at - 1
    }
    this.#depth--
  }

  #endElement(list: OpenList, at: number): void {
    this.#steps += elementSteps
    list.texts.push(this.#text.slice(list.start, at - 1))
    list.start = at
  }

  /** What is in a list is counted when it is parsed. */
  #count(steps: number): void {
    if (!this.#list) this.#steps += steps
  }
}

function manyValuesError(): LinkError {
  const counted =
    'a value counts as 1, a list or an object as 6, a member as 10 and an entry of a catalog as 3'
  return new LinkError('protocol', `a frame must have at most ${mostFrameSteps} values, where ${counted}`)
}
