/**
 * Entry of a pool thread, run by tinypool: each task is a call with a port of its own. A result is announced
 * first; the host answers with shared memory, into which it is copied once.
 */
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { messages, type ThreadMessage, type ThreadTask } from '../pool-message.ts'
import { toResultHead } from '../result-head.ts'
import { countShared, layOut } from '../shared-memory.ts'
import { createCallRunner } from './call-runner.ts'

const answerMilliseconds = 30_000

let port: MessagePort | undefined
let answered: Int32Array = new Int32Array(1)

const runCall = createCallRunner({ send, sendResult })

function sendResult(run: number, result: Result): void {
  const { head, arrays } = toResultHead(result)
  send(messages.result, { run, ...head })
  Atomics.wait(answered, 0, 0, answerMilliseconds)
  const answer = port && receiveMessageOnPort(port)
  if (!answer) throw new Error('the host gave no memory for the result')
  fill(answer.message, arrays)
  post({ filled: true })
}

function send(type: number, head: JsonObject): void {
  post({ type, head })
}

function post(message: ThreadMessage): void {
  port?.postMessage(message)
}

function fill(memory: SharedArrayBuffer, arrays: readonly ElementArray[]): void {
  // This thread's handle keeps the memory alive, too, until it is collected here.
  countShared(memory.byteLength)
  const { offsets } = layOut(arrays.map(({ byteLength }) => byteLength))
  for (const [i, { buffer, byteOffset, byteLength }] of arrays.entries()) {
    new Uint8Array(memory, offsets[i], byteLength).set(new Uint8Array(buffer, byteOffset, byteLength))
  }
}

/** Runs one task. */
export default async function runTask(task: ThreadTask): Promise<void> {
  if (task.kind === 'start') {
    closeTinypoolPort()
    return
  }
  port?.close()
  port = task.port
  answered = task.answered
  await runCall(task.call, Promise.resolve({ values: task.values }))
}

/** A plugin's message on tinypool's own port would end the host; tinypool needs the port only to start. */
function closeTinypoolPort(): void {
  if (!parentPort) return
  parentPort.postMessage = () => {
    throw new Error('parentPort belongs to the host; report progress with a ProgressReporter.')
  }
}
