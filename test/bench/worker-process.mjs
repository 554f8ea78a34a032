/**
 * A worker in a process of its own, started by `withRelay`: the options come as JSON. It is ready when its
 * relay has taken it.
 */
import { createWorker } from 'specimen-host'
import { answerQuestions } from './questions.mjs'

const worker = await createWorker(JSON.parse(process.argv[2]))
const refusal = await Promise.race([worker.connected, worker.ended])
if (refusal) throw new Error(`the relay did not take the worker: ${refusal.detail}`)
answerQuestions({}, () => worker.close())
