/**
 * Loading: broken bundles and metadata are named and cost nobody else anything; nothing outside a folder is
 * served.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host, type HostOptions } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { pixelPng, writeSpecimen } from '../../support/probe-bundle.ts'

let folder: string
let plugins: string
let specimens: string
let host: Host | undefined

const one = (value: number) =>
  `export const one = () => ({ shape: [1, 1, 1], data: new Uint8Array([${value}]) })`
const bundle = (name: string, fn = name, value = 1) =>
  makeBundle(plugins, {
    name,
    source: one(value).replace('one', fn),
    functions: [{ name: fn, returns: 'volume' }],
  })
const serve = async (more: HostOptions = {}) => {
  host = await createHost({ plugins, specimens, logLevel: 'silent', ...more })
  return host
}
const reload = async () => (await host?.inject('/api/specimens/reload'))?.json()
const value = async (id: string) => {
  const response = await host?.inject(`/api/specimens/${id}/data?room_id=${id}`)
  return response?.statusCode === 200 ? response.rawPayload.at(-1) : response?.statusCode
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'specimen-catalog-'))
  plugins = join(folder, 'bundles')
  specimens = join(folder, 'specimens')
  mkdirSync(plugins)
  mkdirSync(specimens)
})
afterEach(async () => {
  await host?.close()
  host = undefined
  rmSync(folder, { recursive: true })
})

describe('the listings', () => {
  it.each(['/api/specimens/', '/api/processing/functions'])(
    '%s is sent again only when it has changed',
    async (url) => {
      bundle('a')
      const { headers, body } = await (await serve()).inject(url)
      const etag = String(headers.etag)
      expect([headers['cache-control'], etag]).toEqual(['no-cache', expect.stringMatching(/^W\/"/)])
      const again = async () => await host?.inject({ url, headers: { 'if-none-match': `"x", ${etag}` } })
      expect(await again()).toMatchObject({ statusCode: 304, body: '', headers: { etag } })
      await reload() // which finds the same
      expect((await again())?.statusCode).toBe(304)
      bundle('b')
      await reload()
      expect((await again())?.statusCode).toBe(200)
      expect((await again())?.body).not.toBe(body)
    },
  )
})

describe('bundles', () => {
  it('are picked up, replaced and dropped by a reload [endpoint.reload]', async () => {
    bundle('a')
    await serve()
    expect(await value('a')).toBe(1)
    bundle('a', 'a', 2)
    bundle('b')
    expect(await reload()).toMatchObject({ count: 2, functions: 2, bundles: 2, errors: [] })
    // A reloaded function never answers with its predecessor's result, though room and parameters are the
    // same.
    expect([await value('a'), await value('b')]).toEqual([2, 1])
    rmSync(join(plugins, 'a'), { recursive: true })
    expect(await reload()).toMatchObject({ count: 1, bundles: 1 })
    expect(await value('a')).toBe(404)
  })

  it('that are half copied or altered are named, not loaded, and picked up when whole', async () => {
    const broken = bundle('broken')
    bundle('whole')
    const path = join(broken, 'index.mjs')
    const text = readFileSync(path)
    for (const content of [
      text.subarray(0, 10),
      Buffer.concat([text, Buffer.from(' ')]),
      Buffer.from(text).fill(32, 0, 1),
    ]) {
      writeFileSync(path, content)
      if (host) await reload()
      else await serve()
      const { errors, bundles } = await reload()
      expect(bundles).toBe(1)
      expect(errors).toEqual([
        { source: 'broken', code: 'bundle.incomplete', detail: expect.stringContaining('index.mjs') },
      ])
    }
    rmSync(path)
    expect((await reload()).errors[0].code).toBe('bundle.incomplete')
    writeFileSync(path, text)
    expect(await reload()).toMatchObject({ bundles: 2, errors: [] })
  })

  it('whose files change after loading run what was verified', async () => {
    const path = bundle('a')
    await serve()
    writeFileSync(join(path, 'index.mjs'), one(99).replace('one', 'a'))
    expect(await value('a')).toBe(1)
  })

  it.each([
    ['no JSON', '{'],
    ['a foreign format', '{"format": 2}'],
    ['a list', '[]'],
    ['a deep nest', '['.repeat(5000)],
  ])('whose manifest is %s are named', async (_what, text) => {
    writeFileSync(join(bundle('bad'), 'manifest.json'), text)
    bundle('good')
    await serve()
    const { errors, bundles } = await reload()
    expect(bundles).toBe(1)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      source: 'bad',
      code: expect.stringMatching(/^(json\.syntax|manifest\.invalid)$/),
    })
  })

  it('cannot name a file outside their folder', async () => {
    const path = bundle('sly')
    const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'))
    for (const file of ['../x', '/etc/passwd', 'a/../../x', 'a\\..\\x', '']) {
      const files = [...manifest.files, { ...manifest.files[0], path: file }]
      writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, files }))
      if (host) await reload()
      else await serve()
      expect((await reload()).errors[0]).toMatchObject({ source: 'sly', code: 'manifest.invalid' })
    }
  })

  it('that claim a name twice: the second is refused and named, whole', async () => {
    bundle('a', 'shared', 1)
    makeBundle(plugins, {
      name: 'b',
      source: `${one(2).replace('one', 'shared')}; export const other = shared`,
      functions: [
        { name: 'other', returns: 'volume' },
        { name: 'shared', returns: 'volume' },
      ],
    })
    await serve()
    expect(await reload()).toMatchObject({
      functions: 1,
      errors: [{ source: 'b', code: 'name.taken', detail: expect.stringContaining('bundle a') }],
    })
    expect(await value('shared')).toBe(1)
  })

  it('with a schema that cannot be used are named', async () => {
    const properties = { a: { type: 'number', minimum: 'low' } }
    makeBundle(plugins, {
      name: 'bad',
      source: one(1),
      functions: [{ name: 'one', returns: 'volume', properties }],
    })
    await serve()
    expect((await reload()).errors).toEqual([
      { source: 'bad', code: 'schema.invalid', detail: expect.stringContaining('minimum') },
    ])
  })

  it('whose schema does not take its own defaults refuse a call without others', async () => {
    const properties = { a: { type: 'number', minimum: 1, default: 0 } }
    makeBundle(plugins, {
      name: 'bad',
      source: one(1),
      functions: [{ name: 'one', returns: 'volume', properties }],
    })
    await serve()
    expect(await reload()).toMatchObject({ count: 1, errors: [] })
    const call = async (kwargs: object) =>
      await host?.inject({
        method: 'POST',
        url: '/api/processing/invoke',
        payload: { function_name: 'one', kwargs },
      })
    expect((await call({}))?.json()).toMatchObject({
      code: 'params.invalid',
      detail: expect.stringContaining('a must be at least 1 (got 0).'),
    })
    expect((await call({ a: 1 }))?.statusCode).toBe(200)
  })

  it('may be absent altogether', async () => {
    rmSync(plugins, { recursive: true })
    await serve()
    expect(await reload()).toMatchObject({ count: 0, errors: [{ code: 'file.missing' }] })
  })

  it('copied by renaming are seen by the next of many concurrent reloads', async () => {
    await serve()
    const staged = bundle('late')
    renameSync(staged, join(folder, 'late'))
    const early = reload()
    renameSync(join(folder, 'late'), join(plugins, 'late'))
    const [, ...answers] = await Promise.all([early, reload(), reload(), reload()])
    for (const answer of answers) expect(answer.bundles).toBe(1)
  })
})

describe('metadata files', () => {
  const png = { 'p.png': pixelPng }

  it.each([
    ['no JSON', '{'],
    ['a list', '[1]'],
    ['neither data_file nor function_name', '{"type": "mesh"}'],
    ['both', '{"type": "mesh", "data_file": "p.png", "function_name": "f"}'],
    ['no type', '{"data_file": "p.png"}'],
    ['a foreign type', '{"data_file": "p.png", "type": "hologram"}'],
    ['an id that is none', '{"id": "a/b", "data_file": "p.png", "type": "mesh"}'],
    ['the reserved id', '{"id": "reload", "data_file": "p.png", "type": "mesh"}'],
    ['a file that is not there', '{"data_file": "q.png", "type": "mesh"}'],
    ['a thumbnail that is no name', '{"data_file": "p.png", "thumbnail_file": 1, "type": "mesh"}'],
    ['a path that leads outside', '{"data_file": "../good/specimen.json", "type": "mesh"}'],
    ['an absolute path', '{"data_file": "/etc/passwd", "type": "mesh"}'],
    ['a folder as its file', '{"data_file": ".", "type": "mesh"}'],
    ['tags that are no list', '{"data_file": "p.png", "type": "mesh", "tags": "a"}'],
    ['an unknown function', '{"function_name": "nobody"}'],
    ['a schema that is none', '{"function_name": "f", "schema": {"type": "array"}}'],
    [
      'a schema with a foreign parameter',
      '{"function_name": "f", "schema": {"type": "object", "properties": {"x": {"type": "number"}}}}',
    ],
    [
      'a schema that does not take its own default',
      '{"function_name": "f", "schema": {"type": "object", "properties": {"n": {"type": "number", "maximum": 1, "default": 2}}}}',
    ],
    ['another return type than its function', '{"function_name": "f", "type": "mesh"}'],
  ])('with %s are named and skipped', async (_what, text) => {
    bundle('f')
    writeSpecimen(specimens, 'good', { data_file: 'p.png', type: 'image' }, png)
    writeFileSync(join(writeSpecimen(specimens, 'bad', {}, png), 'specimen.json'), text)
    await serve()
    const answer = await reload()
    expect(answer).toMatchObject({ count: 2, static: 1, dynamic: 1 })
    expect(answer.errors).toEqual([
      { source: 'bad', code: expect.any(String), detail: expect.stringMatching(/\S/) },
    ])
    expect(answer.errors[0].code).not.toBe('internal')
  })

  const some = { data_file: 'p.png', type: 'image' }
  it.each([
    [
      'more bytes',
      { ...some, description: 'x'.repeat(2 ** 20) },
      /specimen\.json has more than 1048576 bytes/,
    ],
    ['deeper nesting', { ...some, more: nest(65) }, /specimen\.json nests deeper than 64 levels/],
    ['more tags', { ...some, tags: Array(1001).fill('a') }, /tags must have at most 1000 .*got 1001/],
    ['more pages', { ...some, story_text: Array(1001).fill('') }, /story_text must have at most 1000 /],
    [
      'a longer schema',
      {
        function_name: 'f',
        schema: { type: 'object', description: 'x'.repeat(2 ** 18), properties: {} },
      },
      /schema: must have at most 262144 characters/,
    ],
  ])('with %s than a host reads are refused, with the limit', async (_what, metadata, wanted) => {
    bundle('f')
    writeSpecimen(specimens, 'bad', metadata, png)
    await serve()
    const { errors } = await reload()
    expect(errors).toEqual([
      { source: 'bad', code: expect.any(String), detail: expect.stringMatching(wanted) },
    ])
  })

  it('are served without a view that cannot be read, which a reload names, and over the words of a bundle', async () => {
    const words = { view: 'up=y', value: 'density, 1/mm³', legend: 'low … high' }
    const path = join(bundle('f'), 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    Object.assign(manifest.specimens[0], words)
    writeFileSync(path, JSON.stringify(manifest))
    writeSpecimen(specimens, 'picture', { ...some, view: 'fog=1', axes: 'm', license: ['a list'] }, png)
    writeSpecimen(specimens, 'bounded', { function_name: 'f', view: 'up=z', axes: 'µm' })
    await serve()
    expect((await reload()).errors).toEqual([
      {
        source: 'picture',
        code: 'metadata.invalid',
        detail: expect.stringMatching(
          /^view of specimen.json: "fog" is no setting of a view; there are .* is served without it\.$/,
        ),
      },
      {
        source: 'picture',
        code: 'metadata.invalid',
        detail: 'license must be a text (got the array ["a list"]). The specimen is served without it.',
      },
    ])
    const get = async (id: string) => (await host?.inject(`/api/specimens/${id}`))?.json()
    expect(await get('f')).toMatchObject(words)
    expect(await get('bounded')).toMatchObject({ ...words, view: 'up=z', axes: 'µm' })
    const picture = await get('picture')
    expect([picture.axes, picture.view, picture.license]).toEqual(['m', undefined, undefined])
  })

  const presets = (...given: unknown[]) => ({ function_name: 'f', presets: given })
  const size = {
    schema: { type: 'object', properties: { size: { type: 'integer', maximum: 9, default: 1 } } },
  }
  const fits = { name: 'Fits', params: { size: 2 } }
  it.each([
    ['no list', { ...presets(), presets: 'Fits' }, /presets must be a list of {name, params} \(got "Fits"\)/],
    ['no object', presets(fits, 7), /A preset must be {name, params} \(got 7\)/],
    ['no name', presets(fits, { params: {} }), /name of a preset must be a text .* \(got undefined\)/],
    ['a name of blanks', presets(fits, { name: ' ', params: {} }), /without blanks around it \(got " "\)/],
    ['lines in a name', presets(fits, { name: 'a\nb', params: {} }), /name of a preset must be a text/],
    ['a long name', presets(fits, { name: 'n'.repeat(61), params: {} }), /at most 60 characters \(got 61\)/],
    ['a name twice', presets(fits, fits), /The preset "Fits" is there twice; rename one/],
    [
      'no params',
      presets(fits, { name: 'None' }),
      /"None" must have an object as params, .* \(got undefined\)/,
    ],
    [
      'long params',
      presets(fits, { name: 'Long', params: { size: 'x'.repeat(9000) } }),
      /at most 8192 characters of params \(got 9011\)/,
    ],
    [
      'an unknown parameter',
      presets(fits, { name: 'Typo', params: { sise: 2 } }),
      /presets of specimen.json: The preset "Typo" does not fit: "sise" is no parameter; did you mean size\?/,
    ],
    [
      'a value out of range',
      presets(fits, { name: 'Large', params: { size: 10 } }),
      /The preset "Large" does not fit: size must be at most 9 \(got 10\)\. .* served with the others\.$/,
    ],
    [
      'too many',
      presets(...Array.from({ length: 40 }, (_, i) => ({ name: `P${i}`, params: {} }))),
      /There may be 32 presets \(got 40\); take some out/,
    ],
  ])('are served without presets that have %s, which a reload names', async (what, metadata, wanted) => {
    bundle('f')
    const path = join(plugins, 'f', 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    Object.assign(manifest.functions[0], { parameters: ['size'], ...size })
    writeFileSync(path, JSON.stringify(manifest))
    writeSpecimen(specimens, 'shown', metadata)
    await serve()
    expect((await reload()).errors).toEqual([
      { source: 'shown', code: 'metadata.invalid', detail: expect.stringMatching(wanted) },
    ])
    const { presets: left = [] } = (await host?.inject('/api/specimens/shown'))?.json() ?? {}
    if (what === 'too many') expect(left.length).toBe(32)
    else expect(left).toEqual(what === 'no list' ? [] : [fits])
  })

  it('has the presets of a bundle where a metadata file gives no schema and none of its own', async () => {
    const path = join(bundle('f'), 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    Object.assign(manifest.functions[0], { parameters: ['size'], ...size })
    manifest.specimens[0].presets = [fits, { name: 'Large', params: { size: 10 } }]
    writeFileSync(path, JSON.stringify(manifest))
    writeSpecimen(specimens, 'renamed', { function_name: 'f', description: 'The same.' })
    writeSpecimen(specimens, 'bounded', { function_name: 'f', ...size })
    writeSpecimen(specimens, 'picture', { ...some, presets: [fits] }, png)
    await serve()
    const details = (await reload()).errors.map(({ detail }: { detail: string }) => detail)
    expect(details).toEqual([
      expect.stringMatching(
        /^presets of the specimen f: The preset "Large" does not fit: size must be at most 9/,
      ),
      expect.stringMatching(/^presets must stand beside function_name/),
    ])
    const get = async (id: string) => (await host?.inject(`/api/specimens/${id}`))?.json().presets
    expect([await get('f'), await get('renamed'), await get('bounded'), await get('picture')]).toEqual([
      [fits],
      [fits],
      undefined,
      undefined,
    ])
  })

  it('computes alternating calls of a room once where it keeps two results, and says so', async () => {
    bundle('f')
    bundle('g')
    await serve({ roomResults: 2 })
    for (const id of ['f', 'g', 'f', 'g']) await host?.inject(`/api/specimens/${id}/data?room_id=lab`)
    const stats = (await host?.inject('/api/processing/cache/stats'))?.json()
    expect(stats).toMatchObject({
      total_entries: 2,
      rooms: [{ room_id: 'lab', entries: 2, function_names: ['f', 'g'], access_count: 2 }],
    })
  })

  it.each([
    [20_000, 1],
    [19_999, 0],
  ])('of at most %i bytes are read where so many are allowed', async (metadataBytes, count) => {
    const path = join(writeSpecimen(specimens, 'large', some, png), 'specimen.json')
    writeFileSync(path, readFileSync(path, 'utf8').padEnd(20_000))
    await serve({ metadataBytes })
    const answer = await reload()
    expect(answer.count).toBe(count)
    const detail = `specimen.json has more than 19999 bytes, .* --metadata-bytes`
    expect(answer.errors.map((error: { detail: string }) => error.detail)).toEqual(
      count === 1 ? [] : [expect.stringMatching(detail)],
    )
  })

  it('of one id: the first folder has it, the second is named', async () => {
    for (const name of ['a', 'b'])
      writeSpecimen(specimens, name, { id: 'same', data_file: 'p.png', type: 'image' }, png)
    await serve()
    expect(await reload()).toMatchObject({ count: 1, errors: [{ source: 'b', code: 'name.taken' }] })
  })

  it('are missed in folders that hold something, and not in empty and hidden ones', async () => {
    for (const path of ['scans/one', 'notes', '.git']) mkdirSync(join(specimens, path), { recursive: true })
    for (const path of ['scans/a.tif', '.git/config', 'README.md']) writeFileSync(join(specimens, path), '')
    await serve()
    const detail = /specimen.json is missing \(found a.tif, one\); write one with type and data_file/
    const errors = [{ source: 'scans', code: 'metadata.invalid', detail: expect.stringMatching(detail) }]
    expect(await reload()).toMatchObject({ count: 0, errors })
  })

  it.each([
    ['.zattrs', '{"multiscales": []}'],
    ['zarr.json', '{"zarr_format": 3}'],
  ])('are missed in a folder of Zarr with %s, and without an image it is no data', async (file, text) => {
    mkdirSync(join(specimens, 'cells.zarr'))
    writeFileSync(join(specimens, 'cells.zarr', file), text)
    const data = writeSpecimen(specimens, 'cells', { data_file: 'c.zarr', type: 'volume' })
    mkdirSync(join(data, 'c.zarr'))
    writeFileSync(join(data, 'c.zarr', file), text)
    await serve()
    const { count, errors } = await reload()
    expect([count, errors.map(({ source }: { source: string }) => source)]).toEqual([
      0,
      ['cells', 'cells.zarr'],
    ])
    expect(errors[0].detail).toMatch(/Zarr without multiscales.*NPY/)
    expect(errors[1].detail).toMatch(/put this folder of Zarr into one with a specimen.json/)
  })

  it.each([
    [
      'a.stl',
      'solid a\nfacet',
      'volume',
      /type must be mesh, which is what "a.stl" holds as STL \(got volume\)/,
    ],
    ['a.bin', 'ply\n', 'volume', /type must be mesh, point_cloud or lines, .* as PLY/],
    ['a.ply', 'ply\n', 'point_cloud', null],
    ['a.ply.gz', '\u001f\u008b', 'image', /as PLY \(got image\)/],
    ['a.nrrd', 'NRRD0004\n', 'mesh', /type must be volume or image/],
    ['a.stl', 'NRRD0004\n', 'volume', null],
    ['a.envelope', '', 'mesh', null],
    ['a.txt', 'anything', 'mesh', null],
  ])(
    'of the data file %s with %j and the type %s are held to its format',
    async (name, text, type, wanted) => {
      writeSpecimen(specimens, 'a', { data_file: name, type }, { [name]: Buffer.from(text, 'latin1') })
      await serve()
      const { count, errors } = await reload()
      expect(count).toBe(wanted ? 0 : 1)
      const named = { source: 'a', code: 'metadata.invalid', detail: expect.stringMatching(wanted ?? '') }
      expect(errors).toEqual(wanted ? [named] : [])
    },
  )

  it('name files with any characters safely', async () => {
    writeSpecimen(specimens, 'odd', { data_file: 'größe "1".stl', type: 'mesh' }, { 'größe "1".stl': 'x' })
    await serve()
    const response = await host?.inject('/api/specimens/odd/data')
    expect(response?.headers['content-disposition']).toBe(
      `attachment; filename="gr__e _1_.stl"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22.stl`,
    )
    expect(response?.body).toBe('x')
  })
})

/** Returns lists in lists, so many deep. */
function nest(depth: number): unknown[] {
  return depth === 1 ? [] : [nest(depth - 1)]
}
