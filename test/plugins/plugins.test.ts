/**
 * What the plugins' functions return, by what is known about it: closed forms, topology, symmetries, counts.
 */
import type { ProgressReporter } from 'specimen-host/plugin'
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { parseReturned } from '../../core/contract/domain/result/parse-returned.ts'
import { listArrays, type PartType } from '../../core/contract/domain/result/result.ts'
import type { Returned } from '../../core/contract/domain/result/returned.ts'
import { crambin } from '../../plugins/crambin/index.ts'
import { gearPair, gearWheel } from '../../plugins/gear-wheel/index.ts'
import { brainTissues, headLayers, headSurface, headVolume } from '../../plugins/head-scan/index.ts'
import { hydrogenDensity, hydrogenPhase } from '../../plugins/hydrogen-orbital/index.ts'
import { island, islandMap } from '../../plugins/island/index.ts'
import { mandelbulb } from '../../plugins/mandelbulb/index.ts'
import { measureCurvature, step } from '../../plugins/minimal-surface/curvature.ts'
import { minimalSolid, minimalSurface } from '../../plugins/minimal-surface/index.ts'
import { parametricSurface } from '../../plugins/parametric-surface/index.ts'
import { reactionDiffusion } from '../../plugins/reaction-diffusion/index.ts'
import { sphereFlow } from '../../plugins/sphere-flow/index.ts'
import { strangeAttractor } from '../../plugins/strange-attractor/index.ts'
import { compareNormals, measureTopology, weld } from './topology.ts'

const closed = { borderEdges: 0, badEdges: 0 }

describe('every function, with its defaults', () => {
  const quiet: ProgressReporter = { report: () => undefined }
  const calls: readonly [
    name: string,
    returned: PartType | { readonly [part: string]: PartType },
    call: () => unknown,
  ][] = [
    ['minimalSurface', 'mesh', () => minimalSurface()],
    ['minimalSolid', 'mesh', () => minimalSolid()],
    ['parametricSurface', 'mesh', () => parametricSurface()],
    ['gearWheel', 'mesh', () => gearWheel()],
    ['island', 'mesh', () => island()],
    ['hydrogenDensity', 'volume', () => hydrogenDensity()],
    ['hydrogenPhase', 'volume', () => hydrogenPhase()],
    ['reactionDiffusion', 'image', () => reactionDiffusion(quiet, 'coral', 64, 200)],
    ['strangeAttractor', 'point_cloud', () => strangeAttractor()],
    ['headSurface', 'mesh', () => headSurface()],
    ['headVolume', 'volume', () => headVolume()],
    ['mandelbulb', 'mesh', () => mandelbulb(8, 48)],
    ['headLayers', { scan: 'volume', skull: 'mesh', skin: 'mesh' }, () => headLayers()],
    ['brainTissues', { scan: 'volume', tissues: 'volume' }, () => brainTissues()],
    [
      'crambin',
      { atoms: 'point_cloud', bonds: 'lines', chain: 'lines', bridges: 'lines', residues: 'labels' },
      () => crambin(),
    ],
    [
      'sphereFlow',
      { sphere: 'mesh', streamlines: 'lines', arrows: 'arrows', names: 'labels' },
      () => sphereFlow(),
    ],
    [
      'gearPair',
      { wheel: 'mesh', pinion: 'mesh', pitchCircles: 'lines', lineOfAction: 'lines' },
      () => gearPair(),
    ],
    [
      'islandMap',
      { land: 'mesh', contours: 'lines', indexContours: 'lines', peaks: 'labels' },
      () => islandMap(),
    ],
  ]
  for (const [name, wanted, call] of calls) {
    const returned: Returned =
      typeof wanted === 'string' ? { type: wanted } : { type: 'scene', parts: wanted }
    it(`${name} returns a ${returned.type} that the host accepts, the same twice`, async () => {
      const result = parseReturned(await call(), returned)
      expect(() => checkElements(result)).not.toThrow()
      const again = listArrays(parseReturned(await call(), returned))
      const same = listArrays(result).map((array, i) => isSame(array, again[i]))
      expect(same).toEqual(same.map(() => true))
    })
  }
})

