import type { ResultType } from '../../../contract/domain/result/result.ts'
import { refuse } from '../refusal.ts'
import { hasPixels, isPicture } from './dicom-file.ts'
import { readElements } from './elements.ts'
import { readLayout } from './layout.ts'
import { type FoundKind, findOtherKind } from './other-kinds.ts'

const mostBytes = 2 ** 30

/**
 * Returns the kind of result of a file by its beginning; undefined where its pixels do not begin there.
 * @throws `file.undecodable` for a whole file that is no picture
 */
export async function findDicomType(head: Uint8Array, isWhole: boolean): Promise<ResultType | undefined> {
  let kind: FoundKind | undefined
  try {
    const { data } = await readElements(head, { byteLimit: mostBytes })
    if (data.elements.x7fe00010) return isPicture(data, readLayout(data, mostBytes)) ? 'image' : 'volume'
    kind = hasPixels(data) ? undefined : findOtherKind(data)
  } catch {
    return undefined // cut within an element, or refused when it is read
  }
  if (kind && isWhole) throw refuse(kind.says)
  return undefined
}
