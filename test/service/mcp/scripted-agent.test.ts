/**
 * An agent without a model: scripts that find something out by the tools of a host alone, by facts and by
 * pictures. What they find is compared with what the test computes from the plugins' arrays itself.
 */
import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { decode } from 'fast-png'
import { expect, it } from 'vitest'
import { hydrogenDensity } from '../../../plugins/hydrogen-orbital/index.ts'
import { isosurface } from '../../../plugins/isosurface/index.ts'
import { minimalSolid } from '../../../plugins/minimal-surface/index.ts'
import { smooth } from '../../../plugins/smooth/index.ts'
import { measureTopology } from '../../plugins/topology.ts'
import { callTool, factsOf, picturesOf, textOf, useAgents } from '../../support/use-agent.ts'
import { useHost } from '../../support/use-host.ts'

const used = useHost({ plugins: 'dist/plugins' })
const connect = useAgents()

/** One answer of `look`: the facts, and the one picture as a PNG file. */
async function look(agent: Client, given: { readonly [name: string]: unknown }) {
  const answer = await callTool(agent, 'look', { ...given, form: 'png' })
  const [picture] = picturesOf(answer)
  if (!picture) throw new Error(JSON.stringify(answer.content))
  return { facts: factsOf(answer).facts, png: picture.bytes }
}

/** Returns the number of sets that pairs of things join them to; only `members` count. */
function countSets(size: number, members: (thing: number) => boolean, pairs: Iterable<readonly number[]>) {
  const parents = Int32Array.from({ length: size }, (_, i) => i)
  const rootOf = (thing: number): number => {
    let root = thing
    while (parents[root] !== root) root = parents[root] ?? root
    for (let at = thing; at !== root; ) [at, parents[at]] = [parents[at] ?? root, root]
    return root
  }
  for (const [a = 0, b = 0] of pairs) parents[rootOf(a)] = rootOf(b)
  return new Set(Array.from({ length: size }, (_, i) => i).flatMap((i) => (members(i) ? [rootOf(i)] : [])))
    .size
}

/** Returns the pairs of neighbours along the axes of a grid, those of which both are members. */
function* listNeighbours(shape: readonly number[], members: (cell: number) => boolean) {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, side) => product * side, 1))
  const size = shape.reduce((product, side) => product * side, 1)
  for (let i = 0; i < size; i++) {
    if (!members(i)) continue
    for (const [axis, stride] of strides.entries()) {
      const isLast = Math.floor(i / stride) % (shape[axis] ?? 1) === (shape[axis] ?? 1) - 1
      if (!isLast && members(i + stride)) yield [i, i + stride]
    }
  }
}

/** The question about walls: a wall counts as closed when its mesh has no open edge and is in one piece. */
const solid = { surface: 'gyroid', cells: 1, resolution: 16, outline: 'ball' } as const

it('finds the smallest wall that is closed and in one piece, by bisection with facts alone', async () => {
  await used.start()
  const agent = await connect(used.url)
  const { tools } = await agent.listTools()
  const { wall = {} } = tools.find(({ name }) => name === 'minimalSolid')?.inputSchema.properties ?? {}
  const { minimum, maximum, multipleOf } = wall as { [rule: string]: number } // of a number, as it is
  if (minimum === undefined || maximum === undefined || !multipleOf) throw new Error('wall has no steps')
  const steps = Math.round((maximum - minimum) / multipleOf)
  const toWall = (step: number): number => Number((minimum + step * multipleOf).toFixed(6))
  let calls = 0
  const isClosed = async (step: number): Promise<boolean> => {
    calls++
    const { facts } = factsOf(await callTool(agent, 'minimalSolid', { ...solid, wall: toWall(step) }))
    return facts.is_closed === true && facts.component_count === 1
  }
  let [open, closed] = [-1, steps]
  expect(await isClosed(steps)).toBe(true)
  while (closed - open > 1) {
    const middle = Math.floor((open + closed) / 2)
    if (await isClosed(middle)) closed = middle
    else open = middle
  }
  // Every wall of the grid, from its arrays: edges counted, and vertices joined by triangles.
  const expected = Array.from({ length: steps + 1 }, (_, step) => {
    const mesh = minimalSolid(solid.surface, solid.cells, solid.resolution, toWall(step), solid.outline)
    const { borderEdges, badEdges } = measureTopology(mesh)
    const corners = new Set(mesh.indices)
    const pairs = Array.from(mesh.indices, (corner, i) => [corner, mesh.indices[i - (i % 3)] ?? corner])
    const pieces = countSets(mesh.vertices.length / 3, (vertex) => corners.has(vertex), pairs)
    return borderEdges + badEdges === 0 && pieces === 1
  })
  expect(toWall(closed)).toBe(toWall(expected.indexOf(true)))
  expect(closed).toBeGreaterThan(0) // the thinnest falls to pieces, so that there was something to find
  expect(expected.lastIndexOf(false)).toBe(closed - 1) // what bisection takes for granted
  expect(calls).toBeLessThan(steps / 2)
})

