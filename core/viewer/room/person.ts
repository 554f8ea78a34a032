/** The name and the colour under which others in a room see a person, chosen once for this browser. */
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import { createLetters } from '../state/random-letters.ts'

/** A person as others see it. */
export interface Person {
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
}

const key = 'specimen person'
const secretKey = 'specimen person secret'
/** Characters of a name. */
export const longestName = 64
/** Colours that stand out from the ground of pictures, and from each other. */
const colors = ['#e5734d', '#d9a21b', '#4fae6b', '#2ba8a0', '#4f8ff0', '#8f78f0', '#d567c6', '#e0577d']

/** Returns a guest with a colour by chance. */
export function createGuest(): Person {
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1))
  return { name: 'Guest', color: colors[chance % colors.length] ?? '#4f8ff0' }
}

/** Returns the stored person, a guest where none is stored. */
export function readPerson(): Person {
  return findPerson() ?? createGuest()
}

/** Returns the stored person; null where none is, or where the browser denies it. */
export function findPerson(): Person | null {
  try {
    const person = parseJson(localStorage.getItem(key) ?? 'null', 'The person')
    const { name, color } = isJsonObject(person) ? person : {}
    const isSound = typeof name === 'string' && /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(name) && name.trim() !== ''
    return isSound && typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? { name, color } : null
  } catch {
    return null // another page of this origin may have written it
  }
}

/**
 * Returns the secret of the person, to whom notes belong; another one each time where the browser keeps none.
 */
export function readSecret(): string {
  try {
    const stored = localStorage.getItem(secretKey) ?? ''
    if (/^\w{16,64}$/.test(stored)) return stored
    const made = createLetters(24)
    localStorage.setItem(secretKey, made)
    return made
  } catch {
    return createLetters(24)
  }
}

/** Returns the key of a page, by which it is the same peer when it joins again. */
export function createKey(): string {
  return createLetters(24)
}

/** Stores the person in this browser. */
export function storePerson(person: Person): void {
  try {
    localStorage.setItem(key, JSON.stringify(person))
  } catch {
    // The browser denies it: the choice then ends with the page.
  }
}