describe('minimalSurface', () => {
  it.each(['gyroid', 'schwarz-p', 'diamond', 'neovius', 'i-wp'] as const)(
    '%s has normals along its triangles',
    (surface) => {
      const mesh = minimalSurface(surface, 1, 32)
      expect(measureTopology(mesh).badEdges).toBe(0)
      const { low, unit } = compareNormals(mesh, 1e-5)
      expect(unit).toBe(true)
      expect(low).toBeGreaterThan(0.85)
    },
  )

  it('has the area per cell that the literature gives for the gyroid and Schwarz P: 3.091 and 2.352', () => {
    expect(measureTopology(minimalSurface('gyroid', 1, 48)).area).toBeCloseTo(3.09, 1)
    expect(measureTopology(minimalSurface('schwarz-p', 1, 48)).area).toBeCloseTo(2.35, 1)
  })
})

describe('curvature', () => {
  it('is 1/r² on a ball, -1/r² on the waist of a catenoid, and 0 on a cylinder', () => {
    const around =
      (field: (x: number, y: number, z: number) => number) => (x: number, y: number, z: number) => {
        return (i: number, j: number, k: number) => field(x + i * step, y + j * step, z + k * step)
      }
    const ball = measureCurvature(
      around((x, y, z) => x * x + y * y + z * z - 4),
      Float32Array.of(0, 0, 2, 0, -2, 0, 1.2, 1.6, 0),
    )
    for (const value of ball) expect(value).toBeCloseTo(0.25, 4)
    const catenoid = measureCurvature(
      around((x, y, z) => Math.hypot(x, y) - Math.cosh(z)),
      Float32Array.of(1, 0, 0, 0.6, 0.8, 0),
    )
    for (const value of catenoid) expect(value).toBeCloseTo(-1, 4)
    const [cylinder] = measureCurvature(
      around((x, y) => x * x + y * y - 1),
      Float32Array.of(0.6, 0.8, 5),
    )
    expect(cylinder).toBeCloseTo(0, 4)
  })

  it('colours a gyroid dark at its flat points, on the threefold axes, and brightest somewhere else', () => {
    const { vertices, colors = new Uint8Array() } = minimalSurface('gyroid', 1, 32)
    const [dark, bright] = [0x440154, 0xfde725] // the ends of viridis
    const toNumber = (i: number) =>
      Number(`0x${Buffer.from(colors.subarray(3 * i, 3 * i + 3)).toString('hex')}`)
    const found = Array.from({ length: vertices.length / 3 }, (_, i) => toNumber(i))
    expect(found).toContain(bright)
    const distance = (i: number) => Math.hypot(...vertices.subarray(3 * i, 3 * i + 3))
    const centre = found.map((_, i) => i).reduce((best, i) => (distance(i) < distance(best) ? i : best), 0)
    expect(distance(centre)).toBeLessThan(0.01)
    expect(found[centre]).toBe(dark)
  })
})

describe('minimalSolid', () => {
  it.each(['ball', 'cube'] as const)('is one closed body when cut to a %s', (outline) => {
    const mesh = minimalSolid('gyroid', 2, 20, 0.16, outline)
    const { borderEdges, badEdges, volume } = measureTopology(mesh)
    expect({ borderEdges, badEdges }).toEqual(closed)
    const whole = outline === 'ball' ? (4 / 3) * Math.PI : 8
    expect(volume / whole).toBeCloseTo(0.16 * 3.09, 1) // wall times area per cell
  })
})