/** A lobe is a part of the space where the density is at least this share of its greatest value. */
const share = 0.2
const samples = 32
const orbitals = [2, 3].flatMap((n) => [0, 1, 2].flatMap((l) => [0, 1, 2].map((m) => ({ n, l, m, samples }))))
/** Along the axes, from which lobes that lie on them or on their diagonals stand apart. */
const cameras = ['1,0,0', '0,-1,0', '0,0,1']

/** Returns the number of connected parts of a picture; its first pixel has the colour of the ground. */
function countParts(png: Uint8Array): number {
  const { width, height, channels, data, palette } = decode(png)
  const colorOf = (pixel: number): readonly number[] =>
    palette?.[data[pixel] ?? 0] ?? Array.from(data.subarray(pixel * channels, (pixel + 1) * channels))
  const ground = colorOf(0)
  const shown = Uint8Array.from({ length: width * height }, (_, pixel) => {
    const differences = colorOf(pixel).map((part, i) => Math.abs(part - (ground[i] ?? 0)))
    return Number(Math.max(...differences) > 24)
  })
  const members = (pixel: number): boolean => shown[pixel] === 1
  return countSets(width * height, members, listNeighbours([height, width], members))
}

it('finds the quantum numbers whose density has three lobes, by pictures and their hashes', async () => {
  await used.start()
  const agent = await connect(used.url)
  /** The lobes by the hash of the usual picture: numbers beyond n are cut, so that some orbitals are the same. */
  const known = new Map<string, number>()
  const found: string[] = []
  for (const params of orbitals) {
    const small = { specimen: 'hydrogenDensity', params, width: 64, height: 64 }
    const { facts, png } = await look(agent, small)
    const hash = createHash('sha256').update(png).digest('hex')
    if (!known.has(hash)) {
      const counts: number[] = []
      for (const camera of cameras) {
        const view = `projection=orthographic axes=0 box=0 camera=${camera}`
        const surface = { view, rendering: 'surface', isovalue: share * facts.values.max }
        counts.push(countParts((await look(agent, { ...small, width: 96, height: 96, ...surface })).png))
      }
      // Lobes that hide behind each other from one side do not from another.
      known.set(hash, Math.max(...counts))
    }
    if (known.get(hash) === 3) found.push(JSON.stringify(params))
  }
  // In space, from the arrays: voxels above the share that touch by a face.
  const expected = orbitals.filter(({ n, l, m }) => {
    const { data, shape } = hydrogenDensity(n, l, m, samples)
    const most = Math.max(...data)
    const members = (cell: number): boolean => (data[cell] ?? 0) >= share * most
    return countSets(data.length, members, listNeighbours(shape, members)) === 3
  })
  expect(found).toEqual(expected.map((params) => JSON.stringify(params)))
  expect(found.length).toBeGreaterThan(0)
  expect(known.size).toBeLessThan(orbitals.length)
})

