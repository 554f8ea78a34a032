/**
 * The colour table behind the samples of an MGH, by which FreeSurfer names the values of a segmentation: in
 * the order of `mriio.cpp`, `tags.h` and `colortab.cpp`, all big-endian.
 */
import { type Label, labelCount } from '../../../../contract/domain/result/labels.ts'
import { toView } from '../../number-readers.ts'

/** TR, flip angle, TE, TI and the field of view, before the tags. */
const parameterBytes = 20
const colorTable = 1
/** Tags of old programs: their lengths are none, or of 32 bits. */
const plainTags = [2, 20]
const shortTag = 30

/** Returns the labels of a table; undefined where there is none, or none that can be followed to its end. */
export function readMghColors(footer: Uint8Array): readonly Label[] | undefined {
  const cursor = new FooterCursor(footer.subarray(parameterBytes))
  while (cursor.left >= 4) {
    const tag = cursor.readInteger()
    if (tag === colorTable) return readTable(cursor)
    if (plainTags.includes(tag)) continue
    cursor.skip(tag === shortTag ? cursor.readInteger() - 1 : cursor.readLong())
  }
  return undefined
}

/** Returns the labels of a table alone, as annotations of surfaces have it; undefined for a damaged one. */
export function readColorTable(bytes: Uint8Array): readonly Label[] | undefined {
  return readTable(new FooterCursor(bytes))
}

function readTable(cursor: FooterCursor): readonly Label[] | undefined {
  const version = cursor.readInteger()
  const isSecond = version === -2
  const most = isSecond ? cursor.readInteger() : version
  cursor.skip(cursor.readInteger()) // the name of the file that the table is from
  const count = isSecond ? cursor.readInteger() : most
  const labels: Label[] = []
  for (let i = 0; i < count && labels.length < labelCount && cursor.left > 0; i++) {
    const value = isSecond ? cursor.readInteger() : i
    const name = cursor.readText(cursor.readInteger())
    const [red, green, blue] = [cursor.readInteger(), cursor.readInteger(), cursor.readInteger()]
    cursor.readInteger() // opacity
    labels.push({ value, name, color: [red & 255, green & 255, blue & 255] })
  }
  return cursor.isDamaged ? undefined : labels
}

/** Reads numbers one after the other; at the end it gives zeros and is damaged. */
class FooterCursor {
  readonly #bytes: Uint8Array
  #at = 0
  #stage: 'whole' | 'damaged' = 'whole'

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  get isDamaged(): boolean {
    return this.#stage === 'damaged'
  }

  readInteger(): number {
    const part = this.#take(4)
    return part.length === 4 ? toView(part).getInt32(0) : 0
  }

  readLong(): number {
    const part = this.#take(8)
    return part.length === 8 ? Number(toView(part).getBigInt64(0)) : 0
  }

  /** Returns a text up to its zero. */
  readText(length: number): string {
    const [text = ''] = new TextDecoder().decode(this.#take(length)).split('\0')
    return text.trim()
  }

  skip(length: number): void {
    this.#take(length)
  }

  #take(length: number): Uint8Array {
    if (length >= 0 && length <= this.left) {
      this.#at += length
      return this.#bytes.subarray(this.#at - length, this.#at)
    }
    this.#at = this.#bytes.length
    this.#stage = 'damaged'
    return new Uint8Array()
  }
}
