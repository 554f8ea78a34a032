/** Large frames of a worker at a relay, which are read in turns: their order, and what is too much of one. */
import { expect, it, onTestFinished } from 'vitest'
import { openRelay } from '../relay-harness.ts'
import { connectScriptedWorker, toCatalog } from '../scripted-worker.ts'

const words = 'x'.repeat(1000)
const large = (start: number, count = 200) =>
  Array.from({ length: count }, (_, i) => ({ id: `s${start + i}`, description: words }))

async function connect() {
  const host = await openRelay()
  onTestFinished(() => host.close())
  const worker = await connectScriptedWorker({ url: `http://127.0.0.1:${host.port}`, id: 'w' })
  return { host, worker }
}

it('are taken in the order in which they came, with the small ones between and after them', async () => {
  const { host, worker } = await connect()
  worker.hello()
  worker.announce({ specimens: large(0), more: true })
  worker.announce({ specimens: ['small'], reset: false, more: true })
  worker.announce({ specimens: large(200), reset: false, removed_specimens: ['s0'], more: true })
  worker.announce({ specimens: large(400), reset: false, more: true })
  worker.announce({ reset: false, removed_specimens: ['s400', 'small'] })
  worker.send({ type: 'ping', n: 7 })
  expect(await worker.next()).toMatchObject({ type: 'pong', n: 7 })
  await worker.next('welcome')
  const { specimens } = await host.catalogOf('w')
  const ids = specimens.map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 600 }, (_, i) => `w:s${i}`).filter((id) => !/s(0|400)$/.test(id)))
})

it('end the link when they have more values than are parsed at once', async () => {
  const { worker } = await connect()
  worker.hello()
  worker.announce({ unknown: Array(100_000).fill([]) })
  expect(await worker.next('closing')).toMatchObject({
    code: 'protocol',
    detail: expect.stringMatching('at most 65536 values'),
  })
})

it.each([
  [
    'an entry',
    { specimens: [{ id: 'wrong', tags: Array(70_000).fill('') }, 'rock'] },
    /"wrong.*too many values/,
  ],
  [
    'a schema',
    { functions: [{ name: 'wrong', schema: `[${'[],'.repeat(70_000)}[]]` }] },
    /w:wrong has too many/,
  ],
])('have %s of too many values refused, and the others served', async (_, announcement, detail) => {
  const { host, worker } = await connect()
  await worker.join({ specimens: ['rock'], ...announcement })
  const { entries } = await worker.next('refused')
  expect(entries).toMatchObject([{ detail: expect.stringMatching(detail) }])
  expect((await host.catalogOf('w')).specimens.map(({ id }) => id)).toEqual(['w:rock'])
})

it('end the link when an entry is no object of JSON', async () => {
  const { worker } = await connect()
  worker.hello()
  worker.send({ ...toCatalog({}), specimens: [1], unknown: 'x'.repeat(70_000) })
  expect(await worker.next('closing')).toMatchObject({ code: 'protocol' })
})
