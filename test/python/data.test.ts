/** Data of functions in the client of Python: results, and arrays of NumPy. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../core/contract/domain/data-ref.ts'
import type { ImageResult, PointCloudResult, VolumeResult } from '../../core/contract/domain/result/result.ts'

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0
if (!hasNumpy) console.warn('NOT TESTED: arrays as data in core/python: there is no Python with numpy here.')

let host: Host
let url: string
let folder: string

/** Returns what a function was given, as text. */
function show(
  volume?: VolumeResult,
  image?: ImageResult,
  cloud?: PointCloudResult,
  scale?: number,
  at?: readonly number[],
) {
  const words = {
    volume: volume && {
      ...volume,
      type: undefined,
      dtype: volume.dtype,
      data: [...volume.data],
    },
    image: image && {
      shape: [image.height, image.width, image.channels],
      data: [...image.data],
    },
    cloud: cloud && [...cloud.points],
    scale,
    at,
  }
  return { points: new Float32Array(3), texts: [JSON.stringify(words)] }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'python-data-'))
  host = await createHost({
    plugins: '',
    specimens: '',
    port: 0,
    logLevel: 'silent',
    token: 'secret',
  })
  const corners = {
    vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1),
    indices: Uint32Array.of(0, 1, 2),
  }
  host.registerSpecimen({ id: 'tetra' }, () => corners, { returns: 'mesh' })
  host.registerSpecimen({ id: 'same' }, ({ vertices, indices }: typeof corners) => ({ vertices, indices }), {
    returns: 'mesh',
    schema: {
      type: 'object',
      properties: { given: toDataSchema(['mesh']) },
      required: ['given'],
    },
  })
  host.registerSpecimen(
    { id: 'pair' },
    () => ({
      first: { ...corners },
      second: { points: Float32Array.of(1, 2, 3) },
    }),
    {
      returns: {
        type: 'scene',
        parts: { first: 'mesh', second: 'point_cloud' },
      },
    },
  )
  host.registerSpecimen({ id: 'seen' }, show as never, {
    returns: 'labels',
    schema: {
      type: 'object',
      properties: {
        volume: toDataSchema(['volume']),
        image: toDataSchema(['image']),
        cloud: toDataSchema(['point_cloud']),
        scale: { type: 'number' },
        at: { type: 'array', items: { type: 'number' } },
      },
    },
  })
  url = await host.listen()
})
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

/** Runs a program with a connected host; returns the JSON that it prints. */
async function run(program: string) {
  const head = `
import json, sys
sys.path.insert(0, ${JSON.stringify(resolve('core/python'))})
from specimen_host import connect
host = connect(${JSON.stringify(url)}, token='secret')
def refusal(call):
    try: call()
    except ValueError as error: return str(error)
`
  const options = {
    cwd: folder,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  }
  const { stdout } = await promisify(execFile)('python3', ['-c', head + program], options)
  return JSON.parse(stdout)
}

