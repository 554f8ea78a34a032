/** Files of scenes from a host: made on its threads of shared memory, read back, with notes in the header. */
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseNotes } from '../../../core/contract/wire/notes-header.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findings } from '../../data/encoding/scene-sample.ts'

let host: Host
let url: string

beforeAll(async () => {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  const kinds = Object.entries(findings.parts).map(([name, { type }]) => [name, type] as const)
  const returns = { type: 'scene', parts: Object.fromEntries(kinds) } as const
  host.registerSpecimen({ id: 'head' }, (() => findings.parts) as () => never, { returns }) // the parts of it
  url = await host.listen()
})
afterAll(() => host.close())

const get = (form: string) => fetch(`${url}/api/specimens/head/data?format=${form}`)
const left =
  '3MF leaves out scan (volume), vessels (lines), flow (arrows), names (labels), cells (point cloud) and photo ' +
  '(image); a scene, JSON and a zip have all.'

it('come back as the scene of the function, in every form that is whole', async () => {
  const { notes: _, ...made } = findings
  const scene = await decodeFile(new Uint8Array(await (await get('scene')).arrayBuffer()), 'head.scene')
  expect(scene).toMatchObject({
    type: 'scene',
    unit: 'mm',
    parts: { brain: { place: made.parts.brain?.place } },
  })
  const zip = await get('zip')
  expect([zip.status, zip.headers.get('content-disposition'), zip.headers.get('specimen-notes')]).toEqual([
    200,
    'attachment; filename="head.zip"',
    null,
  ])
  expect(await decodeFile(new Uint8Array(await zip.arrayBuffer()), 'head.zip')).toEqual(scene)
})

it.each([
  ['glb', ['glTF leaves out scan (volume) and photo (image); a scene, JSON and a zip have all.']],
  ['3mf', [left]],
  ['usdz', [left.replace('3MF', 'USDZ')]],
  [
    'obj',
    [
      'OBJ leaves out scan (volume), flow (arrows), names (labels) and photo (image); a scene, JSON and a zip have all.',
    ],
  ],
])('say in the header which parts %s leaves out', async (form, sentences) => {
  const answer = await get(form)
  await answer.arrayBuffer()
  const notes = parseNotes(answer.headers.get('specimen-notes'))
  expect(notes).toEqual(expect.arrayContaining(sentences))
})

it.each(['ply', 'stl', 'nrrd', 'csv', 'png', 'envelope'])(
  'are refused as %s, which holds one result',
  async (form) => {
    const answer = await get(form)
    expect(answer.status).toBe(406)
    expect(await answer.json()).toMatchObject({ code: 'form.unavailable' })
  },
)
