/** Notes of results: what a file's reader leaves out, and what a function says, on every form of the data. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../core/client/client.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { readKnown } from '../../data/formats/files.ts'
import { type Api, createApi, envelopeType, readEnvelope } from '../../support/api.ts'

const first = 'This is the first of 5 volumes in the file.'
const leftByEnvelope =
  'An envelope leaves out the anatomical orientation and name of the space; NIfTI and JSON have all.'
const leftByNpy =
  'NPY leaves out the anatomical orientation, name of the space, spacing and origin; NIfTI and JSON have all.'
const said = ['One half is left out: 50 %.', 'The unit is µm.']
const saidHeader = '"One half is left out: 50 %25.", "The unit is %C2%B5m."'

describe('notes of a result', () => {
  let folder: string
  let host: Host
  let api: Api
  let address: string
  const lines: { readonly msg?: string; readonly level?: number; readonly notes?: unknown }[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notes-'))
    await mkdir(join(folder, 'series'))
    await writeFile(join(folder, 'series', 'series.nii.gz'), readKnown('series.nii.gz'))
    const metadata = JSON.stringify({ type: 'volume', data_file: 'series.nii.gz' })
    await writeFile(join(folder, 'series', 'specimen.json'), metadata)
    host = await createHost({
      ...{ specimens: folder, plugins: '', port: 0, corsOrigin: '*' },
      logDestination: { write: (line: string) => void lines.push(JSON.parse(line)) },
      functions: {
        wrong: () => ({
          ...{ vertices: new Float32Array(0), indices: new Uint32Array(0) },
          notes: Array.from({ length: 17 }, String),
        }),
      },
    })
    const tri = () => ({
      vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
      indices: new Uint32Array([0, 1, 2]),
      notes: said,
    })
    host.registerSpecimen({ id: 'tri' }, tri, { returns: 'mesh' })
    const pixel = () => ({ width: 1, height: 1, channels: 1, data: Uint8Array.of(7), notes: said })
    host.registerSpecimen({ id: 'pixel' }, pixel, { returns: 'image' })
    address = await host.listen()
    api = createApi(address)
  })
  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  it('are a header of every form, of HEAD and of 304, and a member of JSON', async () => {
    const path = '/api/specimens/series/data'
    for (const [accept, left] of [
      [envelopeType, `, "${leftByEnvelope}"`],
      ['application/json', ''],
      ['application/x-nifti', ''],
      ['application/x-npy', `, "${leftByNpy}"`],
    ] as const) {
      const header = `"${first}"${left}`
      const answer = await api.get(path, { accept })
      expect([accept, answer.status, answer.headers.get('specimen-notes')]).toEqual([accept, 200, header])
      const etag = answer.headers.get('etag') ?? ''
      const known = await api.get(path, { accept, 'if-none-match': etag })
      expect([known.status, known.headers.get('specimen-notes')]).toEqual([304, header])
      const head = await fetch(`${address}${path}`, { method: 'HEAD', headers: { accept } })
      expect(head.headers.get('specimen-notes')).toBe(header)
    }
    const json = await (await api.get(path, { accept: 'application/json' })).json()
    expect(json).toMatchObject({ type: 'volume', notes: [first] })
    const { preamble } = await readEnvelope(await api.get(path, { accept: envelopeType }))
    expect(Object.keys(preamble)).toEqual(['type', 'shape', 'dtype', 'spacing', 'origin'])
    const file = await api.get(path)
    expect(file.headers.get('specimen-notes')).toBeNull() // nothing of the file is left out
  })

  it('are in the log once a file was decoded', () => {
    const noted = lines.filter(({ msg }) => msg === 'a file was decoded with notes')
    expect(noted).toMatchObject([{ level: 30, file: 'series.nii.gz', notes: [first] }])
  })

  it('of a function are in its JSON and in the header, and refused beyond the bounds', async () => {
    const invoked = await api.post('/api/processing/invoke', { function_name: 'tri' })
    expect(await invoked.json()).toMatchObject({ type: 'mesh', notes: said })
    expect(invoked.headers.get('specimen-notes')).toBe(saidHeader)
    const refused = await api.post('/api/processing/invoke', { function_name: 'wrong' })
    expect(await refused.json()).toMatchObject({
      code: 'function.failed',
      detail: expect.stringContaining('notes must be at most 16 texts of 1 to 300 characters'),
    })
  })

  it('reach the client with a result in an envelope and with a file in a form', async () => {
    const client = createClient(address)
    expect(await client.data('series', { decoded: true })).toMatchObject({ type: 'volume', notes: [first] })
    expect((await client.save('series', 'npy')).notes).toEqual([first, leftByNpy])
  })

  // The places of text are those of each format's own definition; nibabel 5 and fast-png find them there.
  it.each([
    ['tri', 'ply', 'comment One half is left out: 50 %.\ncomment The unit is um.\n'],
    ['tri', 'obj', '# One half is left out: 50 %.\n# The unit is um.\n'],
    // A text: some readers end at lists in extras.
    ['tri', 'glb', `"notes":"${said.join(' ')} Programs that read glTF`],
    ['series', 'nrrd', `NRRD0004\n# ${first}\n`],
    ['series', 'nifti', `\0\x40\0\0\0\x06\0\0\0${first}`],
    ['pixel', 'png', 'tEXtDescription\0One half is left out: 50 %. The unit is um.'],
  ] as const)('are in a %s saved as %s, which is read as before', async (id, form, text) => {
    const client = createClient(address)
    const { content, fileName, notes } = await client.save(id, form)
    const bytes = new Uint8Array(await content.arrayBuffer())
    // Behind them stands what the form leaves out.
    const given = id === 'series' ? [first] : said
    expect(notes?.slice(0, given.length)).toEqual(given)
    expect(Buffer.from(bytes).toString('utf8')).toContain(text)
    const names = ['vertices', 'indices', 'data', 'shape', 'dtype', 'spacing', 'origin']
    const pick = (result: object) =>
      Object.fromEntries(Object.entries(result).filter(([name]) => names.includes(name)))
    const read = await decodeFile(bytes, fileName)
    expect(pick(read)).toEqual(pick(await client.data(id, { decoded: true })))
    expect(read.notes).toBeUndefined()
  })

  it('are the description of a 3MF', async () => {
    const { content } = await createClient(address).save('tri', '3mf')
    const { unzipSync } = await import('fflate')
    const { '3D/3dmodel.model': model } = unzipSync(new Uint8Array(await content.arrayBuffer()))
    const text = 'One half is left out: 50 &#37;. The unit is &#181;m.'
    expect(Buffer.from(model ?? []).toString()).toContain(
      `<metadata name="Description">${text} Programs that read 3MF`,
    )
  })

  it('may be read by pages of other origins', async () => {
    const answer = await api.get('/api/specimens/series/data', { origin: 'https://example.org' })
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/specimen-notes/i)
  })
})
