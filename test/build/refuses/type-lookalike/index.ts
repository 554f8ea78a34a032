import type { Mesh } from 'specimen-host/plugin'

interface ProgressReporter {
  report(text: string): void
}

export function typeLookalike(x: ProgressReporter): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
