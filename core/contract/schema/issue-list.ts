import type { Issue } from '../domain/errors.ts'
import { cutText } from '../text/cut-text.ts'
import { describe } from '../text/describe.ts'
import { allowedLength, describeRefusal, type ValueRefusal } from './issue-words.ts'

const mostIssues = 100
const mostBytes = 40_000
const pointerLength = 256
const foundLength = 120

/**
 * The issues of one refused value, bounded while they are made: how many, how long each text is, and how many
 * bytes all are together. A refusal is never much larger than what it refuses, whatever the schema.
 */
export class IssueList {
  readonly #issues: Issue[] = []
  /** A large object that many keywords refuse is described once. */
  readonly #descriptions = new Map<unknown, string>()
  #bytes = 0
  #isFull = false
  #name: Pick<ValueRefusal, 'instancePath' | 'propertyName'> | undefined

  /** The issues in the order in which they were added. */
  get issues(): readonly Issue[] {
    return this.#issues
  }

  /** True when no more are taken; there may be others then. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Adds what was found at a JSON pointer (`undefined` for nothing), and in words what is allowed there. */
  add(pointer: string, found: unknown, allowed: string): void {
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

  /** Adds the issue of a value that does not fit a keyword. */
  refuse(refusal: ValueRefusal): void {
    if (!this.#isFull) this.add(...describeRefusal({ ...refusal, ...this.#name }))
  }

  /** Has all issues that `explain` adds be about the name of a member of an object, not about the member. */
  aboutName(instancePath: string, propertyName: string, explain: () => void): void {
    this.#name = { instancePath, propertyName }
    explain()
    this.#name = undefined
  }

  #describe(value: unknown): string {
    const known = this.#descriptions.get(value)
    if (known !== undefined) return known
    const description = cutText(describe(value), foundLength)
    this.#descriptions.set(value, description)
    return description
  }
}
