/** Describes values in words, for refusals. */
import { cutText } from './cut-text.ts'

const textLength = 60
const nameLength = 30

/** Names a value by its class and length, or its short text: at most about 100 characters, and fast. */
export function describe(value: unknown): string {
  if (!Array.isArray(value)) return describeAlone(value)
  if (value.length > 4) return `an array of ${value.length}`
  const items = value.map((item: unknown) =>
    Array.isArray(item) ? `an array of ${item.length}` : describeAlone(item),
  )
  return `the array [${items.join(', ')}]`
}

function describeAlone(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (ArrayBuffer.isView(value))
    return `a ${cutText(String(value.constructor.name), nameLength)} of ${value.byteLength} bytes`
  if (typeof value === 'string') return JSON.stringify(cutText(value, textLength + 1))
  if (value instanceof Promise) return 'a promise'
  if (typeof value === 'object') return describeObject(value)
  return typeof value === 'function' ? 'a function' : cutText(String(value), textLength)
}

function describeObject(value: object): string {
  const names = listNames(value)
  if (names !== '') return `an object with ${names}`
  const name: unknown = value.constructor?.name
  return typeof name !== 'string' || name === '' || name === 'Object'
    ? 'an object with no members'
    : `a ${cutText(name, nameLength)} with no members`
}

function listNames(value: object): string {
  const names: string[] = []
  for (const name in value) {
    if (names.length === 6) break
    if (Object.hasOwn(value, name)) names.push(cutText(name, nameLength))
  }
  return names.join(', ')
}
