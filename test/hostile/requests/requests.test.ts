/**
 * Hostile requests over sockets, each with the answer that must come. After each the host must answer, and
 * keep what another room has computed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange, type RawAnswer, type Sent } from '../../support/exchange.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import * as answers from './answer-requests.ts'
import * as http from './http-requests.ts'
import * as bodies from './json-requests.ts'
import * as given from './parameter-requests.ts'
import type { HostileRequest } from './request-text.ts'

const tables: { readonly [subject: string]: readonly HostileRequest[] } = {
  'the frame of a message': http.framing,
  'a message that ends early': http.ends,
  'several messages': http.pipelines,
  'the lines of a request': http.lines,
  'the headers of a request': http.headers,
  'a request for another protocol': http.upgrades,
  'a target': http.targets,
  'a body': bodies.json,
  'the type of a body': bodies.mediaTypes,
  'an id': given.ids,
  'the parameters': given.parameters,
  'a call by name': given.invocations,
  'a room': given.rooms,
  'a job': given.jobs,
  'the type of an answer': answers.types,
  'a condition': answers.conditions,
  'a range': answers.ranges,
}

let host: BuiltHost
/** Ids of jobs by the word that stands for them in requests. */
let jobs: ReadonlyMap<string, string>

beforeAll(async () => {
  const { folder, ...folders } = makeProbe()
  temporaryFolders.push(folder)
  host = await startBuiltHost({ ...folders, witness: 'tetra', flags: ['--pool-size', '3'] })
  const [done, failed, running] = await Promise.all(
    ['tetra', 'failing', 'endless'].map(async (id) => (await host.api.start(id, {}, 'jobs')).job_id),
  )
  if (!done || !failed || !running) throw new Error('three are started above')
  await Promise.all([done, failed].map(host.api.settle))
  jobs = new Map(Object.entries({ done, failed, running, DONE: done.toUpperCase() }))
})
afterAll(async () => {
  expect(await host.stop()).toEqual([0, null])
})

/** Puts the ids of jobs in the place of their words. */
function complete(sent: Sent): Sent {
  if (!Buffer.isBuffer(sent)) return sent
  return Buffer.from(
    sent.toString('latin1').replace(/\{(\w+)\}/g, (word, name) => jobs.get(name) ?? word),
    'latin1',
  )
}

/** Returns the status of an answer, and the code of a problem. */
function summarize({ status, headers, body }: RawAnswer): string {
  const isProblem = headers.get('content-type') === 'application/problem+json' && body.length > 0
  return isProblem ? `${status} ${JSON.parse(body.toString()).code}` : String(status)
}

describe.each(Object.entries(tables))('%s', (_subject, table) => {
  it.each(table)('%s', async (_what, sent, wanted) => {
    const found = await exchange(host.port, complete(sent))
    expect(found.map(summarize).join(', ') || 'none').toBe(wanted)
    expect(await host.findHarm()).toBeUndefined()
  })
})
