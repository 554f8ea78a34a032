/**
 * A real relay with a well-behaved scripted worker, for tests in which another worker is hostile: whatever
 * that one does, the relay must go on answering, the good worker serving, and every job end.
 */
import { createHost, type HostOptions } from 'specimen-host'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Api, createApi } from '../../support/api.ts'
import type { Frame } from '../scripted-peer.ts'
import {
  type Announcement,
  connectScriptedWorker,
  type ScriptedWorker,
  type ScriptedWorkerOptions,
} from '../scripted-worker.ts'

/** The vertices of the triangle that scripted workers serve. */
const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0]

/** Tokens of the workers that tests know; the relay has them all. */
export const tokens = {
  good: 'token-of-the-good-one',
  evil: 'token-of-the-evil-one',
  other: 'token-of-the-other-one',
}

export interface RelayHarness {
  readonly url: string
  readonly api: Api
  /** Connects a worker with its token; it has sent nothing yet. */
  connect(id: string, more?: Partial<ScriptedWorkerOptions>): Promise<ScriptedWorker>
  /** Connects a worker whose function `shape` and static specimen `rock` are in the catalog. */
  join(
    id: string,
    announcement?: Announcement,
    more?: Partial<ScriptedWorkerOptions>,
  ): Promise<ScriptedWorker>
  /** Invokes a function in a room of its own. */
  invoke(name: string): Promise<Response>
  /** Starts a job in a room of its own and remembers it for {@link RelayHarness.expectSound}. */
  start(id: string): Promise<string>
  /** The ids of the catalog that begin so. */
  listIds(start: string): Promise<string[]>
  /** Expects that the relay answers, the good worker serves, and no job that was started is still running. */
  expectSound(): Promise<void>
  close(): Promise<void>
}

/** Starts a relay that gives a worker up at once when its link is lost, and the good worker. */
export async function createRelayHarness(more: HostOptions = {}): Promise<RelayHarness> {
  const workerTokenList = Object.entries(tokens)
    .map(([id, token]) => `${id} ${token}`)
    .join('\n')
  const config = {
    relay: true,
    port: 0,
    logLevel: 'silent',
    workerTokenList,
    workerGrace: 0.05,
    plugins: '',
    specimens: '',
  } as const
  const host = await createHost({ ...config, ...more })
  host.registerSpecimen(
    { id: 'local' },
    () => ({ vertices: Float32Array.from(vertices), indices: Uint32Array.of(0, 1, 2) }),
    {
      returns: 'mesh',
    },
  )
  const url = await host.listen()
  const api = createApi(url)
  const jobs: string[] = []
  let rooms = 0
  const harness: RelayHarness = {
    url,
    api,
    connect: (id, given = {}) => {
      // Undefined for any other id, as is then wanted.
      const token = (tokens as { readonly [id: string]: string })[id]
      return connectScriptedWorker({ url, id, ...(token !== undefined && { token }), ...given })
    },
    join: async (id, announcement = { functions: ['shape'], specimens: ['shape', 'rock'] }, given = {}) => {
      const worker = await harness.connect(id, given)
      await worker.join(announcement)
      return worker
    },
    invoke: (name) => api.post('/api/processing/invoke', { function_name: name, room_id: `room-${rooms++}` }),
    start: async (id) => {
      const { job_id } = await api.start(id, {}, `room-${rooms++}`)
      jobs.push(job_id)
      return job_id
    },
    listIds: async (start) => {
      const ids = (await api.json('/api/specimens/')).map((entry: { id: string }) => entry.id)
      return ids.filter((id: string) => id.startsWith(start))
    },
    expectSound: async () => {
      for (const name of ['good:shape', 'local']) {
        const response = await harness.invoke(name)
        expect([name, response.status, ((await response.json()) as Frame).vertices]).toEqual([
          name,
          200,
          vertices,
        ])
      }
      for (const job of jobs) {
        await expect
          .poll(async () => (await api.json(`/api/jobs/${job}/progress`)).status)
          .not.toBe('running')
      }
    },
    close: () => host.close(),
  }
  const good = await harness.join('good', undefined, { instance: '1'.repeat(32) })
  void good.serve()
  return harness
}

/** The relay and the hostile worker of the test that runs now. */
export interface HostileScene {
  readonly relay: RelayHarness
  /** The test, or its `beforeEach`, connects it; it is terminated after the test. */
  evil: ScriptedWorker
}

/**
 * Gives the tests of this file one relay, whose results may have 1 MiB; after each, the hostile worker is
 * terminated and the relay must be sound.
 */
export function useHostileRelay(): HostileScene {
  // Both are set before a test can read them.
  const scene = {} as { relay: RelayHarness; evil: ScriptedWorker }
  beforeAll(async () => {
    scene.relay = await createRelayHarness({ resultBytes: 2 ** 20 })
  })
  afterAll(async () => {
    await scene.relay.close()
  })
  afterEach(async () => {
    scene.evil.terminate()
    await scene.relay.expectSound()
  })
  return scene
}

/** Waits until the relay has given up the hostile worker of an earlier test, with all it was asked. */
export async function forgetEvil({ relay }: HostileScene): Promise<void> {
  await expect.poll(() => relay.listIds('evil:')).toEqual([])
}

/** Expects that the relay says why it ends the link, and ends it. */
export async function expectClosing(worker: ScriptedWorker, code: string, detail: RegExp): Promise<void> {
  expect(await worker.next('closing')).toEqual({
    type: 'closing',
    code,
    detail: expect.stringMatching(detail),
    retry_seconds: null,
  })
  expect(await worker.closed).toEqual({ code: 4000, reason: code })
}
