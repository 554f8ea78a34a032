/** Scenes of several files at a worker: shown, decoded and sent part by part through its relay. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, createWorker } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { readKnown } from '../data/formats/files.ts'
import { createApi } from '../support/api.ts'

it('a scene of several files is the same through a relay: its entry, its parts and their files', async () => {
  const specimens = mkdtempSync(join(tmpdir(), 'static-scenes-'))
  mkdirSync(join(specimens, 'head'))
  const stl = readKnown('pyramid-binary.stl')
  const parts = { brain: { file: 'brain.stl', axes: 'cm' }, tip: { file: 'tip.csv', axes: 'mm' } }
  const files = {
    'brain.stl': stl,
    'tip.csv': 'x,y,z,text\n1,2,3,tip\n',
    'specimen.json': JSON.stringify({ parts }),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(specimens, 'head', name), content)
  const relay = await createHost({ relay: true, plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  onTestFinished(async () => await relay.close())
  const api = createApi(await relay.listen())
  const worker = await createWorker({ relay: api.url, id: 'w', specimens, plugins: '', logLevel: 'silent' })
  onTestFinished(async () => await worker.close())
  await worker.connected
  const path = '/api/specimens/w%3Ahead'
  expect(await api.json(path)).toMatchObject({
    id: 'w:head',
    type: 'scene',
    data_file: null,
    part_files: { brain: 'brain.stl', tip: 'tip.csv' },
    returns: { type: 'scene', parts: { brain: 'mesh', tip: 'labels' } },
  })
  const place = [
    [0.1, 0, 0, 0],
    [0, 0.1, 0, 0],
    [0, 0, 0.1, 0],
  ]
  const notes = ["tip: its lengths in mm are scaled by 0.1 to cm, the scene's unit."]
  expect(await api.json(`${path}/data?format=json`)).toMatchObject({
    unit: 'cm',
    notes,
    parts: { tip: { place } },
  })
  const whole = await api.get(`${path}/data`)
  expect(whole.headers.get('content-disposition')).toContain('head.scene')
  const file = await api.get(`${path}/data?part=brain`, { range: 'bytes=80-' })
  expect([file.status, Buffer.compare(Buffer.from(await file.arrayBuffer()), stl.subarray(80))]).toEqual([
    206, 0,
  ])
  expect(await api.json(`${path}/data?part=tip&format=json`)).toMatchObject({
    type: 'labels',
    texts: ['tip'],
  })
  expect((await api.get(`${path}/data?part=skull`)).status).toBe(404)
  writeFileSync(join(specimens, 'head', 'brain.stl'), stl.subarray(0, 200))
  const cut = await api.get(`${path}/data`)
  expect(await cut.json()).toMatchObject({
    code: 'file.undecodable',
    detail: expect.stringContaining('brain: "brain.stl", as STL'),
  })
})
