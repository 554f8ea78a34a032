import { type HeapProfiler, Session } from 'node:inspector/promises'

/**
 * Returns the bytes that functions of files allocate while something runs, also what is collected meanwhile, by
 * the parts of their addresses that `toPart` finds; a file for which it returns null counts as its caller.
 */
export async function sampleHeap(
  run: () => void,
  toPart: (url: string) => string | null,
): Promise<ReadonlyMap<string, number>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 128,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as HeapProfiler.StartSamplingParameterType) // the types lack the two of newer engines
    run()
    const { profile } = await session.post('HeapProfiler.stopSampling')
    const bytes = new Map<string, number>()
    const visit = (
      { callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
      caller: string,
    ): void => {
      const part = toPart(callFrame.url) ?? caller
      bytes.set(part, (bytes.get(part) ?? 0) + selfSize)
      for (const child of children) visit(child, part)
    }
    visit(profile.head, '')
    return bytes
  } finally {
    session.disconnect()
  }
}
