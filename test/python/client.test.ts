/**
 * The client in Python against a host, by python3 with and without NumPy; skipped loudly where it is not
 * there.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toDataSchema } from '../../core/contract/domain/data-ref.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { makeProbe } from '../support/probe-bundle.ts'

const has = (program: string): boolean => spawnSync('python3', ['-c', program]).status === 0
const isThere = has('import sys; sys.exit(sys.version_info < (3, 10))')
const hasNumpy = isThere && has('import numpy')
if (!hasNumpy)
  console.warn('NOT TESTED: core/python, or a part of it: there is no Python 3.10 with numpy here.')
const packages = resolve('core/python')

let host: Host
let url: string
let folder: string
const probe = makeProbe()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'python-'))
  host = await createHost({ ...probe, port: 0, logLevel: 'silent', token: 'secret' })
  const corners = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
  const colors = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255)
  const schema = {
    type: 'object',
    properties: {
      edge: { type: 'integer', default: 2, minimum: 1, maximum: 5, description: 'Samples along each side.' },
      kind: { enum: ['full', 'hollow'], default: 'full' },
    },
    additionalProperties: false,
  } as const
  const block = (edge: number) => ({
    shape: [edge, 1, 2],
    data: Int16Array.from({ length: 2 * edge }, (_, i) => -i),
  })
  host.registerSpecimen({ id: 'my-block', description: 'A block.' }, block as never, {
    returns: 'volume',
    schema,
  })
  const tilted = {
    direction: [
      [1, 0, 0],
      [0, 0.8, -0.6],
      [0, 0.6, 0.8],
    ],
    origin: [1, 2, 3],
    window: [-3, 0],
    labels: [{ value: -1, name: 'left kidney', color: [185, 102, 83] }],
    notes: ['One half is left out: 50 %.', 'The unit is µm.'],
  }
  host.registerSpecimen({ id: 'tilted' }, () => ({ ...block(2), ...tilted }) as never, { returns: 'volume' })
  host.registerSpecimen({ id: 'painted' }, () => ({ ...corners, colors, unit: 'mm' }), { returns: 'mesh' })
  host.registerSpecimen(
    { id: 'same' },
    (given: { readonly vertices: Float32Array; readonly indices: Uint32Array }) => given,
    {
      returns: 'mesh',
      schema: { type: 'object', properties: { given: toDataSchema(['mesh']) }, required: ['given'] },
    },
  )
  url = await host.listen()
})
afterAll(async () => {
  await host.close()
  for (const path of [folder, probe.folder]) rmSync(path, { recursive: true })
})

/** Runs a program with a connected host; returns the JSON that it prints. */
async function run(program: string, { numpy = true } = {}) {
  const head = `
import json, sys
sys.path.insert(0, ${JSON.stringify(packages)})
${numpy ? '' : "sys.modules['numpy'] = None"}
import specimen_host
from specimen_host import connect, HostError
host = connect(${JSON.stringify(url)}, token='secret', room='lab')
def refusal(call):
    try: call()
    except HostError as error: return [error.status, error.code, str(error), len(error.errors)]
    except (ValueError, AttributeError, OSError, TypeError) as error: return [type(error).__name__, str(error)]
`
  const options = { cwd: folder, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } }
  const { stdout } = await promisify(execFile)('python3', ['-c', head + program], options)
  return JSON.parse(stdout)
}

