import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the bytes of this process' heap after a collection, for tests that see memory come back. */
export function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}
