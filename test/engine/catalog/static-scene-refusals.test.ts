/** Parts of static specimens that are refused, or served without what cannot be used. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readKnown } from '../../data/formats/files.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { assembly, scan, toPoint, useSceneHost } from './scene-host.ts'

const { folders, ask, json, add, readScene, reload } = useSceneHost()

describe('a static specimen of several files', () => {
  it('fails with the name of the part and its file, within one limit for all', async () => {
    const cut = readKnown('pyramid-binary.stl').subarray(0, 200)
    await add(
      'cut',
      { scan: { file: 'scan.nrrd' }, brain: { file: 'brain.stl' } },
      { 'scan.nrrd': scan, 'brain.stl': cut },
    )
    const { code, detail } = await json('cut/data')
    expect([code, detail]).toEqual([
      'file.undecodable',
      expect.stringMatching(/^brain: "brain[.]stl", as STL: The file is truncated/),
    ])
    expect((await ask('cut/data?part=brain')).statusCode).toBe(200)
    const large = Buffer.concat([
      Buffer.from('NRRD0004\ntype: uint8\ndimension: 3\nsizes: 600000 1 1\nencoding: raw\n\n'),
      Buffer.alloc(600_000),
    ])
    await add('large', { a: { file: 'a.nrrd' }, b: { file: 'b.nrrd' } }, { 'a.nrrd': large, 'b.nrrd': large })
    expect((await json('large/data')).detail).toContain('at most 1048576 are decoded (--result-bytes)')
    expect((await ask('large/data?part=a&format=json')).statusCode).toBe(406)
  })

  it.each<readonly [found: string, parts: unknown, detail: string]>([
    ['nothing', {}, 'parts must have at least one part (got none).'],
    ['a list', ['a.csv'], 'parts must be an object of files by part'],
    [
      '65 parts',
      Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`p${i}`, { file: 'a.csv' }])),
      'parts: A scene must have at most 64 parts (got 65).',
    ],
    [
      'a name that is none',
      { 'a b': { file: 'a.csv' } },
      'parts: The name of a part must have 1 to 64 letters',
    ],
    ['names alike', { a: { file: 'a.csv' }, A: { file: 'a.csv' } }, 'must differ in more than capitals'],
    ['a text for a part', { a: 'a.csv' }, 'parts.a: A part must be an object with file'],
    [
      'a part without file',
      { a: { look: {} } },
      'parts.a: file must be the name of a file in the folder (got none).',
    ],
    [
      'a file from outside',
      { a: { file: '../secret.csv' } },
      'parts.a: "../secret.csv" does not lie inside its folder',
    ],
    [
      'an absolute path',
      { a: { file: '/etc/passwd' } },
      'parts.a: "/etc/passwd" does not lie inside its folder',
    ],
    ['a FIFO', { a: { file: 'pipe.csv' } }, 'parts.a: pipe.csv must be a regular file (got a FIFO).'],
    ['a file that is not there', { a: { file: 'b.csv' } }, 'parts.a: b.csv cannot be opened: ENOENT'],
    [
      'a file of no known format',
      { a: { file: 'specimen.json' } },
      'parts.a: "specimen.json": It has none of the formats',
    ],
    ['a scene', { a: { file: 'a.scene' } }, 'parts.a: "a.scene" is a scene itself, and a part is none'],
    [
      'a node that is not there',
      { a: { file: 'a.glb', node: 'gaer' } },
      'parts.a: node must be one of "a.glb" (got "gaer"); did you mean "gear"?',
    ],
    [
      'a node of another format',
      { a: { file: 'a.csv', node: 'gear' } },
      'parts.a: "a.csv": It is no binary glTF (.glb), whose nodes have names.',
    ],
    [
      'a flat place',
      {
        a: {
          file: 'a.csv',
          place: [
            [1, 0, 0, 0],
            [1, 0, 0, 0],
            [0, 0, 1, 0],
          ],
        },
      },
      'parts.a: place must span a space',
    ],
    ['a file that is not a .glb', 'a.csv', 'or the name of a .glb whose nodes are the parts (got "a.csv").'],
  ])('is refused by name: %s', async (_found, parts, detail) => {
    const folder = join(folders.specimens, 'wrong')
    if (!existsSync(folder)) {
      mkdirSync(folder)
      writeFileSync(join(folders.specimens, 'secret.csv'), toPoint('1,2,3'))
      execFileSync('mkfifo', [join(folder, 'pipe.csv')])
    }
    const scene = Buffer.from('\x40\0\0\0{"type":"scene","parts":[]}'.padEnd(68))
    const faults = await add('wrong', parts, {
      'a.csv': toPoint('1,2,3'),
      'a.glb': assembly,
      'a.scene': scene,
    })
    expect(faults).toEqual([expect.stringContaining(detail)])
    expect((await json('wrong')).code).toBe('specimen.unknown')
  })

  it('is refused with a part named __proto__, two sources or another type', async () => {
    writeSpecimen(folders.specimens, 'proto', {}, {})
    writeFileSync(
      join(folders.specimens, 'proto/specimen.json'),
      '{"parts": {"__proto__": {"file": "a.csv"}}}',
    )
    const parts = { a: { file: 'a.csv' } }
    writeSpecimen(folders.specimens, 'two', { parts, data_file: 'a.csv' }, { 'a.csv': toPoint('1,2,3') })
    expect(await add('type', parts, { 'a.csv': toPoint('1,2,3') }, { type: 'mesh' })).toEqual([
      'type must be scene, as parts are one (got "mesh").',
    ])
    expect(await reload('proto')).toEqual([expect.stringContaining('__proto__')])
    expect(await reload('two')).toEqual([
      expect.stringContaining(
        'specimen.json must be an object with one of data_file or parts (static), or function_name (dynamic)',
      ),
    ])
  })

  it('is served without a look that cannot be used, and with what is misspelt named', async () => {
    const parts = {
      a: { file: 'a.csv', look: { opacity: 2 }, opacty: 1, fil: 'b' },
      b: { file: 'a.csv', look: { color: 'red' } },
    }
    const faults = await add('look', parts, { 'a.csv': toPoint('1,2,3') }, { part: {} })
    expect(faults).toEqual([
      'parts.a has "opacty", which is not read; did you mean look.opacity?',
      'parts.a has "fil", which is not read; did you mean file?',
      'parts.a: look.opacity must be a number from 0 to 1 (got 2). The part is served without it.',
      expect.stringMatching(
        /^parts[.]b: look[.]color must be three whole numbers .* may also be written as "#cc3333"[.] The part/,
      ),
      'specimen.json has "part", which is not read; did you mean parts?',
    ])
    expect((await readScene('look')).parts.a.look).toBeUndefined()
  })
})