describe('data in Python', () => {
  it('takes results of the host as data, by the calls that gave them', async () => {
    const [moved, twice, part, own, asked] = await run(`
plain, asked = host._transport.json, []
def note(path, body=None, **more):
    if body: asked.append(body['params'])
    return plain(path, body, **more)
host._transport.json = note
tetra = host.same(given=host.tetra())
again = host.same(given=tetra)
pair = host.pair()
print(json.dumps([tetra.vertices.tolist() == host.tetra().vertices.tolist(), again.indices.tolist() == tetra.indices.tolist(),
  host.same(given=pair.parts.first).vertices.reshape(-1).tolist(),
  [pair.parts.first.facts()['area'], pair.facts()['part_count'], pair.parts['first'].save('first.stl'), repr(pair)],
  [given for given in asked if given][:2]]))`)
    expect([moved, twice]).toEqual([true, true])
    expect(part).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1])
    expect(own).toEqual([0.5, 2, [], '<scene: first (mesh), second (point_cloud)>'])
    const once = { given: { process: 'tetra', inputs: {} } }
    expect(asked).toEqual([once, { given: { process: 'same', inputs: once } }])
  })

  it('refuses results that have no call here as data', async () => {
    const [made, other] = await run(`
from specimen_host.result import Result
made = Result({'type': 'mesh', 'vertices': [], 'indices': []})
other = connect(${JSON.stringify(url)}.replace('127.0.0.1', 'localhost'), token='secret').tetra()
print(json.dumps([refusal(lambda: host.same(given=made)), refusal(lambda: host.same(given=other))]))`)
    expect(made).toEqual(expect.stringContaining('of no host'))
    expect(other).toEqual(expect.stringMatching(/of the host at http.*save it, and give the path/))
  })

  it.skipIf(!hasNumpy)('brings arrays of NumPy as data, exactly, once', async () => {
    const [mesh, volume, image, cloud, sent, plain] = await run(`
import numpy
sent, open_it = [], host._transport.open
def note(path, *args, **more):
    if more.get('method') == 'POST': sent.append(path)
    return open_it(path, *args, **more)
host._transport.open = note
corners = {'vertices': numpy.array([[0, 0, 0], [2, 0, 0], [0, 7.5, 0]]), 'indices': numpy.array([[0, 1, 2]])}
mesh = host.same(given=corners)
again = host.same(given=corners)
block = numpy.arange(-3, 21, dtype='>i2').reshape(2, 3, 4)
volume = host.seen(volume={'data': block, 'spacing': (2, 1, 1), 'origin': numpy.array([5, 0, 0])})
plain = host.seen(volume=block[:, ::-1], scale=numpy.float32(0.5), at=numpy.array([1, 2]))
image = host.seen(image=numpy.array([[[1, 2, 3], [4, 5, 6]]], 'uint8'))
cloud = host.seen(cloud=numpy.ones((4, 3), bool))
text = lambda result: json.loads(result.texts[0])
print(json.dumps([mesh.vertices.tolist(), text(volume), text(image), text(cloud), sent, text(plain)]))`)
    expect(mesh).toEqual([
      [0, 0, 0],
      [2, 0, 0],
      [0, 7.5, 0],
    ])
    const data = Array.from({ length: 24 }, (_, i) => i - 3)
    const { volume: seen } = volume
    expect(seen).toEqual({
      shape: [2, 3, 4],
      dtype: 'int16',
      data,
      spacing: [2, 1, 1],
      origin: [5, 0, 0],
    })
    const rows = [2, 1, 0].flatMap((row) => data.slice(4 * row, 4 * row + 4))
    expect(plain).toMatchObject({
      scale: 0.5,
      at: [1, 2],
      volume: { data: [...rows, ...rows.map((v) => v + 12)] },
    })
    expect(image.image).toEqual({
      shape: [1, 2, 3],
      data: [1, 2, 3, 4, 5, 6],
    })
    expect(cloud.cloud).toEqual(Array(12).fill(1))
    expect(sent).toHaveLength(5)
  })

  it.skipIf(!hasNumpy)('refuses arrays that would come as others, and says what to give', async () => {
    const found = await run(`
import numpy
mesh = lambda **more: refusal(lambda: host.same(given={'vertices': numpy.zeros((3, 3)), 'indices': numpy.array([0, 1, 2]), **more}))
seen = lambda **given: refusal(lambda: host.seen(**given))
print(json.dumps([mesh(indices=numpy.array([0, 1, -1])), mesh(indices=numpy.array([0.5, 1, 2])), mesh(vertices=numpy.zeros(4)),
  mesh(unit='mm'), mesh(colors=numpy.zeros((3, 3))), refusal(lambda: host.same(given=numpy.zeros((3, 3)))),
  seen(volume=numpy.zeros((2, 2, 2), 'int64')), seen(volume=numpy.zeros((2, 2))), seen(image=numpy.zeros((2, 2))),
  seen(volume={'data': numpy.zeros((1, 2), 'uint8')}), seen(volume={'type': 'image', 'data': numpy.zeros((2, 2), 'uint8')}),
  seen(cloud={'vertices': numpy.zeros((1, 3))})]))`)
    const words = [
      'indices must be whole numbers',
      'indices must be whole numbers',
      'vertices must be groups of 3',
      'unit of arrays cannot be sent along',
      'colors of arrays cannot',
      'not clear as mesh: give a dict',
      'got int64): choose one with array.astype',
      'not clear as volume',
      'must be uint8 or uint16 (got float64)',
      'must be an array of [depth, height, width] (got [1, 2])',
      'The data must be volume (got image)',
      'must be those of point_cloud (points, colors, scalars) (got vertices)',
    ]
    for (const [i, text] of words.entries()) expect(found[i]).toEqual(expect.stringContaining(text))
  })
})
