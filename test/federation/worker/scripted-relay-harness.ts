/**
 * A worker and the scripted relay that it dials, both closed after the test; functions whose runs the test
 * leads, and what tests do on the relay's end of the link.
 */
import { expect, onTestFinished } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { toEmptySchema } from '../../../core/contract/domain/schema.ts'
import type { Specimen } from '../../../core/contract/domain/specimen.ts'
import type { RegisteredFunction } from '../../../core/engine/functions/registry.ts'
import type { RunContext } from '../../../core/engine/run/runner.ts'
import type { WorkerSideOptions } from '../../../core/federation/worker/worker-side.ts'
import { toFunctionManifest } from '../../interface/runner-harness.ts'
import { createScriptedRelay, type ScriptedRelay, type ScriptedRelayPeer } from '../scripted-relay.ts'
import { createTestWorker, toSnapshot } from '../worker-harness.ts'

/** A run that the test leads: it says and returns what it is told to. */
export interface LedRun {
  readonly context: RunContext
  readonly params: object
  resolve(result: Result): void
  reject(error: Error): void
}

/** A function whose runs the test leads, by name and parameters without defaults. */
export function lead(
  name: string,
  parameters: readonly string[] = [],
): { registered: RegisteredFunction; next(): Promise<LedRun> } {
  const runs: LedRun[] = []
  const waiting: ((run: LedRun) => void)[] = []
  const manifest = toFunctionManifest(name, 'image', parameters)
  const schema = {
    ...toEmptySchema(name),
    properties: Object.fromEntries(parameters.map((key) => [key, { type: 'number', maximum: 9 }])),
  }
  const runner = {
    run: ({ params }: { readonly params: object }, context: RunContext) =>
      new Promise<Result>((resolve, reject) => {
        const run: LedRun = { context, params, resolve, reject }
        context.onAdmitted?.()
        const taker = waiting.shift()
        if (taker) taker(run)
        else runs.push(run)
      }),
  }
  const next = (): Promise<LedRun> => {
    const run = runs.shift()
    return run ? Promise.resolve(run) : new Promise((resolve) => waiting.push(resolve))
  }
  return { registered: { manifest: { ...manifest, schema }, owner: 'code', revision: 'r1', runner }, next }
}

/** Returns an image of one row, and its bytes as they are sent. */
export function toImage(length: number): { image: Result; bytes: Buffer } {
  const data = Uint8Array.from({ length }, (_, i) => (i * 31) % 251)
  return {
    image: { type: 'image', width: length, height: 1, channels: 1, dtype: 'uint8', data },
    bytes: Buffer.from(data),
  }
}

/** Starts a relay that is closed after the test. */
export async function openRelay(): Promise<ScriptedRelay> {
  const relay = await createScriptedRelay()
  onTestFinished(() => relay.close())
  return relay
}

/** Starts a worker of this relay; it is closed after the test. */
export function dial(
  relay: ScriptedRelay,
  snapshot = toSnapshot([]),
  options: Partial<WorkerSideOptions> = {},
): ReturnType<typeof createTestWorker> {
  const created = createTestWorker(relay.port, snapshot, options)
  onTestFinished(() => created.worker.close(0))
  created.worker.start()
  return created
}

/** Starts a relay and a worker with these functions and specimens, and welcomes it. */
export async function open(
  functions: readonly RegisteredFunction[],
  specimens: readonly Specimen[] = [],
  options: Partial<WorkerSideOptions> = {},
) {
  const relay = await openRelay()
  const { worker, log } = dial(relay, toSnapshot(functions, specimens), options)
  const peer = await relay.nextConnection()
  const { hello, catalog } = await peer.accept()
  return { relay, worker, log, peer, hello, catalog }
}

/** Opens a worker and asks it, as exchange 1, for a run of `grow` that the test leads; it has begun. */
export async function openRun() {
  const grow = lead('grow')
  const opened = await open([grow.registered])
  opened.peer.run(1, 'grow', 'r1')
  return { ...opened, run: await grow.next() }
}

/** Cuts the connection and welcomes the next one. */
export async function reconnect(
  relay: ScriptedRelay,
  peer: ScriptedRelayPeer,
  members: object,
): Promise<ScriptedRelayPeer> {
  peer.terminate()
  const next = await relay.nextConnection()
  await next.accept(members)
  return next
}

/** Reads chunks of an exchange up to a byte. */
export async function readTo(peer: ScriptedRelayPeer, id: number, from: number, to: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let at = from; at < to; ) {
    const chunk = await peer.nextChunk(id)
    expect(chunk.offset).toBe(at)
    at += chunk.bytes.length
    parts.push(chunk.bytes)
  }
  return Buffer.concat(parts)
}

/** Everything that is still in the socket has been read when this resolves: the worker answers in order. */
export async function settle(peer: ScriptedRelayPeer): Promise<void> {
  peer.send({ type: 'ping', n: 77 })
  await peer.next('pong')
}
