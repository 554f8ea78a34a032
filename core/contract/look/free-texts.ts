/** Texts over a picture that leave room for each other, in pixels from its upper left corner. */

/** A text that may stand in a picture: its place there, and the size of its box. */
export interface FreeText {
  readonly x: number
  readonly y: number
  /** The distance before the eye. */
  readonly depth: number
  readonly width: number
  readonly height: number
}

/** A text that has room: its index, and the upper left corner of its box. */
export interface SetText {
  readonly index: number
  readonly left: number
  readonly top: number
}

/** A picture that texts stand in. */
export interface TextFrame {
  readonly width: number
  readonly height: number
  /** Pixels between a place and the box above it. */
  readonly gap: number
  /** Returns whether a text is seen: called for those that have room. */
  readonly isSeen: (index: number) => boolean
}

/** Texts in a picture: more are no longer read. */
export const mostTexts = 150

/**
 * Returns the texts that have room, the nearest first: each above its place, moved into the picture where its
 * place is, and below it where there is no room above.
 */
export function setTexts(texts: readonly FreeText[], frame: TextFrame): readonly SetText[] {
  const { width, height, gap, isSeen } = frame
  const set: SetText[] = []
  const isFree = (left: number, top: number, text: FreeText): boolean =>
    set.every((other) => {
      const { width: across = 0, height: down = 0 } = texts[other.index] ?? {}
      const isBeside = other.left + across <= left || left + text.width <= other.left
      return isBeside || other.top + down <= top || top + text.height <= other.top
    })
  const order = texts.map((_, index) => index)
  order.sort((a, b) => (texts[a]?.depth ?? 0) - (texts[b]?.depth ?? 0))
  for (const index of order) {
    const text = texts[index]
    if (set.length === mostTexts) break
    if (!text || !(text.x >= 0 && text.x <= width && text.y >= 0 && text.y <= height)) continue
    const left = Math.max(0, Math.min(width - text.width, text.x - text.width / 2))
    const above = text.y - gap - text.height
    const top = above >= 0 ? above : Math.min(height - text.height, text.y + gap)
    if (isFree(left, top, text) && isSeen(index)) set.push({ index, left, top })
  }
  return set
}
