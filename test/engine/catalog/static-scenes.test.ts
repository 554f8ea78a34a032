/** Static specimens of several files: each is a part of one scene, in one space. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeScene } from '../../../core/contract/wire/scene-envelope.ts'
import { readKnown } from '../../data/formats/files.ts'
import { cornerBytes, toGlb, triangle } from '../../data/formats/glb-bytes.ts'
import type { Body } from '../../support/api.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { assembly, inSpace, scan, toNrrd, toPoint, useSceneHost } from './scene-host.ts'

const { folders, ask, json, reload, add, readScene } = useSceneHost()

describe('a static specimen of several files', () => {
  it('is one scene, whose parts the catalog names with their kinds before they are decoded', async () => {
    const parts = {
      scan: { file: 'scan.nrrd' },
      brain: { file: 'brain.stl', look: { opacity: 0.4, color: '#c33', title: 'Brain' } },
    }
    const files = { 'scan.nrrd': scan, 'brain.stl': readKnown('pyramid-binary.stl') }
    expect(await add('head', parts, files)).toEqual([])
    const look = { opacity: 0.4, color: [204, 51, 51], title: 'Brain' }
    const returns = { type: 'scene', parts: { scan: 'volume', brain: 'mesh' }, looks: { brain: look } }
    expect(await json('')).toMatchObject([{ id: 'head', type: 'scene', returns }])
    expect(await json('head')).toMatchObject({
      type: 'scene',
      is_dynamic: false,
      data_file: null,
      part_files: { scan: 'scan.nrrd', brain: 'brain.stl' },
      returns,
    })
    const answer = await ask('head/data')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-service-scene-v1',
      'content-disposition': expect.stringContaining('head.scene'),
      'specimen-notes': '"brain: its file does not state mm, RAS, which are those of the scene: assumed."',
    })
    const scene = decodeScene(answer.rawPayload)
    expect(scene).toMatchObject({
      unit: 'mm',
      orientation: 'RAS',
      parts: { scan: { type: 'volume', shape: [1, 1, 2] }, brain: { type: 'mesh', unit: 'mm', look } },
    })
    expect(await readScene('head')).toMatchObject({ type: 'scene', parts: { brain: { look } } })
    expect((await ask('head/data', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
    const facts = await json('head/facts')
    expect(facts).toMatchObject({
      kind: 'scene',
      unit: 'mm',
      part_count: 2,
      parts: { brain: { kind: 'mesh' } },
    })
    expect((await json('head/facts?part=brain')).kind).toBe('mesh')
    const picture = await ask('head/picture?part=brain&width=64&height=64', { accept: 'image/png' })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await json('head/picture?view=parts=brian:off')).toMatchObject({
      code: 'request.invalid',
      detail: 'The scene has no part "brian"; did you mean brain?',
    })
  })

  it('gives each part as its own file, and in the forms of its kind', async () => {
    const stl = readKnown('pyramid-binary.stl')
    await add('head', { scan: { file: 'in/scan.nrrd' }, brain: { file: 'brain.stl' } }, { 'brain.stl': stl })
    mkdirSync(join(folders.specimens, 'head/in'))
    writeFileSync(join(folders.specimens, 'head/in/scan.nrrd'), scan)
    await reload('')
    const file = await ask('head/data?part=brain')
    expect(Buffer.compare(file.rawPayload, stl)).toBe(0)
    expect(file.headers).toMatchObject({ 'content-type': 'model/stl', 'accept-ranges': 'bytes' })
    expect(file.headers['content-disposition']).toContain('brain.stl')
    const range = await ask('head/data?part=brain', { range: 'bytes=10-19' })
    expect([range.statusCode, Buffer.compare(range.rawPayload, stl.subarray(10, 20))]).toEqual([206, 0])
    expect(
      (await ask('head/data?part=brain', { 'if-none-match': String(file.headers.etag) })).statusCode,
    ).toBe(304)
    expect((await ask('head/data?part=scan')).headers['content-disposition']).toContain('"scan.nrrd"')
    const glb = await ask('head/data?part=brain&format=glb')
    expect(glb.rawPayload.subarray(0, 4).toString()).toBe('glTF')
    expect(glb.headers['content-disposition']).toContain('head-brain.glb')
    expect((await json('head/data?part=scan&format=json')).shape).toEqual([1, 1, 2])
    expect(await json('head/data?part=skull')).toMatchObject({
      code: 'part.unknown',
      detail: 'part must be one of scan, brain (got "skull").',
    })
  })

  it('has two volumes, one of them a segmentation', async () => {
    const labels = toNrrd(
      `${inSpace('right-anterior-superior')}\nSegment0_ID:=a\nSegment0_Name:=tumour\nSegment0_LabelValue:=2\nSegment0_Color:=1 0 0`,
    )
    expect(
      await add(
        'mri',
        { t1: { file: 't1.nrrd' }, tumour: { file: 'a.seg.nrrd' } },
        { 't1.nrrd': scan, 'a.seg.nrrd': labels },
      ),
    ).toEqual([])
    const { parts, notes } = await readScene('mri')
    expect(parts.tumour).toMatchObject({ type: 'volume', labels: [{ value: 2, name: 'tumour' }] })
    expect([parts.t1.labels, parts.tumour.place, notes]).toEqual([undefined, undefined, undefined])
  })

  it('shows nodes of a .glb, some by their names or all as parts of their own', async () => {
    const named = { wheel: { file: 'a.glb', node: 'gear' }, all: { file: 'a.glb' } }
    expect(await add('some', named, { 'a.glb': assembly })).toEqual([])
    expect(await json('some')).toMatchObject({ part_files: { all: 'a.glb' } })
    expect((await json('some')).returns.parts).toEqual({ wheel: 'mesh', all: 'mesh' })
    const some = await readScene('some')
    expect([some.unit, some.parts.all.vertices.length]).toEqual(['m', 27])
    expect(some.parts.wheel).toMatchObject({ type: 'mesh', vertices: [1, 0, 0, 2, 0, 0, 1, 1, 0] })
    expect((await ask('some/data?part=wheel')).headers['content-type']).toBe(
      'application/x-service-envelope-v1',
    )
    expect(await add('whole', 'a.glb', { 'a.glb': assembly })).toEqual([])
    const { returns, part_files: files } = await json('whole')
    expect(files).toEqual({})
    expect(returns).toEqual({
      type: 'scene',
      parts: { gear: 'mesh', pinion: 'mesh', Base_plate_steel: 'mesh' },
      looks: { Base_plate_steel: { title: 'Base plate (steel)' } },
    })
    const { parts } = await readScene('whole')
    expect(parts.pinion.vertices.slice(0, 3)).toEqual([2, 0, 0])
    expect(parts.Base_plate_steel.look).toEqual({ title: 'Base plate (steel)' })
  })

  it('leaves out nodes of a .glb that show nothing, with a note', async () => {
    const nodes = [{ name: 'gear', mesh: 0 }, { name: 'Camera', camera: 0 }, { name: 'Lamp' }]
    const studio = toGlb({ ...triangle, scenes: [{ nodes: [0, 1, 2] }], nodes }, cornerBytes)
    expect(await add('studio', 'a.glb', { 'a.glb': studio })).toEqual([])
    expect((await json('studio')).returns.parts).toEqual({ gear: 'mesh' })
    const { parts, notes } = await readScene('studio')
    expect(Object.keys(parts)).toEqual(['gear'])
    expect(notes).toEqual(['Nodes that show nothing are left out: "Camera", "Lamp".'])
    expect(await add('lamp', { lamp: { file: 'a.glb', node: 'Lamp' } }, { 'a.glb': studio })).toEqual([
      expect.stringMatching(/^parts[.]lamp: node "Lamp" of "a[.]glb" shows nothing; name one with a mesh/),
    ])
    const dark = toGlb({ ...triangle, nodes: [{ name: 'Lamp' }] }, cornerBytes)
    expect(await add('dark', 'a.glb', { 'a.glb': dark })).toEqual([
      expect.stringMatching(/no node of "a[.]glb" shows anything/),
    ])
  })

  it('shows nodes of several kinds, which are one kind where the file is opened alone', async () => {
    const { meshes, accessors } = triangle
    const dots = { primitives: [{ mode: 0, attributes: { POSITION: 0 } }] }
    const nodes = [
      { name: 'solid', mesh: 0 },
      { name: 'dots', mesh: 1 },
    ]
    const mixed = { ...triangle, meshes: [...meshes, dots], accessors, scenes: [{ nodes: [0, 1] }], nodes }
    const both = toGlb(mixed, cornerBytes)
    expect(await add('both', 'a.glb', { 'a.glb': both })).toEqual([])
    expect((await json('both')).returns.parts).toEqual({ solid: 'mesh', dots: 'point_cloud' })
    expect((await readScene('both')).parts.dots).toMatchObject({ type: 'point_cloud' })
    writeFileSync(join(folders.data, 'both.glb'), both)
    await reload('')
    expect(await json('both.glb')).toMatchObject({ type: 'mesh' })
    const notes = String((await ask('both.glb/data?format=json')).headers['specimen-notes'])
    expect(notes).toContain('Its points beside triangles are left out.')
    expect(notes).toContain('Its named nodes are one result here; a specimen.json')
  })

  it('has lengths of several units, exactly, and those of its author in files that state none', async () => {
    const files = {
      'scan.nrrd': scan,
      'a.csv': toPoint('1,2,3'),
      'b.csv': toPoint('1,2,3'),
      'c.glb': toGlb(triangle, cornerBytes),
    }
    const place = [
      [1, 0, 0, 5],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ]
    const parts = {
      scan: { file: 'scan.nrrd' },
      cm: { file: 'a.csv', axes: 'cm, RAS', place },
      inch: { file: 'b.csv', axes: 'inch, RAS' },
      glb: { file: 'c.glb' },
    }
    expect(await add('units', parts, files)).toEqual([])
    const scene = await readScene('units')
    expect(scene).toMatchObject({ unit: 'mm', orientation: 'RAS' })
    expect(scene.parts.cm).toMatchObject({
      unit: 'cm',
      points: [1, 2, 3],
      place: [
        [10, 0, 0, 50],
        [0, 10, 0, 0],
        [0, 0, 10, 0],
      ],
    })
    expect(scene.parts.inch.place).toEqual([
      [25.4, 0, 0, 0],
      [0, 25.4, 0, 0],
      [0, 0, 25.4, 0],
    ])
    expect(scene.parts.glb.place[0]).toEqual([1000, 0, 0, 0])
    expect(scene.notes).toEqual([
      "cm: its lengths in cm are scaled by 10 to mm, the scene's unit.",
      "inch: its lengths in inch are scaled by 25.4 to mm, the scene's unit.",
      "glb: its lengths in m are scaled by 1000 to mm, the scene's unit.",
      'glb: its file does not state RAS, which are those of the scene: assumed.',
    ])
    expect((await json('units/facts')).bounds).toMatchObject({ high: [1000, 1000, expect.closeTo(76.2, 4)] })
    // Alone a part is in its own unit.
    expect(await json('units/facts?part=cm')).toMatchObject({ unit: 'cm', bounds: { high: [1, 2, 3] } })
    await add('units', parts, files, { axes: 'cm, RAS' })
    const inCm = await readScene('units')
    expect([inCm.unit, inCm.parts.cm.place, inCm.parts.scan.place[0]]).toEqual(['cm', place, [0.1, 0, 0, 0]])
    expect(await add('voxels', { ...parts, cm: { file: 'a.csv', axes: 'voxels' } }, files)).toEqual([])
    const refused = await ask('voxels/data')
    expect([refused.statusCode, JSON.parse(refused.body).detail]).toEqual([
      406,
      expect.stringContaining('cm: unit must be mm, that of the scene'),
    ])
    await add('voxels', { glb: { file: 'c.glb', axes: 'mm' } }, files)
    expect((await json('voxels/data')).detail).toContain('glb: axes must be m, which "c.glb" states (got mm)')
  })

  it('has a landmark of files in RAS and in LPS at one place', async () => {
    const files = {
      'ras.nrrd': toNrrd(inSpace('right-anterior-superior', '3,80,5')),
      'lps.nrrd': toNrrd(inSpace('left-posterior-superior', '-3,-80,5')),
      'nose.csv': toPoint('-3,-80,5'),
    }
    await add(
      'nose',
      { ras: { file: 'ras.nrrd' }, lps: { file: 'lps.nrrd' }, nose: { file: 'nose.csv', axes: 'mm, LPS' } },
      files,
    )
    const { parts } = await readScene('nose')
    const at = (place: readonly (readonly number[])[], [x = 0, y = 0, z = 0]: readonly number[]) =>
      place.map(([a = 0, b = 0, c = 0, d = 0]) => a * x + b * y + c * z + d)
    expect(parts.ras.origin.toReversed()).toEqual([3, 80, 5])
    expect(at(parts.lps.place, parts.lps.origin.toReversed())).toEqual([3, 80, 5])
    expect(at(parts.nose.place, parts.nose.points)).toEqual([3, 80, 5])
  })

  it('comes back from the files of its forms with each part in its own unit, and is then no part', async () => {
    const files = { 'scan.nrrd': scan, 'a.stl': readKnown('pyramid-binary.stl') }
    const parts = {
      scan: { file: 'scan.nrrd' },
      a: { file: 'a.stl', axes: 'cm, LPS', look: { opacity: 0.5 } },
    }
    await add('forms', parts, files)
    const { parts: written } = await readScene('forms')
    for (const form of ['zip', 'scene', 'glb']) {
      const { rawPayload } = await ask(`forms/data?format=${form}`)
      const name = `whole.${form}`
      writeSpecimen(
        folders.specimens,
        `back-${form}`,
        { type: 'scene', data_file: name },
        { [name]: rawPayload },
      )
      expect(await add(`in-${form}`, { a: { file: name } }, { [name]: rawPayload })).toEqual([
        expect.stringContaining(`parts.a: "${name}" is a scene itself, and a part is none`),
      ])
      expect(await reload(`back-${form}`)).toEqual([])
      const back = await readScene(`back-${form}`)
      expect([back.unit, back.orientation]).toEqual(['mm', 'RAS'])
      const { a } = back.parts
      expect([form, a.unit, a.orientation, a.place]).toEqual([form, 'cm', 'LPS', written.a.place])
      expect([a.vertices, a.look]).toEqual([written.a.vertices, written.a.look])
      const stl = await ask(`back-${form}/data?part=a&format=stl`)
      expect([stl.statusCode, (await ask(`back-${form}/data?part=b`)).statusCode]).toEqual([200, 404])
    }
  })

  it('is decoded again when one of its files has changed, and read again by a reload', async () => {
    const files = { 'scan.nrrd': scan, 'a.csv': toPoint('1,2,3') }
    await add('new', { scan: { file: 'scan.nrrd' }, a: { file: 'a.csv' } }, files)
    const before = await ask('new/data')
    writeFileSync(join(folders.specimens, 'new/a.csv'), toPoint('4,5,6'))
    utimesSync(join(folders.specimens, 'new/a.csv'), 1e9, 1e9)
    const after = await ask('new/data')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(decodeScene(after.rawPayload).parts.a).toMatchObject({ points: Float32Array.of(4, 5, 6) })
    writeFileSync(join(folders.specimens, 'new/a.csv'), 'x,y,z,text\n1,2,3,tip\n')
    await reload('')
    expect((await json('new')).returns.parts).toEqual({ scan: 'volume', a: 'labels' })
    rmSync(join(folders.specimens, 'new/a.csv'))
    const gone = await ask('new/data')
    expect([gone.statusCode, JSON.parse(gone.body).detail]).toEqual([
      404,
      'a: The file "a.csv" of the specimen cannot be read; a reload reports why.',
    ])
    expect((await reload('new'))[0]).toMatch(/^parts[.]a: a[.]csv cannot be opened: ENOENT/)
  })

  it('may be a folder of data, with a series of slices as a part and links within it', async () => {
    const put = (path: string, content: Uint8Array | string) => {
      mkdirSync(dirname(join(folders.data, path)), { recursive: true })
      writeFileSync(join(folders.data, path), content)
    }
    for (const name of ['ct-7', 'ct-8', 'ct-9'])
      put(`visit/ct/${name}`, readFileSync(new URL(`../../data/formats/dicom/${name}.dcm`, import.meta.url)))
    put(
      'visit/specimen.json',
      JSON.stringify({ display_name: 'Visit', parts: { ct: { file: 'ct' }, a: { file: 'link.csv' } } }),
    )
    put('visit/a.csv', toPoint('1,2,3'))
    symlinkSync('a.csv', join(folders.data, 'visit/link.csv'))
    put('plain.csv', toPoint('1,2,3'))
    expect(await reload('visit')).toEqual([])
    const ids = (await json('')).map(({ id }: Body) => id)
    expect(ids.filter((id: string) => /^(plain|visit)/.test(id))).toEqual(['plain.csv', 'visit'])
    expect(await readScene('visit')).toMatchObject({
      unit: 'mm',
      parts: { ct: { type: 'volume', shape: [3, 3, 4] }, a: { points: [1, 2, 3] } },
    })
    expect((await ask('visit/data?part=ct')).headers['content-type']).toBe('application/x-tar')
  })
})
