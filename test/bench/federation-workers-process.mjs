/**
 * Many idle workers in one process, played from `core/federation/PROTOCOL.md`, so that the memory of none is
 * counted as the relay's: each says hello and what it has, and answers pings. Asked for a `change`, one of
 * them announces an entry anew.
 */
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { answerQuestions } from './questions.mjs'

const { port, count, entries } = JSON.parse(process.argv[2])
const connectedAtOnce = 20
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    count: { type: 'integer', default: 12, minimum: 1, maximum: 64 },
    radius: { type: 'number', default: 1.5, description: 'Radius in millimetres.' },
    surface: { enum: ['gyroid', 'primitive', 'diamond'], default: 'gyroid' },
  },
  additionalProperties: false,
}
const workers = []
while (workers.length < count)
  workers.push(
    ...(await Promise.all(Array.from({ length: connectedAtOnce }, (_, at) => join(workers.length + at)))),
  )

let changes = 0
const change = async () => {
  const worker = workers[(++changes * 7) % count]
  const given = { specimens: [toSpecimen('entry3', `Changed ${changes}`)], functions: [toFunction('entry3')] }
  worker.send(toCatalog({ reset: false, ...given }))
  await worker.ping(changes) // answered after the catalog before it was taken
}
const close = async () => {
  for (const worker of workers) worker.close()
}
answerQuestions({}, close, { change })

async function join(number) {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}/ws/federation/w${number}`, ['specimen-fed.v1'], {
    perMessageDeflate: false,
  })
  const send = (frame) => webSocket.send(JSON.stringify(frame))
  let onPong = () => {}
  const ping = (n) =>
    new Promise((resolve) => {
      onPong = resolve
      send({ type: 'ping', n })
    })
  await new Promise((resolve, reject) => {
    webSocket.on('error', reject)
    webSocket.on('open', () => {
      send({ type: 'hello', software: 'played', instance: randomBytes(16).toString('hex'), places: 2 })
      const names = Array.from({ length: entries }, (_, at) => `entry${at}`)
      const specimens = names.map((name) => toSpecimen(name, `The ${name} of worker ${number}`))
      send(toCatalog({ reset: true, specimens, functions: names.map(toFunction) }))
    })
    webSocket.on('message', (data) => {
      const frame = JSON.parse(data.toString())
      if (frame.type === 'ping') send({ type: 'pong', n: frame.n })
      else if (frame.type === 'pong') onPong()
      else if (frame.type === 'welcome') resolve()
      else throw new Error(`an idle worker got ${data}`)
    })
  })
  return { send, ping, close: () => webSocket.terminate() }
}

function toCatalog(members) {
  return {
    type: 'catalog',
    more: false,
    bundles: 1,
    errors: [],
    removed_specimens: [],
    removed_functions: [],
    ...members,
  }
}

function toFunction(name) {
  return {
    name,
    description: `Makes ${name}, as the comment on a function says in a sentence or two.`,
    return_type: 'mesh',
    parameters: ['count', 'radius', 'surface', 'progress'],
    progress: 'progress',
    schema: JSON.stringify({ ...schema, title: name }),
    revision: 'r1',
  }
}

function toSpecimen(id, displayName) {
  return {
    id,
    display_name: displayName,
    description: `Shows ${id}, as one entry of a catalog does in a sentence or two.`,
    type: 'mesh',
    tags: ['bench', 'generated'],
    story_text: ['A short text that is told beside the specimen while somebody looks at it.'],
    has_thumbnail: true,
    thumbnail_file: 'thumbnail.png',
    is_dynamic: true,
    data_file: null,
    function_name: id,
    schema: JSON.stringify({ ...schema, title: id }),
  }
}
