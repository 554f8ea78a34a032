/**
 * 500 idle workers with 10 specimens each: what they cost a relay in memory, and how long it takes to list
 * their 5,000 entries just after one of them has changed. The workers are played by one process of their own.
 */
import { repeat, time, toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withIdleWorkers, withRelay } from './processes.mjs'

const workers = 500
const entries = 10
const listings = 41
const megabyte = 1e6
const request = toRequest('GET', '/api/specimens/')

/** Returns a row for the memory, one for the listing, and what the listing takes when nothing has changed. */
export async function measure() {
  return await withRelay({}, async (relay) => {
    const connection = await openConnection(relay.port)
    const none = await readJson(connection, request)
    if (none.length > 0) throw new Error(`the relay has ${none.length} specimens of its own`)
    const { rss: before } = await relay.ask('memory')
    return await withIdleWorkers(relay, workers, entries, async (played) => {
      await checkListing(connection, 0)
      const { length } = await connection.send(request)
      const { rss: idle } = await relay.ask('memory')
      const changed = await repeat(listings, async (index) => {
        const changing = await time(() => played.ask('change'))
        const listing = await time(() => connection.send(request))
        await checkListing(connection, index + 1)
        return { changing, listing, cached: await time(() => connection.send(request)) }
      })
      const { rss: after, peak } = await relay.ask('memory')
      connection.close()
      const [changing, listing, cached] = ['changing', 'listing', 'cached'].map((kind) =>
        toMedian(changed.map((run) => run[kind])),
      )
      const toText = (bytes) => (bytes / megabyte).toFixed(0)
      const memory = `${toText(before)} MB before, ${toText(idle)} with them, ${toText(after)} after ${listings} changes, peak ${toText(peak)}`
      const slowest = `slowest ${Math.max(...changed.map((run) => run.listing)).toFixed(0)} ms; the change itself ${changing.toFixed(1)} ms`
      return [
        toBoundRow(
          `${workers} idle workers, memory of the relay`,
          (idle - before) / megabyte,
          150,
          'MB more',
          memory,
        ),
        toBoundRow(
          `catalog of ${workers * entries} entries after a change, median`,
          listing,
          50,
          'ms',
          slowest,
        ),
        toNoteRow('the same catalog unchanged', `${cached.toFixed(1)} ms`, `${toText(length)} MB`),
      ]
    })
  })
}

/** Every worker has its entries in the list, and the last change can be seen in one. */
async function checkListing(connection, changes) {
  const list = await readJson(connection, request)
  const ids = new Set(list.map(({ id }) => id))
  for (let worker = 0; worker < workers; worker++) {
    for (let entry = 0; entry < entries; entry++)
      if (!ids.has(`w${worker}:entry${entry}`)) throw new Error(`w${worker}:entry${entry} is missing`)
  }
  if (list.length !== workers * entries) throw new Error(`the catalog has ${list.length} entries`)
  const seen = list.filter(({ display_name: name }) => name === `Changed ${changes}`).length
  if (changes > 0 && seen !== 1) throw new Error(`change ${changes} is seen in ${seen} entries`)
}
