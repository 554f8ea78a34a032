/** The names of peers: each can be seen, and no two in a room are the same. */
import { roomLimits } from './limits.ts'

/** Characters that show nothing or turn the direction of writing, and the blank pattern of Braille. */
const unseen = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu

/** Returns a name as it is shown: without unseen characters, blanks single. Undefined where nothing stays. */
export function toShownName(name: string): string | undefined {
  if (name.length > roomLimits.nameLength || /[\p{Cc}\p{Cs}]/u.test(name)) return undefined
  const shown = name.normalize('NFC').replace(unseen, '').replace(/\s+/gu, ' ').trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown.slice(0, roomLimits.nameLength) : undefined
}

/** Returns the name, with a number behind it where others have it: a second Ada is "Ada 2". */
export function toUniqueName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(toKey))
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const tried = name.slice(0, roomLimits.nameLength - end.length).replace(/[\ud800-\udbff]$/, '') + end
    if (!taken.has(toKey(tried))) return tried
  }
}

/** Returns the same text for names that only differ in case or in forms of the same letters. */
function toKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
