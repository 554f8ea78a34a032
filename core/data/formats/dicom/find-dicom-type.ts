import type { ResultType } from '../../../contract/domain/result/result.ts'
import { isPicture } from './dicom-file.ts'
import { readElements } from './elements.ts'
import { readLayout } from './layout.ts'

const mostBytes = 2 ** 30

/** Returns the kind of result of a file by its beginning; undefined where its pixels do not begin there. */
export async function findDicomType(head: Uint8Array): Promise<ResultType | undefined> {
  try {
    const { data } = await readElements(head, { byteLimit: mostBytes })
    if (!data.elements.x7fe00010) return undefined
    return isPicture(data, readLayout(data, mostBytes)) ? 'image' : 'volume'
  } catch {
    return undefined // cut within an element, or refused when it is read
  }
}
