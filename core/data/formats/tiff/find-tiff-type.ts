import { hasCode } from '../../../contract/domain/errors.ts'
import { toView } from '../number-readers.ts'
import { createStepBudget } from '../step-budget.ts'
import { planImageJ } from './imagej.ts'
import { planShaped } from './shaped.ts'
import type { StackPlan } from './stack.ts'
import { tags } from './tag-numbers.ts'

/** Returns bytes of a file from a place on, fewer at its end. */
export type ReadPart = (start: number, byteLength: number) => Promise<Uint8Array>

const asked = [
  tags.subfile,
  tags.width,
  tags.height,
  tags.bits,
  tags.description,
  tags.samples,
  tags.sampleFormat,
  tags.depth,
]
const typeBytes: { readonly [type: number]: number } = { 1: 1, 2: 1, 3: 2, 4: 4, 16: 8 }
const directoryBytes = 2 ** 14
/** Bytes of a description of ImageJ or tifffile that are read, and directories that are looked at. */
const [mostBytes, mostPages] = [2 ** 12, 64]
const mostImageBits = 16

/** Returns whether a TIFF is an image or a volume, by its first directories. */
export async function findTiffType(read: ReadPart): Promise<'image' | 'volume'> {
  const head = await read(0, 16)
  if (head.length < 16) return 'volume'
  const isLittle = head[0] === 0x49
  const isWide = toView(head).getUint16(2, isLittle) === 43
  const wide = { isLittle, isWide }
  let size: string | undefined
  for (
    let at = readPlace(toView(head), isWide ? 8 : 4, wide), count = 0;
    at !== 0 && count < mostPages;
    count++
  ) {
    const directory = await readDirectory(read, at, wide)
    if (!directory) return size === undefined ? 'volume' : 'image'
    const { page, next } = directory
    at = next
    if ((page.get(tags.subfile)?.[0] ?? 0) % 2 === 1 && (size !== undefined || next !== 0)) continue
    const own = [tags.width, tags.height, tags.samples, tags.bits].map((tag) =>
      Array.from(page.get(tag) ?? []).join(),
    )
    if (size === own.join(' ')) return 'volume'
    if (size === undefined && isVolume(page)) return 'volume'
    size ??= own.join(' ')
  }
  return size === undefined ? 'volume' : 'image'
}

type Page = ReadonlyMap<number, ArrayLike<number>>

/** Returns whether one page is a volume: by its samples, or by planes or values that a text describes. */
function isVolume(page: Page): boolean {
  const isUnsigned = [1, 4].includes(page.get(tags.sampleFormat)?.[0] ?? 1)
  if (!isUnsigned || (page.get(tags.bits)?.[0] ?? 1) > mostImageBits || (page.get(tags.depth)?.[0] ?? 1) > 1)
    return true
  const text = new TextDecoder().decode(Uint8Array.from(page.get(tags.description) ?? []))
  const source = { first: page, equal: [page], all: [page], depth: 1, ...createStepBudget() }
  try {
    return text.split('\0').some((part) => {
      const plan: StackPlan | undefined = planImageJ(part, source) ?? planShaped(part, source)
      return plan !== undefined && (plan.planesOfPage > 1 || plan.calibration !== undefined)
    })
  } catch (error) {
    if (hasCode(error, 'file.undecodable')) return true // it names more planes than are read
    throw error
  }
}

interface Form {
  readonly isLittle: boolean
  readonly isWide: boolean
}

function readPlace(view: DataView, at: number, { isLittle, isWide }: Form): number {
  return isWide ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle)
}

async function readDirectory(
  read: ReadPart,
  at: number,
  form: Form,
): Promise<{ readonly page: Page; readonly next: number } | undefined> {
  const { isLittle, isWide } = form
  const view = toView(await read(at, directoryBytes))
  const [countBytes, entryBytes, placeBytes] = isWide ? [8, 20, 8] : [2, 12, 4]
  if (view.byteLength < countBytes) return undefined
  const count = isWide ? readPlace(view, 0, form) : view.getUint16(0, isLittle)
  const end = countBytes + count * entryBytes
  if (view.byteLength < end + placeBytes) return undefined
  const page = new Map<number, ArrayLike<number>>()
  for (let entry = countBytes; entry < end; entry += entryBytes) {
    const tag = view.getUint16(entry, isLittle)
    const size = typeBytes[view.getUint16(entry + 2, isLittle)] ?? 0
    if (!asked.some((known) => known === tag) || size === 0) continue
    const length = Math.min(size * readPlace(view, entry + 4, form), mostBytes)
    const inside = entry + 4 + placeBytes
    const bytes =
      length <= placeBytes
        ? new Uint8Array(view.buffer, view.byteOffset + inside, length)
        : await read(readPlace(view, inside, form), length)
    page.set(tag, toNumbers(bytes, size, isLittle))
  }
  return { page, next: readPlace(view, end, form) }
}

function toNumbers(bytes: Uint8Array, size: number, isLittle: boolean): ArrayLike<number> {
  if (size === 1) return bytes
  const view = toView(bytes)
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, i) =>
    size === 2
      ? view.getUint16(2 * i, isLittle)
      : size === 4
        ? view.getUint32(4 * i, isLittle)
        : Number(view.getBigUint64(8 * i, isLittle)),
  )
}
