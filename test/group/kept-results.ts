import { randomBytes } from 'node:crypto'
import { holdResult, type StoredResult } from '../../core/domain/result/stored-result.ts'
import type { ResultPointer } from '../../core/group/results/result-pointer.ts'
import type { SharedResults } from '../../core/group/results/shared-results.ts'

/** The results of all hosts of a test, by their ids. */
export type Kept = Map<string, StoredResult>

export const createId = (): string => randomBytes(8).toString('hex')

/** Returns results that lie in a map which all hosts have. */
export function createKeptResults(host: string, kept: Kept): SharedResults {
  const toPointer = (entry: StoredResult): ResultPointer => {
    const { id, type, bytes, fitsEnvelope } = entry
    kept.set(id, entry)
    return { host, address: 'http://127.0.0.1:1', id, type, bytes, fitsEnvelope }
  }
  return {
    keep: (result) => {
      const entry = holdResult(createId(), result)
      return { entry, pointer: toPointer(entry) }
    },
    toPointer,
    find: ({ id }) => kept.get(id),
  }
}
