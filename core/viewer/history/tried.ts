import { type ReadonlySignal, signal } from '@preact/signals'
import type { Params } from '../../contract/domain/schema.ts'
import { isJsonArray, isJsonObject, type Json, toCanonicalJson } from '../../contract/values/json.ts'

const mostTried = 24
/** Characters of the pictures and parameters of a specimen, as they are stored. */
const mostLength = 400_000
const prefix = 'specimen-tried '

/** Parameters without those at their default, with a small picture (`data:`). */
interface TriedView {
  readonly params: Params
  readonly picture: string
}

/** The tries of a specimen in this tab. */
export interface Tried {
  /** The newest first. */
  readonly list: ReadonlySignal<readonly TriedView[]>
  /** Returns the function that adds a view, unless the list was emptied in between. */
  readonly begin: () => (view: TriedView) => void
  readonly clear: () => void
}

/**
 * Returns the list of a specimen, which ends with the tab, and with the page where the browser denies the
 * storage.
 */
export function createTried(
  specimenId: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
): Tried {
  const place = prefix + specimenId
  const list = signal(parseTried(storage?.getItem(place) ?? null))
  let times = 0
  const add = (view: TriedView): void => {
    const key = toCanonicalJson(view.params)
    const others = list.peek().filter(({ params }) => toCanonicalJson(params) !== key)
    let kept = [view, ...others].slice(0, mostTried)
    while (kept.length > 1 && JSON.stringify(kept).length > mostLength) kept = kept.slice(0, -1)
    list.value = kept
    try {
      storage?.setItem(place, JSON.stringify(kept))
    } catch {
      storage?.removeItem(place) // full: this list ends with the page
    }
  }
  return {
    list,
    begin: () => {
      const before = times
      return (view) => {
        if (before === times) add(view)
      }
    },
    clear: () => {
      times++
      list.value = []
      storage?.removeItem(place)
    },
  }
}

function parseTried(text: string | null): readonly TriedView[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as Json // JSON.parse returns nothing but Json
    return (isJsonArray(parsed) ? parsed : []).slice(0, mostTried).flatMap((item) => {
      if (!isJsonObject(item)) return []
      const { params, picture } = item
      const isPicture = typeof picture === 'string' && picture.startsWith('data:image/')
      return isJsonObject(params) && isPicture ? [{ params, picture }] : []
    })
  } catch {
    return [] // another page of this origin wrote it
  }
}