it('chains three functions by references, and no data come by it', async () => {
  await used.start()
  const agent = await connect(used.url)
  const { tools } = await agent.listTools()
  const { mesh } = tools.find(({ name }) => name === 'smooth')?.inputSchema.properties ?? {}
  expect(mesh).toEqual({
    type: 'object',
    description: expect.stringMatching(/ A reference to a mesh: \{"specimen": id\} or \{"process": id, /),
    default: { specimen: 'headSurface' },
  })
  const found = factsOf(
    await callTool(agent, 'find_specimens', { type: 'volume', query: 'hydrogen density' }),
  )
  const [{ id = '' } = {}] = found.specimens
  const inputs = { n: 2, l: 1, m: 0, samples: 32 }
  let params: object = { volume: { process: id, inputs }, level: 0.2 }
  const answers = [await callTool(agent, 'isosurface', { ...params })]
  params = { mesh: { process: 'isosurface', inputs: params }, steps: 3, method: 'laplace' }
  answers.push(await callTool(agent, 'smooth', { ...params }))
  for (const { content, structuredContent } of answers) {
    const texts = content.filter(({ type }) => type !== 'image')
    expect(JSON.stringify([texts, structuredContent]).length).toBeLessThan(8000)
  }
  const [surface, smoothed] = answers.map((answer) => factsOf(answer).facts)
  const expected = isosurface(hydrogenDensity(2, 1, 0, 32), 0.2)
  const areas = [expected, smooth(expected, 3, 'laplace')].map((each) => measureTopology(each).area)
  expect(surface.area / (areas[0] ?? 0)).toBeCloseTo(1, 6)
  expect(smoothed.area / (areas[1] ?? 0)).toBeCloseTo(1, 6)
  expect(smoothed.area).toBeLessThan(0.99 * surface.area)
})

it.each([
  [{ mesh: 'headSurface' }, 'must be an object that refers to a mesh: {"specimen":"headSurface"}'],
  [{ mesh: { specimen: 'headVolume' } }, 'must be a mesh for smooth, and headVolume gives a volume; '],
  [{ mesh: { specimen: 'headSurfac' } }, 'did you mean "headSurface"? find_specimens lists them.'],
  [
    { mesh: { process: 'gearWheel', inputs: { teeth: 900 } } },
    'mesh.inputs.teeth must be at most 80 (got 900)',
  ],
])('is told what to give in the place of %j', async (given, remedy) => {
  await used.start()
  const agent = await connect(used.url)
  expect(textOf(await callTool(agent, 'smooth', given))).toContain(remedy)
})

it('brings a text as data, and chains functions over it by references alone', async () => {
  await used.start()
  const agent = await connect(used.url)
  const corners = [
    [0, 0, 0],
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
  ] // prettier-ignore
  const faces = ['1 3 2', '1 2 4', '2 3 4', '1 4 3']
  const text = [...corners.map((at) => `v ${at.join(' ')}`), ...faces.map((face) => `f ${face}`)].join('\n')
  const brought = factsOf(await callTool(agent, 'upload_file', { name: 'a/corner.obj', text }))
  const file = createHash('sha256').update(text).digest('hex')
  expect(brought).toMatchObject({ reference: { file, name: 'corner.obj' }, kind: 'mesh', bytes: text.length })
  const once = { process: 'smooth', inputs: { mesh: brought.reference, steps: 0 } }
  const { facts } = factsOf(await callTool(agent, 'smooth', { mesh: once, steps: 0 }))
  expect([facts.kind, facts.is_closed, facts.volume]).toEqual(['mesh', true, expect.closeTo(8 / 6, 5)])
})

it('answers with a reference that functions take, whatever the name was', async () => {
  await used.start()
  const agent = await connect(used.url)
  const head =
    'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n'
  const text = `${head}element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`
  const names = [
    ['a\nb\t.ply', 'a_b_.ply'],
    ['of a folder/', undefined],
  ] as const
  for (const [given, name] of names) {
    const { reference } = factsOf(await callTool(agent, 'upload_file', { name: given, text }))
    expect(reference.name).toBe(name)
    const { facts } = factsOf(await callTool(agent, 'smooth', { mesh: reference, steps: 0 }))
    expect(facts.kind).toBe('mesh')
  }
})

it('refuses a text that is no data, and what is none of it', async () => {
  await used.start()
  const agent = await connect(used.url)
  const refused = [
    [{ name: 'a.obj' }, 'text is missing'],
    [{ name: 'a.obj', text: '' }, 'text must be a text'],
    [{ name: 'a.none', text: 'words' }, 'none of the formats'],
    [{ name: 'a.obj', text: 'v 0 0 0\n'.repeat(20_000) }, 'POST a larger file to /api/files'],
    [{ name: 'b'.repeat(300), text: 'v 0 0 0' }, 'name must have at most 255 characters'],
    [{ name: 'a.obj', data: 'djAgMCAw', text: 'v' }, 'There is no argument "data"'],
  ] as const
  for (const [given, words] of refused) {
    const { isError, content } = await callTool(agent, 'upload_file', given)
    expect([isError, JSON.stringify(content)]).toEqual([
      true,
      expect.stringContaining(JSON.stringify(words).slice(1, -1)),
    ])
  }
})
