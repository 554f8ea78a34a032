/** A folder of data on a host: each file of a known format is a specimen, and the others are named. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listTar } from '../../../core/data/formats/tar.ts'
import { readKnown } from '../../data/formats/files.ts'
import type { Body } from '../../support/api.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'

let root: string
let data: string
let host: Host
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'data-folder-'))
  data = join(root, 'data')
  mkdirSync(data)
  mkdirSync(join(root, 'specimens'))
  const folders = { data, specimens: join(root, 'specimens'), plugins: '' }
  host = await createHost({ ...folders, port: 0, logLevel: 'silent' })
})
afterEach(async () => {
  await host.close()
  rmSync(root, { recursive: true })
})

function put(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(join(data, path)), { recursive: true })
  writeFileSync(join(data, path), content)
}

const get = async (path: string): Promise<Body> =>
  JSON.parse((await host.inject(`/api/specimens/${path}`)).body)

async function list(): Promise<readonly (readonly [id: string, type: string, title: string])[]> {
  const entries = await get('')
  return entries.map(({ id, type, display_name: title }: Body) => [id, type, title])
}

describe('a folder of data', () => {
  it('shows each file that a reader knows, with a title, a kind and an id of its own', async () => {
    put('scan 1.nii.gz', readKnown('series.nii.gz'))
    put('pyramid.ply', readKnown('pyramid-binary.ply'))
    put('cells/day-2/stack.tif', readKnown('imagej.tif'))
    put('cells--day-2--stack.tif', readKnown('grey-uint8.tif'))
    put('reload', readKnown('l.png'))
    put('points.csv', readKnown('named.csv'))
    put('.hidden/a.ply', 'x')
    put('.DS_Store', 'x')
    expect(await host.reload()).toMatchObject({ static: 6, errors: [] })
    expect(await list()).toEqual([
      ['cells--day-2--stack.tif', 'volume', 'stack'],
      [expect.stringMatching(/^cells--day-2--stack[.]tif-[0-9a-f]{12}$/), 'image', 'cells--day-2--stack'],
      ['points.csv', 'point_cloud', 'points'],
      ['pyramid.ply', 'mesh', 'pyramid'],
      [expect.stringMatching(/^reload-[0-9a-f]{12}$/), 'image', 'reload'],
      [expect.stringMatching(/^scan-1[.]nii[.]gz-[0-9a-f]{12}$/), 'volume', 'scan 1'],
    ])
    expect((await get('cells--day-2--stack.tif')).tags).toEqual(['cells', 'day-2'])
    const file = await host.inject('/api/specimens/cells--day-2--stack.tif/data')
    expect(Buffer.compare(file.rawPayload, readKnown('imagej.tif'))).toBe(0)
    const ids = (await list()).map(([id]) => id)
    await host.reload()
    expect((await list()).map(([id]) => id)).toEqual(ids)
  })

  it('names each other file once, with what it is and what to do', async () => {
    put('flow/a.vtu', 'x')
    put('notes.txt', 'hello')
    put('table.csv', 'time,depth\n1,2\n')
    put('image.zarr/.zattrs', '{}')
    for (let i = 0; i < 50; i++) put(`image.zarr/0/${i}`, 'x')
    const { errors, count } = await host.reload()
    expect(count).toBe(0)
    expect(errors).toEqual([
      {
        source: 'image.zarr',
        code: 'file.undecodable',
        detail: expect.stringContaining('without multiscales'),
      },
      {
        source: 'flow/a.vtu',
        code: 'format.unknown',
        detail: expect.stringMatching(/name is that of VTK.*ParaView/),
      },
      {
        source: 'notes.txt',
        code: 'format.unknown',
        detail: expect.stringMatching(/none of the formats.*A dot before its name/),
      },
      { source: 'table.csv', code: 'file.undecodable', detail: expect.stringContaining('x, y and z') },
    ])
  })

  it('says at a reload what a look at each file has found to be left out', async () => {
    put('points.csv', 'x,y,z,heat,depth\n1,2,3,4,5\n6,7,8,9,10\n')
    put('plain.csv', 'x,y,z\n1,2,3\n')
    const image = {
      axes: [
        { name: 'y', type: 'space' },
        { name: 'x', type: 'space' },
      ],
      version: '0.4',
    }
    const datasets = ['0', '1'].map((path) => ({
      path,
      coordinateTransformations: [{ type: 'scale', scale: [1, 1] }],
    }))
    put('image.zarr/.zattrs', JSON.stringify({ multiscales: [{ ...image, datasets }] }))
    const array = { zarr_format: 2, shape: [2, 2], chunks: [2, 2], dtype: '|u1', order: 'C', fill_value: 0 }
    put('image.zarr/1/.zarray', JSON.stringify({ ...array, compressor: null, filters: null }))
    put('image.zarr/1/0.0', Uint8Array.of(1, 2, 3, 4))
    const notes = [
      { id: 'image.zarr', notes: ['This is level 2 of 2: finer ones are too large or not there.'] },
      { id: 'points.csv', notes: ['Of several columns of values the first is shown.'] },
    ]
    expect(await host.reload()).toMatchObject({ errors: [], notes })
    const { headers } = await host.inject('/api/specimens/image.zarr/data?format=json')
    expect(headers['specimen-notes']).toBe(`"${notes[0]?.notes[0]}"`)
  })

  it('follows what is put there and taken away', async () => {
    put('a.ply', readKnown('pyramid-text.ply'))
    await host.reload()
    rmSync(join(data, 'a.ply'))
    put('b.png', readKnown('rgb.png'))
    expect(await host.reload()).toMatchObject({ errors: [] })
    expect(await list()).toEqual([['b.png', 'image', 'b']])
    rmSync(data, { recursive: true })
    expect((await host.reload()).errors[0]?.detail).toMatch(/The folder cannot be read/)
    expect(await list()).toEqual([])
  })

  it('shows nothing from outside, no devices, and links within it', async () => {
    writeFileSync(join(root, 'secret.ply'), readKnown('pyramid-text.ply'))
    put('in/a.ply', readKnown('pyramid-text.ply'))
    symlinkSync('../secret.ply', join(data, 'out.ply'))
    symlinkSync('..', join(data, 'up'))
    symlinkSync('in/a.ply', join(data, 'same.ply'))
    symlinkSync('/dev/zero', join(data, 'zero.ply'))
    execFileSync('mkfifo', [join(data, 'pipe.ply')])
    const { errors } = await host.reload()
    expect((await list()).map(([id]) => id)).toEqual(['in--a.ply', 'same.ply'])
    expect(errors.map(({ source }) => source)).toEqual(['out.ply', 'pipe.ply', 'up', 'zero.ply'])
    expect(errors[0]?.detail).toMatch(/does not lie inside its folder/)
    for (const { detail } of errors) expect(detail).not.toContain(root)
  })

  it('never takes the id of another specimen', async () => {
    put('rock', readKnown('l.png'))
    put('made', readKnown('l.png'))
    await host.reload()
    expect((await list()).map(([id]) => id)).toEqual(['made', 'rock'])
    writeSpecimen(join(root, 'specimens'), 'rock', { type: 'mesh', data_file: 'f' }, { f: 'ours' })
    host.registerSpecimen({ id: 'made', displayName: 'Made' }, () => ({ points: new Float32Array(3) }), {
      returns: 'point_cloud',
    })
    const { errors } = await host.reload()
    expect(await list()).toEqual([
      ['made', 'point_cloud', 'Made'],
      ['rock', 'mesh', 'rock'],
    ])
    expect(errors.map(({ source, code }) => [source, code])).toEqual([
      ['made', 'name.taken'],
      ['rock', 'name.taken'],
    ])
  })

  it('of endless files is bounded, and of many that are not shown a part is named', async () => {
    for (let i = 0; i < 120; i++) put(`log-${i}.txt`, 'x')
    put(`${'a/'.repeat(5)}deep.png`, readKnown('l.png'))
    put(`${'b/'.repeat(6)}deeper.png`, readKnown('l.png'))
    const { errors } = await host.reload()
    expect((await list()).map(([id]) => id)).toEqual(['a--a--a--a--a--deep.png'])
    expect(errors).toHaveLength(101)
    expect(errors.at(-1)?.detail).toMatch(/21 more files or folders in it cannot be shown/)
    expect(errors.some(({ detail }) => /Folders are read 6 deep/.test(detail))).toBe(true)
    cpSync(join(data, 'log-0.txt'), join(data, 'first.txt'))
    mkdirSync(join(data, 'many'))
    for (let i = 0; i < 10_000; i++) writeFileSync(join(data, 'many', `.${i}`), '')
    const { errors: more } = await host.reload()
    expect(JSON.stringify(more)).toMatch(/No more than 10000 files and folders are looked at/)
  })

  it('shows an image of OME-Zarr and a series of DICOM as one specimen each', async () => {
    for (const { path, read } of listTar(readKnown('zarr2-blosc-lz4.tar'))) put(`cells/${path}`, await read())
    for (const { path, read } of listTar(readKnown('zarr3-shards.tar'))) put(`more/${path}`, await read())
    put('more/zarr.json', '{"zarr_format": 3, "node_type": "group"}')
    for (const name of ['ct-7', 'ct-8', 'ct-9', 'mr-00', 'mr-01', 'mr-10', 'mr-11'])
      put(`${name.startsWith('mr') ? 'two/mr' : 'ct'}/${name}`, readDicom(`${name}.dcm`))
    put('enhanced/one.dcm', readDicom('enhanced.dcm'))
    put('picture/rgb.dcm', readDicom('rgb.dcm'))
    put('two/mr/notes.png', readKnown('l.png'))
    expect((await host.reload()).errors).toEqual([])
    const zarr = expect.stringMatching(/^more--zarr3-shards/)
    expect(await list()).toEqual([
      ['cells--zarr2-blosc-lz4.zarr', 'volume', 'zarr2-blosc-lz4'],
      ['ct', 'volume', 'ct'],
      ['enhanced--one.dcm', 'volume', 'one'],
      [zarr, 'volume', 'zarr3-shards'],
      ['picture--rgb.dcm', 'image', 'rgb'],
      ['two--mr', 'volume', 'mr'],
      ['two--mr--notes.png', 'image', 'notes'],
    ])
    expect(await readDecoded('cells--zarr2-blosc-lz4.zarr')).toMatchObject(
      readExpected('zarr2-blosc-lz4.tar'),
    )
    expect(await readDecoded('ct')).toMatchObject({ shape: [3, 3, 4], unit: 'mm' })
    expect((await get('ct')).data_file).toBe('ct.tar')
    const { headers, rawPayload } = await host.inject('/api/specimens/ct/data')
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(headers['content-disposition']).toContain('ct.tar')
    expect(listTar(rawPayload).map(({ path }) => path)).toEqual(['ct/ct-7', 'ct/ct-8', 'ct/ct-9'])
    const known = await host.inject({
      url: '/api/specimens/ct/data',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(known.statusCode).toBe(304)
    put('ct/ct-7', readDicom('ct-7.dcm'))
    // A listing that took long, as on a busy machine, is kept for a while.
    const readTag = async () =>
      (await host.inject({ method: 'HEAD', url: '/api/specimens/ct/data' })).headers.etag
    await expect.poll(readTag).not.toBe(headers.etag)
    rmSync(join(data, 'ct/ct-8'))
    const gone = await host.inject('/api/specimens/ct/data')
    expect(JSON.parse(gone.body)).toMatchObject({ code: 'file.missing' })
  })

  it('sends nothing of a folder from outside, and names what is wrong with it', async () => {
    mkdirSync(join(root, 'secret'))
    writeFileSync(join(root, 'secret/0'), 'secret')
    const files = listTar(readKnown('zarr2-blosc-lz4.tar'))
    for (const name of ['link', 'linked', 'out', 'fifo', 'large'])
      for (const { path, read } of files) put(`${name}/${path.slice(path.indexOf('/') + 1)}`, await read())
    rmSync(join(data, 'link/0/0/0/0'))
    symlinkSync(join(root, 'secret/0'), join(data, 'link/0/0/0/0'))
    rmSync(join(data, 'linked/0'), { recursive: true })
    symlinkSync(join(root, 'secret'), join(data, 'linked/0'))
    rmSync(join(data, 'linked/1'), { recursive: true })
    const datasets = [{ path: '../../secret' }]
    put('out/.zattrs', JSON.stringify({ multiscales: [{ datasets }] }))
    execFileSync('mkfifo', [join(data, 'fifo/0/pipe')])
    put('large/.zattrs', Buffer.alloc(2 ** 22 + 1, ' '))
    const { errors } = await host.reload()
    expect(await list()).toEqual([])
    expect(errors.map(({ source, detail }) => [source, detail])).toEqual([
      ['fifo', expect.stringContaining('is a link or a device')],
      ['large', expect.stringContaining('more than 4194304 bytes')],
      ['link', expect.stringContaining('is a link or a device')],
      ['linked', expect.stringContaining('no level of OME-Zarr')],
      ['out', expect.stringContaining('must lead into the folder')],
    ])
  })

  it('is the data of a specimen.json as well', async () => {
    const folder = writeSpecimen(join(root, 'specimens'), 'cells', { type: 'volume', data_file: 'a.zarr' })
    for (const { path, read } of listTar(readKnown('zarr3-zstd.tar'))) {
      const place = join(folder, 'a.zarr', path.slice(path.indexOf('/') + 1))
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, await read())
    }
    writeSpecimen(join(root, 'specimens'), 'wrong', { type: 'mesh', data_file: '../cells/a.zarr' })
    writeSpecimen(join(root, 'specimens'), 'other', { type: 'mesh', data_file: 'a' })
    const series = writeSpecimen(join(root, 'specimens'), 'series', { type: 'volume', data_file: 'ct' })
    mkdirSync(join(series, 'ct'))
    for (const name of ['ct-7.dcm', 'ct-8.dcm']) writeFileSync(join(series, 'ct', name), readDicom(name))
    const picture = writeSpecimen(join(root, 'specimens'), 'picture', { type: 'image', data_file: 'one' })
    mkdirSync(join(picture, 'one'))
    writeFileSync(join(picture, 'one/rgb.dcm'), readDicom('rgb.dcm'))
    writeFileSync(join(picture, 'one/about.md'), 'A picture.')
    mkdirSync(join(root, 'specimens/other/a'))
    const { errors } = await host.reload()
    expect(errors.map(({ source, detail }) => [source, detail])).toEqual([
      ['other', expect.stringContaining('must be a regular file (got a folder)')],
      ['wrong', expect.stringContaining('does not lie inside its folder')],
    ])
    expect(await readDecoded('cells')).toMatchObject(readExpected('zarr3-zstd.tar'))
    expect(await readDecoded('series')).toMatchObject({ shape: [2, 3, 4] })
    expect(await readDecoded('picture')).toMatchObject({ type: 'image', width: 4, height: 3, channels: 3 })
  })
})

function readDicom(name: string): Uint8Array {
  return readFileSync(new URL(`../../data/formats/dicom/${name}`, import.meta.url))
}

/** Returns what a file of the formats' tests holds, without its numbers. */
function readExpected(name: string): object {
  const { data: _, ...rest } = JSON.parse(
    readFileSync(new URL(`../../data/formats/files/${name}.json`, import.meta.url), 'utf8'),
  )
  return rest
}

async function readDecoded(id: string): Promise<Body> {
  const answer = await host.inject({
    url: `/api/specimens/${id}/data`,
    headers: { accept: 'application/json' },
  })
  return JSON.parse(answer.body)
}
