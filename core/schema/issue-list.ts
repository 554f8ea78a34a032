import { cutText } from '../domain/cut-text.ts'
import { describe } from '../domain/describe.ts'
import type { Issue } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'

const mostIssues = 100
const mostBytes = 40_000
const pointerLength = 256
const foundLength = 120
const allowedLength = 300

/**
 * The issues of one refused value, bounded while they are made: how many, how long each text is, and how many
 * bytes all are together. A refusal is never much larger than what it refuses, whatever the schema.
 */
export class IssueList {
  readonly #issues: Issue[] = []
  /** A large object that many keywords refuse is described once. */
  readonly #descriptions = new Map<Json, string>()
  #bytes = 0
  #isFull = false

  /** The issues in the order in which they were added. */
  get issues(): readonly Issue[] {
    return this.#issues
  }

  /** Whether no more are taken; there may be others then. */
  get isFull(): boolean {
    return this.#isFull
  }

  /**
   * Adds what was found at a JSON pointer (`undefined` where there is nothing), and in words what is allowed
   * there.
   */
  add(pointer: string, found: Json | undefined, allowed: string): void {
    if (this.#isFull) return
    const issue = {
      pointer: cutText(pointer, pointerLength),
      found: found === undefined ? 'nothing' : this.#describe(found),
      allowed: cutText(allowed, allowedLength),
    }
    this.#issues.push(issue)
    this.#bytes += new TextEncoder().encode(JSON.stringify(issue)).length
    this.#isFull = this.#issues.length >= mostIssues || this.#bytes >= mostBytes
  }

  #describe(value: Json): string {
    const known = this.#descriptions.get(value)
    if (known !== undefined) return known
    const description = cutText(describe(value), foundLength)
    this.#descriptions.set(value, description)
    return description
  }
}

/** Returns names or values in words, as many as a refusal has room for. */
export function listShortly(items: readonly Json[], write: (item: Json) => string = describe): string {
  let text = ''
  for (const item of items) {
    text += text === '' ? write(item) : `, ${write(item)}`
    if (text.length > allowedLength) break
  }
  return cutText(text, allowedLength - 20)
}

/** Returns a JSON pointer that leads one step further, into a member or an item. */
export function pointInto(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
