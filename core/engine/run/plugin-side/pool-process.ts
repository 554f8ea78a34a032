/**
 * Entry of a pool process: reads calls from descriptor 4 and sends everything on descriptor 3, a blocking
 * pipe: a message is in the kernel before the function continues (an abort loses none), a slow host slows the
 * function instead of filling memory, and a 50 MB result is one write. Ends when the host closes the calls.
 */
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Result } from '../../../contract/domain/result/result.ts'
import { createDeferred } from '../../../contract/time/deferred.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { encodeFrame, type FrameBody, FrameReader } from '../../../contract/wire/frames.ts'
import { type CallMessage, callLimit, type DataHead, messages } from '../pool-message.ts'
import { planResult, toOwnedValue, toResultHead } from '../result-head.ts'
import { createCallRunner } from './call-runner.ts'
import { lookAtWalls } from './look-at-walls.ts'
import type { ArrivedInput } from './perform.ts'

const messagesDescriptor = 3
const callsDescriptor = 4
const pause = new Int32Array(new SharedArrayBuffer(4))

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSome(bytes, at)
}

function writeSome(bytes: Uint8Array, at: number): number {
  try {
    return writeSync(messagesDescriptor, bytes, at)
  } catch (error) {
    // Only a plugin that opened the descriptor itself can have made it non-blocking; wait for room.
    if (!isFullPipe(error)) throw error
    Atomics.wait(pause, 0, 0, 1)
    return 0
  }
}

function isFullPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

function send(type: number, head: JsonObject): void {
  writeAll(encodeFrame(type, head))
}

const { resourceUsage } = process // as it is before a plugin may change it

function sendResult(run: number, result: Result): void {
  const { head, arrays } = toResultHead(result)
  send(messages.result, { run, peak: resourceUsage().maxRSS * 1024, ...head })
  for (const array of arrays) writeAll(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
}

/** Returns the memory for a call's data, and runs it when they are there. */
function receiveData(call: CallMessage, heads: readonly DataHead[]): FrameBody {
  const owned = heads.map(({ steps, head, file }) => {
    if (file) {
      const bytes = new Uint8Array(file.byteLength)
      return { steps, targets: [bytes], value: { name: file.name, bytes } }
    }
    const plan = planResult(head, Number.POSITIVE_INFINITY)
    if (typeof plan === 'string') throw new TypeError(plan) // the host has made it
    return { steps, ...toOwnedValue(plan) }
  })
  const arrived = createDeferred<ArrivedInput>()
  void runCall(call, arrived.promise)
  return { targets: owned.flatMap(({ targets }) => targets), done: () => arrived.resolve({ values: owned }) }
}

for (const name of Object.keys(process.env)) delete process.env[name] // of the programs that started this one
const runCall = createCallRunner({ send, sendResult })
const reader = new FrameReader({
  headLimits: new Map([[messages.call, callLimit]]),
  onFrame: (_type, head) => {
    const call = head as CallMessage // only the host writes to this descriptor
    if (call.data) return receiveData(call, call.data)
    if (!call.file) {
      void runCall(call)
      return undefined
    }
    const bytes = new Uint8Array(call.file.byteLength)
    const arrived = createDeferred<ArrivedInput>()
    void runCall(call, arrived.promise)
    return { targets: [bytes], done: () => arrived.resolve({ bytes }) }
  },
})
const calls = new Socket({ fd: callsDescriptor, readable: true, writable: false })
calls.on('data', (chunk) => reader.push(chunk))
calls.on('close', () => process.exit(0))
send(messages.ready, lookAtWalls())
