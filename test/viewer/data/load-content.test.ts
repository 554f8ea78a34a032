/** The content of a dynamic specimen in the data worker: a job of the host, and what it tells meanwhile. */
import { expect, it } from 'vitest'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import { createLoad } from '../../../core/viewer/data/load-content.ts'

const mesh = { type: 'mesh', vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2], normals: [] }
const step = { seq: 0, text: 'Half.', ts: 1, fraction: 0.5 }

it('shows the place of a run in the queue, and then its messages', async () => {
  const views = [
    { status: 'running', messages: [], error: null, before: 3 },
    { status: 'running', messages: [], error: null, before: 0 },
    { status: 'running', messages: [step], error: null },
    { status: 'done', messages: [], error: null },
  ]
  const send: typeof fetch = async (input) => {
    const path = String(input)
    if (path.endsWith('/start')) return Response.json({ job_id: 'a', status: 'running' })
    if (path.includes('/progress')) return Response.json(views.shift())
    if (path.endsWith('/result')) return Response.json(mesh)
    return new Response(null, { status: 404 })
  }
  const load = createLoad(send, () => Promise.reject(new Error('No file was to be opened.')))
  const told: ProgressMessage[] = []
  const content = await load(
    { specimenId: 'gyroid', isDynamic: true, params: {}, roomId: 'lab' },
    { baseUrl: 'http://127.0.0.1', token: undefined, viewerId: 'a' },
    {
      signal: new AbortController().signal,
      onProgress: (messages) => told.push(...messages),
      onStart: () => {},
      onDecoding: () => {},
    },
  )
  expect(content.type).toBe('mesh')
  expect(told.map(({ text }) => text)).toEqual(['3 before you in the queue.', 'Next in the queue.', 'Half.'])
})