describe('parametricSurface', () => {
  it('makes a torus with the area and volume of Pappus, closed, of Euler characteristic 0', () => {
    const { borderEdges, badEdges, euler, area, volume } = measureTopology(
      parametricSurface('torus', 160, 1.4),
    )
    expect({ borderEdges, badEdges, euler }).toEqual({ ...closed, euler: 0 })
    expect(area / (4 * Math.PI ** 2 * 0.4)).toBeCloseTo(1, 2)
    expect(Math.abs(volume) / (2 * Math.PI ** 2 * 0.16)).toBeCloseTo(1, 2)
  })

  it.each([
    'torus',
    'klein-bottle',
    'figure-eight-klein',
    'moebius-strip',
    'boy',
    'roman',
    'enneper',
    'catenoid',
    'seashell',
  ] as const)('%s fits its box and its normals are those of its triangles', (surface) => {
    const mesh = parametricSurface(surface, 128, 2)
    expect(Math.max(...mesh.vertices.map(Math.abs))).toBeCloseTo(2, 4)
    expect(measureTopology(mesh).badEdges).toBe(0)
    const { low, unit } = compareNormals(mesh, 1e-5)
    expect(unit).toBe(true)
    // It has six pinch points, where no normal exists.
    if (surface !== 'roman') expect(low).toBeGreaterThan(0.85)
  })

  it('is a two-sided disc where Boy is cut open: Euler characteristic 1', () => {
    expect(measureTopology(parametricSurface('boy', 24)).euler).toBe(1)
  })
})

describe('gearWheel', () => {
  it('is a closed solid with one tunnel for the bore and one for each hole', async () => {
    const { borderEdges, badEdges, euler, volume } = measureTopology(
      weld(await gearWheel(24, 2, 10, 15, 8, 5)),
    )
    expect({ borderEdges, badEdges }).toEqual(closed)
    expect(euler).toBe(2 - 2 * 6)
    expect(volume).toBeGreaterThan(0)
  })

  it('weighs what a disc of the pitch circle weighs, nearly, when it is plain', async () => {
    const { volume } = measureTopology(weld(await gearWheel(60, 1, 10, 0, 2, 0, false)))
    expect(volume / (Math.PI * 30 ** 2 * 10)).toBeGreaterThan(0.6)
    expect(volume / (Math.PI * 30 ** 2 * 10)).toBeLessThan(1)
  })

  it('stays a closed solid at the ends of every slider', async () => {
    for (const [teeth, size, width, angle, bore, holes] of [
      [10, 0.5, 40, 35, 30, 12],
      [80, 5, 2, -35, 2, 12],
      [10, 5, 40, -35, 30, 1],
    ] as const) {
      const mesh = await gearWheel(teeth, size, width, angle, bore, holes)
      const { borderEdges, badEdges, volume } = measureTopology(weld(mesh))
      expect({ borderEdges, badEdges }).toEqual(closed)
      expect(volume).toBeGreaterThan(0)
      expect(compareNormals(mesh, 1e-4).unit).toBe(true)
    }
  })
})

describe('island', () => {
  it('is a landscape over a disc: one border, nothing below the sea, every triangle seen from above', () => {
    const mesh = island(3, 5000)
    const { badEdges, euler } = measureTopology(mesh)
    expect({ badEdges, euler }).toEqual({ badEdges: 0, euler: 1 })
    expect(Math.min(...mesh.vertices.filter((_, i) => i % 3 === 2))).toBe(0)
    expect(Math.min(...(mesh.normals ?? []).filter((_, i) => i % 3 === 2))).toBeGreaterThan(0)
  })

  it('is blue at sea, and has sand, forest, rock and snow above it', () => {
    const { vertices, colors = new Uint8Array() } = island()
    const kinds = new Set<string>()
    let wrong = 0
    for (let i = 0; i < vertices.length; i += 3) {
      const [red = 0, green = 0, blue = 0] = colors.subarray(i, i + 3)
      const isSea = vertices[i + 2] === 0
      if (isSea !== (red === 39 && green === 89 && blue === 124)) wrong++ // 0.02, 0.1, 0.2 in sRGB, by hand
      const kind = blue > 230 ? 'snow' : green > red + 30 ? 'forest' : red > blue + 45 ? 'sand' : 'rock'
      if (!isSea) kinds.add(kind)
    }
    expect(wrong).toBe(0)
    expect([...kinds].sort()).toEqual(['forest', 'rock', 'sand', 'snow'])
  })

  it('differs from seed to seed', () => {
    expect(island(1, 1000).vertices).not.toEqual(island(2, 1000).vertices)
  })
})

