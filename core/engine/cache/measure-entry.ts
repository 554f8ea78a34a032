import { listArrays } from '../../contract/domain/result/result.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'

const pageBytes = 4096
/**
 * Around the arrays' memory: the objects, views and map entries, and the record of a shared block. Small
 * results take 1.4 kB each when there are 100,000, 1.1 to 3.1 kB when there are 10,000, and up to 4 kB before
 * a collection (inline and pools).
 */
const overheadBytes = 4096

/**
 * Returns the bytes of a kept result with its texts, as the room cache and the job store count them: memory
 * as it was allocated, in whole pages from one page up. A result that is kept elsewhere takes none.
 */
export function measureEntry({ held }: StoredResult, texts: readonly string[]): number {
  const blocks = new Set(held && listArrays(held).map(({ buffer }) => buffer))
  let bytes = overheadBytes
  for (const { byteLength } of blocks)
    bytes += byteLength < pageBytes ? byteLength : Math.ceil(byteLength / pageBytes) * pageBytes
  for (const text of texts) bytes += 2 * text.length
  return bytes
}
