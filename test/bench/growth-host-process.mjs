/**
 * As `host-process.mjs`, of a host whose function is in code: very many rooms are filled without a process
 * for each run.
 */
import { createHost } from 'specimen-host'
import { answerQuestions } from './questions.mjs'

const host = await createHost(JSON.parse(process.argv[2]))
const properties = { seed: { type: 'integer', default: 0 } }
host.registerFunction(
  'dot',
  (seed) => ({ vertices: new Float32Array(3).fill(seed), indices: new Uint32Array(3) }),
  {
    returns: 'mesh',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'dot',
      type: 'object',
      properties,
    },
  },
)
const address = await host.listen()
answerQuestions({ port: Number(new URL(address).port) }, () => host.close())