describe('reactionDiffusion', () => {
  it('reports its progress from the first step to the last', () => {
    const said: [string, number | undefined][] = []
    const report = (text: string, fraction?: number) => said.push([text, fraction])
    reactionDiffusion({ report }, 'mitosis', 64, 200)
    expect(said).toHaveLength(21)
    expect([said[0], said.at(-1)]).toEqual([
      ['step 0 of 200', 0],
      ['step 200 of 200', 1],
    ])
  })

  const patterns = ['coral', 'labyrinth', 'mitosis', 'worms', 'holes', 'pulses'] as const
  it.each(patterns)('%s is alive after 3000 steps', (pattern) => {
    const { data } = reactionDiffusion({ report: () => undefined }, pattern, 64, 3000)
    expect(new Set(data).size).toBeGreaterThan(40)
  })
})

describe('strangeAttractor', () => {
  it.each(['lorenz', 'aizawa', 'thomas', 'halvorsen', 'dadras', 'roessler'] as const)(
    '%s stays on its attractor',
    (name) => {
      const { points, colors, scalars } = strangeAttractor(name, 20_000, 2)
      expect([points.length, colors?.length, scalars?.length]).toEqual([60_000, 60_000, 20_000])
      expect(Math.max(...points)).toBeLessThanOrEqual(1.0001)
      const cells = new Set(
        Array.from({ length: 20_000 }, (_, i) =>
          [0, 1, 2].map((k) => Math.floor((points[3 * i + k] ?? 0) * 8)).join(),
        ),
      )
      expect(cells.size).toBeGreaterThan(150) // neither a fixed point nor a simple ring
    },
  )
})

describe('headSurface', () => {
  it.each([
    ['brain', 78],
    ['head', 40],
  ] as const)('makes a closed %s that fits a person', (part, level) => {
    const { borderEdges, badEdges, volume } = measureTopology(headSurface(part, level))
    expect({ borderEdges, badEdges }).toEqual(closed)
    expect(volume / 1e6).toBeGreaterThan(part === 'brain' ? 0.8 : 2) // litres
    expect(volume / 1e6).toBeLessThan(part === 'brain' ? 1.8 : 5)
  })

  it('has fewer triangles when it is smoothed', () => {
    expect(headSurface('brain', 78, 2).indices.length).toBeLessThan(
      headSurface('brain', 78, 0).indices.length,
    )
  })
})

describe('mandelbulb', () => {
  it.each([3, 4, 5, 8, 16])(
    'is closed at power %i, inside its cube, and reports percentages',
    async (power) => {
      const said: [string, number | undefined][] = []
      const report = (text: string, fraction?: number) => said.push([text, fraction])
      const mesh = await mandelbulb(power, 64, 5, { report })
      const { borderEdges, badEdges } = measureTopology(mesh)
      expect({ borderEdges, badEdges }).toEqual(closed)
      expect(mesh.vertices.length).toBeGreaterThan(3000)
      expect(said.length).toBeGreaterThan(20)
      expect(said.slice(-2)).toEqual([
        ['distance field: 100 %', 1],
        ['extracting the surface', undefined],
      ])
    },
  )
})

/** Compares bytes: vitest's own comparison takes seconds for a million elements. */
function isSame(a: ArrayBufferView, b: ArrayBufferView | undefined): boolean {
  const toBytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer =>
    Buffer.from(buffer, byteOffset, byteLength)
  return b !== undefined && toBytes(a).equals(toBytes(b))
}