describe.skipIf(!isThere)('the client in Python', () => {
  it('lists specimens, with signature and documentation from their schema', async () => {
    const found = await run(`
block = host.my_block
print(json.dumps([sorted(host), 'my_block' in dir(host), repr(block), block.__doc__, block is host['my-block'],
  specimen_host.__version__]))`)
    expect(found[0]).toEqual(expect.arrayContaining(['my-block', 'painted', 'tetra']))
    const signature = "(*, edge: int = 2, kind: Literal['full', 'hollow'] = 'full')"
    expect([found[1], found[2].replace('typing.', '')]).toEqual([true, `<specimen my-block${signature}>`])
    expect(found[3]).toContain('A block.\n\nedge: Samples along each side. (default 2, minimum 1, maximum 5)')
    expect(found.slice(4)).toEqual([true, JSON.parse(readFileSync('package.json', 'utf8')).version])
  })

  it('documents units, and the items of lists', async () => {
    const found = await run(`
from specimen_host.host import _to_doc
pair = {'type': 'array', 'unit': 'mm', 'description': 'Radii.', 'default': [40, 60], 'items': False,
  'prefixItems': [{'title': 'front', 'type': 'number', 'minimum': 10}, {'title': 'back', 'type': 'number'}]}
cuts = {'type': 'array', 'maxItems': 3, 'items': {'type': 'number', 'unit': '°', 'maximum': 90}}
print(json.dumps(_to_doc({}, {'radii': pair, 'cuts': cuts}).split('\\n')))`)
    expect(found).toEqual([
      'radii: Radii. in mm (default [40, 60])',
      '  item 1: front (minimum 10)',
      '  item 2: back',
      'cuts: array (maxItems 3)',
      '  each: number in ° (maximum 90)',
    ])
  })

  it('brings files by their path, once, as data of functions', async () => {
    const [vertices, once, reference, refused] = await run(`
import pathlib, tempfile
brought = pathlib.Path(tempfile.mkdtemp())
path = brought / 'corner.obj'
path.write_text('v 0 0 0\\nv 1 0 0\\nv 0 7 0\\nf 1 2 3\\n')
sent = []
plain = host._transport.open
def note(path, *args, **more):
    if more.get('method') == 'POST': sent.append(path)
    return plain(path, *args, **more)
host._transport.open = note
found = host.same(given=path).vertices.reshape(-1).tolist()
again = host.same(given=host.upload(str(path))).vertices.reshape(-1).tolist()
(brought / 'none.obj').write_text('')
print(json.dumps([found, [again == found, [*sent]], host.upload(path), refusal(lambda: host.upload(brought / 'none.obj'))]))`)
    expect(vertices).toEqual([0, 0, 0, 1, 0, 0, 0, 7, 0])
    expect(once).toEqual([true, ['/api/files?name=corner.obj']])
    expect(reference).toEqual({ file: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'corner.obj' })
    expect(refused.slice(0, 2)).toEqual([406, 'format.unknown'])
  })

  it('brings a large file in pieces, and goes on where it was when the connection breaks', async () => {
    const proxy = await startCuttingProxy(url)
    proxy.cut(4, 2 ** 21)
    const [reference, starts, again] = await run(`
import pathlib, tempfile
path = pathlib.Path(tempfile.mkdtemp()) / 'scan.csv'
path.write_text('x,y,z\\n1,2,3\\n' + '4,5,6\\n' * (10 * 2**20 // 6))
host = connect(${JSON.stringify(proxy.url)}, token='secret')
starts = []
plain = host._transport.open
def note(path, *args, **more):
    starts.append(more.get('content_range', more.get('method') or 'GET').removeprefix('bytes ').split('-')[0])
    return plain(path, *args, **more)
host._transport.open = note
reference = host.upload(path)
first = [*starts]
starts.clear()
host.upload(path)
print(json.dumps([reference, first, starts]))`)
    proxy.close()
    expect([proxy.left, reference.name, again]).toEqual([0, 'scan.csv', ['GET']])
    const places = starts.filter((start: string) => start !== 'GET').map(Number)
    expect(places.length).toBeGreaterThan(4)
    expect(places).toEqual([...places].sort((one: number, other: number) => one - other))
    const found = await fetch(`${url}/api/files/${reference.file}`, {
      headers: { authorization: 'Bearer secret' },
    })
    expect(found.status).toBe(200)
  })

  it('asks the host for facts of a result', async () => {
    const found = await run(`print(json.dumps([host.my_block.facts(edge=3), host.painted.facts()]))`)
    expect(found[0]).toMatchObject({ kind: 'volume', shape: [3, 1, 2], values: { min: -5, median: -2.5 } })
    expect(found[1]).toMatchObject({ kind: 'mesh', unit: 'mm', area: 0.5, volume: null })
  })

  it.skipIf(!hasNumpy)('gives results as views of NumPy, without a copy of the bytes', async () => {
    const found = await run(`
import numpy
block = host.my_block(edge=3)
mesh = host.tetra()
painted = host.painted()
def owner(array):
    while isinstance(array, numpy.ndarray): array = array.base
    return type(getattr(array, 'obj', array)).__name__
print(json.dumps([str(block.data.dtype), block.data.tolist(), owner(block.data), mesh.vertices.shape,
  mesh.indices.shape, owner(mesh.vertices), painted.colors.tolist(), painted.unit, hasattr(mesh, 'colors'), repr(mesh)]))`)
    expect(found.slice(0, 3)).toEqual(['int16', [[[0, -1]], [[-2, -3]], [[-4, -5]]], 'bytes'])
    expect([found[3][1], found[4][1], found[5]]).toEqual([3, 3, 'bytes'])
    expect(found[6]).toEqual([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ])
    expect([found[7], found[8]]).toEqual(['mm', false])
    expect(found[9]).toMatch(/^<mesh: vertices \(\d+, 3\), indices \(\d+, 3\)/)
  })

  it('gives the directions of a volume, as an array where NumPy is there', async () => {
    const direction = [
      [1, 0, 0],
      [0, 0.8, -0.6],
      [0, 0.6, 0.8],
    ]
    const print = 'print(json.dumps([[list(row) for row in host.tilted().direction], host.tilted().origin]))'
    expect(await run(print, { numpy: false })).toEqual([direction, [1, 2, 3]])
    if (!hasNumpy) return
    const found = await run(
      'direction = host.tilted().direction; print(json.dumps([direction.shape, direction.tolist()]))',
    )
    expect(found).toEqual([[3, 3], direction])
  })

  it('gives the labels of a volume, none for values that are measures', async () => {
    const found = await run("print(json.dumps([host.tilted().labels, hasattr(host.my_block(), 'labels')]))")
    expect(found).toEqual([[{ value: -1, name: 'left kidney', color: [185, 102, 83] }], false])
  })

  it('gives the window of a volume, none where none was chosen', async () => {
    const found = await run("print(json.dumps([host.tilted().window, hasattr(host.my_block(), 'window')]))")
    expect(found).toEqual([[-3, 0], false])
  })

  it('gives the notes of a result, and none where there are none', async () => {
    const found = await run(
      'print(json.dumps([host.tilted().notes, host.painted().notes, host.tetra().notes]))',
    )
    expect(found).toEqual([['One half is left out: 50 %.', 'The unit is µm.'], [], []])
  })

  it('gives results as views of memory without NumPy', async () => {
    const found = await run(
      `
block = host.my_block(edge=3)
print(json.dumps([block.data.tolist(), block.data.format, host.painted().vertices.tolist()]))`,
      { numpy: false },
    )
    expect(found).toEqual([
      [[[0, -1]], [[-2, -3]], [[-4, -5]]],
      'h',
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    ])
  })

  it('yields progress, and cancels on the host when the loop is left', async () => {
    const found = await run(`
run = host.chatty.start()
texts = [message['text'] for message in run]
endless = host.endless.start()
early = refusal(lambda: endless.result)
for message in endless: break
else: raise SystemExit('it has ended')
job = endless._job
state = host._transport.json(job + '/progress')
print(json.dumps([len(texts), run.result.type, state['status'], state['error'], early,
  refusal(lambda: endless.result)]))`)
    expect(found.slice(0, 1)).toEqual([3])
    expect(found.slice(2)).toEqual([
      'error',
      'cancelled',
      ['ValueError', expect.stringContaining('not begun')],
      ['ValueError', expect.stringContaining('cancelled when its loop was left')],
    ])
  })

  it('tells the runs before it while it waits', async () => {
    const found = await run(`
host = connect(${JSON.stringify(url)}, token='secret', room='queued')
transport = host._transport
ask, places, waits = transport.json, [], [3, 3, 0]
def queued(path, *rest, **named):
    answer = ask(path, *rest, **named)
    if '/progress' in path and waits:
        return {'status': 'running', 'messages': [], 'error': None, 'before': waits.pop(0)}
    return answer
transport.json = queued
run = host.chatty.start()
first = run.before
run.on_queued = lambda before: places.append([before, run.before])
for message in run: pass
print(json.dumps([first, places, run.before, run.result.type]))`)
    expect(found).toEqual([
      null,
      [
        [3, 3],
        [0, 0],
      ],
      null,
      expect.any(String),
    ])
  })

  it('ends the computation on the host on an interrupt', async () => {
    const program = `
import sys
sys.path.insert(0, ${JSON.stringify(packages)})
from specimen_host import connect
host = connect(${JSON.stringify(url)}, token='secret', room='interrupted')
run = host.endless.start()
try:
    for message in run: print(message['text'], flush=True)
except KeyboardInterrupt:
    print('interrupted', host._transport.json(run._job + '/progress')['error'], flush=True)
`
    const child = spawn('python3', ['-u', '-c', program], {
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    })
    let text = ''
    child.stdout.on('data', (piece: Buffer) => {
      if (text === '') child.kill('SIGINT')
      text += piece.toString()
    })
    await new Promise((ended) => child.once('close', ended))
    expect(text).toMatch(/interrupted cancelled\n$/)
  })

  it('ends a computation whose start is interrupted', async () => {
    const found = await run(`
import os, signal
host = connect(${JSON.stringify(url)}, token='secret', room='interrupted-start')
transport, started = host._transport, []
ask = transport.json
def interrupted(path, *rest, **named):
    answer = ask(path, *rest, **named)
    if path.endswith('/start'):
        started.append(answer['job_id'])
        os.kill(os.getpid(), signal.SIGINT)
    return answer
transport.json = interrupted
try:
    for message in host.endless.start(): pass
    print('null')
except KeyboardInterrupt:
    print(json.dumps(ask('/api/jobs/' + started[0] + '/progress')['error']))`)
    expect(found).toBe('cancelled')
  })

  it('says where no host answers, and what to look at', async () => {
    const found = await run(`print(json.dumps(refusal(lambda: connect('http://127.0.0.1:1').gyroid)))`)
    expect(found).toEqual([
      'ConnectionError',
      expect.stringMatching(/^No host answers at http:\/\/127\.0\.0\.1:1 \(.+\)\. Is it running/),
    ])
  })

  it('saves a result with its notes, in the file and as the answer', async () => {
    const [returned, ...none] = await run(`
print(json.dumps([host.tilted.save('noted.nii'), host.tilted().save('noted.npy'), host.tetra.save('plain.stl')]))`)
    const notes = ['One half is left out: 50 %.', 'The unit is µm.']
    const left = 'NPY leaves out the labels, window of values, origin and directions; JSON has all.'
    const ofNifti = [...notes, 'NIfTI leaves out the labels; JSON has all.']
    expect([returned, ...none]).toEqual([ofNifti, [...notes, left], []])
    expect(readFileSync(join(folder, 'noted.nii')).toString('utf8', 360, 420)).toContain(notes.join('\n'))
    for (const name of ['noted.nii', 'noted.npy', 'plain.stl']) rmSync(join(folder, name))
  })

  it('saves in the form of the ending, with the parameters of the result, and leaves nothing of a refused one', async () => {
    const found = await run(`
import os
host.my_block(edge=4).save('block.nii')
host.painted.save('painted.STL')
print(json.dumps([refusal(lambda: host.painted.save('painted.nii')), refusal(lambda: host.painted.save('painted.step')),
  sorted(os.listdir('.'))]))`)
    expect(found[0].slice(0, 2)).toEqual([406, 'form.unavailable'])
    expect(found[1][1]).toContain('The ending must be one of .glb, .stl')
    expect(found[2]).toEqual(['block.nii', 'painted.STL'])
    expect(readFileSync(join(folder, 'block.nii')).readInt16LE(46)).toBe(4)
    expect(readFileSync(join(folder, 'painted.STL')).readUInt32LE(80)).toBe(1)
  })

  it('packs NIfTI where its name ends so, the same bytes each time', async () => {
    const found = await run(`
import gzip, os
for name in ('a.nii.gz', 'b.NII.GZ', 'c.nii'): host.my_block(edge=4).save(name)
a, b, c = (open(name, 'rb').read() for name in ('a.nii.gz', 'b.NII.GZ', 'c.nii'))
for name in ('a.nii.gz', 'b.NII.GZ', 'c.nii'): os.remove(name)
print(json.dumps([a == b, gzip.decompress(a) == c, refusal(lambda: host.my_block.save('a.npy.gz'))]))`)
    expect(found.slice(0, 2)).toEqual([true, true])
    expect(found[2][1]).toMatch(/\.nii\.gz \(got '\.gz'\)/)
  })

  it('names the kinds of a tuple by their places', async () => {
    const [shown] = await run(`
import inspect
from specimen_host.host import _to_signature
pair = {'type': 'array', 'items': False, 'minItems': 2, 'prefixItems': [{'type': 'number'}, {'enum': ['mm', 'cm']}]}
print(json.dumps([str(_to_signature({'at': pair, 'cuts': {'type': 'array', 'items': {'type': 'number'}}}))]))`)
    expect(shown.replace('typing.', '')).toBe("(*, at: tuple[float, Literal['mm', 'cm']], cuts: list)")
  })

  it('tells a host that goes away in the middle of an answer, and has the status of a failed job', async () => {
    const found = await run(`
import socket, threading
def serve(answer):
    server = socket.create_server(('127.0.0.1', 0))
    def once():
        with server, server.accept()[0] as link:
            link.recv(65536)
            link.sendall(answer)
    threading.Thread(target=once).start()
    return connect('http://127.0.0.1:%d' % server.getsockname()[1])
head = b'HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: 99\\r\\n\\r\\n['
def fail():
    for message in host.failing.start(): pass
print(json.dumps([refusal(lambda: list(serve(b''))), refusal(lambda: list(serve(head))), refusal(fail)]))`)
    for (const [kind, text] of found.slice(0, 2))
      expect([kind, text]).toEqual([
        'ConnectionError',
        expect.stringMatching(/^The host at .* went away before/),
      ])
    expect(found[2].slice(0, 2)).toEqual([410, 'job.failed'])
  })

  it('keeps a file whose download breaks or does not fit, and the link to it', async () => {
    const kept = await run(`
import io, os, resource, signal
from specimen_host import host as module
os.makedirs('kept')
os.chdir('kept')
def write(path, text):
    with open(path, 'w') as file: file.write(text)
def answer(data, length=None):
    content = io.BytesIO(data)
    content.length = length
    return content
def failed(work):
    try: work()
    except OSError as error: return type(error).__name__
write('real.nii', 'old')
os.symlink('real.nii', 'link.nii')
write('link.nii.part', 'of another')
found = [failed(lambda: module._replace('link.nii', answer(b'half', 7)))]
resource.setrlimit(resource.RLIMIT_FSIZE, (16, 64))
found.append(failed(lambda: module._replace('link.nii', answer(bytes(32)))))
os.makedirs('f.stl')
found.append(failed(lambda: host.painted.save('f.stl')))
os.rmdir('f.stl')
before = open('real.nii').read()
module._replace('link.nii', answer(b'new'))
module._replace('/dev/null', answer(b'new'))
print(json.dumps([found, before, open('real.nii').read(), os.path.islink('link.nii'), sorted(os.listdir())]))`)
    expect(kept).toEqual([
      ['ConnectionError', 'OSError', 'IsADirectoryError'],
      'old',
      'new',
      true,
      ['link.nii', 'link.nii.part', 'real.nii'],
    ])
  })

  it('views what a page has by its function, and what it lacks by its result', async () => {
    const shown = { body: { id: 'my-block' }, content: { kind: 'live', bundle: 'b' } }
    const site = { specimens: [shown], bundles: { b: {} }, in_page: { 'viewer/data-worker.js': '' } }
    const element = `<script type="application/json" id="site">${JSON.stringify(site)}</script>`
    writeFileSync(join(folder, 'page.html'), `<main></main>${element}<script></script>`)
    const found = await run(`
import re
paged = connect(${JSON.stringify(url)}, token='secret', page='page.html')
def site(frame): return json.loads(re.search('id="site">(.*?)</script>', frame.page)[1])
own, other = site(paged.my_block.view(edge=3)), site(paged.painted.view())
print(json.dumps([own['shown'], list(own['bundles']), other['shown'], list(other['in_page']),
  refusal(lambda: host.my_block.view())]))`)
    expect(found.slice(0, 2)).toEqual([{ specimen: 'my-block', params: { edge: 3 } }, ['b']])
    expect(found.slice(2, 4)).toEqual([
      { specimen: 'result', params: {} },
      ['results/shown.json', 'viewer/data-worker.js'],
    ])
    expect(found[4][1]).toContain('specimen export --single')
  })

  it('says of a name that is nearly one, and of values without names, what to write', async () => {
    const found = await run(
      'print(json.dumps([refusal(lambda: host.my_blocks), refusal(lambda: host.my_block(9))]))',
    )
    expect(found).toEqual([
      ['AttributeError', "The host has no specimen 'my_blocks'; did you mean my_block?"],
      ['TypeError', expect.stringMatching(/^Parameters of my_block are given by name: .*edge/)],
    ])
  })

  it("raises the host's words, and refuses what is no host and no envelope", async () => {
    const found = await run(`
def refused(data):
    try: specimen_host.decode_envelope(data)
    except ValueError: return True
print(json.dumps([refusal(lambda: host.my_block(edge=9)), refusal(lambda: host.nothing), refusal(lambda: host['nothing']),
  refusal(lambda: list(connect(${JSON.stringify(url)}))), refusal(lambda: connect('file:///etc/passwd')),
  [refused(data) for data in [b'', b'\\xff\\xff\\xff\\xff{}', *(len(head).to_bytes(4, 'little') + head for head in [
    b'{', b'{}', b'[]', b'{"type":"volume","shape":[-1],"dtype":"int8"}', b'{"type":"volume","shape":[9],"dtype":"int8"}',
    b'{"type":"volume","shape":[true],"dtype":"int8"}', b'{"type":"volume","shape":[0],"dtype":"object"}',
    b'{"type":"mesh","vertex_count":1}'])]]]))`)
    expect(found[0]).toEqual([422, 'params.invalid', expect.stringContaining('edge must be at most 5'), 1])
    expect(found[1][0]).toBe('AttributeError')
    expect(found[2].slice(0, 2)).toEqual([404, 'specimen.unknown'])
    expect(found[3].slice(0, 2)).toEqual([401, 'token.missing'])
    expect(found[4][0]).toBe('ValueError')
    expect(found[5]).toEqual(Array(10).fill(true))
  })
})
