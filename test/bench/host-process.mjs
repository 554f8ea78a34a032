/**
 * A host or relay in a process of its own, started by `withHost` or `withRelay`: the options come as JSON.
 * Its log goes where `specimen serve` sends it, to standard output, which the benchmarks discard.
 */
import { createHost } from 'specimen-host'
import { answerQuestions } from './questions.mjs'

const host = await createHost(JSON.parse(process.argv[2]))
const address = await host.listen()
answerQuestions({ port: Number(new URL(address).port) }, () => host.close())
