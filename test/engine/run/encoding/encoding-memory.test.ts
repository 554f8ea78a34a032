/** The memory that each form is said to take, against what a process of its own takes. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { PartResult, Result } from '../../../../core/contract/domain/result/result.ts'
import { type MadeOfWhole, measureMaking } from '../../../../core/engine/run/encoding/encoding-memory.ts'

const script = new URL('./measure-making.mjs', import.meta.url)

interface Measured {
  readonly taken: number
  readonly lengths: {
    readonly vertices?: number
    readonly indices?: number
    readonly colors?: number
    readonly points?: number
    readonly starts?: number
  }
  readonly samples?: number
}

async function measure(form: MadeOfWhole, kind: string): Promise<Measured> {
  // A third of the young generation that a thread is given.
  const command = ['--max-semi-space-size=16', script.pathname, form, kind]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return JSON.parse(stdout)
}

/** A result of the same lengths; a mesh beside samples is one of a scene. */
function toResult({ lengths, samples = 0 }: Measured): Result {
  if (lengths.vertices !== undefined && samples > 0) {
    const data = new Int16Array(samples)
    const skin = toPart({ lengths, samples: 0 })
    return {
      type: 'scene',
      parts: { scan: { type: 'volume', shape: [1, 1, samples], dtype: 'int16', data }, skin },
    }
  }
  return toPart({ lengths, samples })
}

function toPart({ lengths, samples = 0 }: Omit<Measured, 'taken'>): PartResult {
  const { vertices, indices = 0, colors = 0, points = 0, starts = 0 } = lengths
  const shared = { points: new Float32Array(points), colors: new Uint8Array(colors) }
  if (starts > 0) return { type: 'lines', ...shared, starts: new Uint32Array(starts) }
  if (points > 0) return { type: 'arrows', ...shared, vectors: new Float32Array(points) }
  if (vertices === undefined)
    return {
      type: 'image',
      width: samples / 3,
      height: 1,
      channels: 3,
      dtype: 'uint8',
      data: new Uint8Array(samples),
    }
  return {
    type: 'mesh',
    vertices: new Float32Array(vertices),
    indices: new Uint32Array(indices),
    colors: new Uint8Array(colors),
  }
}

describe.runIf(process.platform === 'linux')('the memory of making a form', () => {
  it.each([
    ['usdz', 'rough'],
    ['usdz', 'tangle'],
    ['glb', 'rough'],
    ['glb', 'tangle'],
    ['glb', 'lines'],
    ['glb', 'arrows'],
    ['3mf', 'rough'],
    ['3mf', 'tangle'],
    ['zip', 'scene'],
    ['glb', 'scene'],
    ['3mf', 'scene'],
    ['usdz', 'scene'],
    ['png', 'image'],
    ['facts', 'rough'],
    ['facts', 'tangle'],
  ] as const)('is taken before, and is no more than that: %s of a %s', async (form, kind) => {
    const measured = await measure(form, kind)
    const said = measureMaking(form, toResult(measured))
    // What is measured differs by a third from run to run.
    expect(measured.taken).toBeGreaterThan(said / 6)
    expect(measured.taken).toBeLessThan(said)
  })
})
