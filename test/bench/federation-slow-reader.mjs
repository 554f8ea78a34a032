/**
 * A client that takes 1 MB/s of a file of 500 MB at a worker: what memory that costs relay and worker, and
 * what it costs others whose results come over the same link. The same requests without the reader are the
 * baseline.
 */
import { mkdir, open, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { takeDot, takeMegabyte, writeFunctions } from './federation-functions.mjs'
import { checkBytes, repeat, toBoundRow, toQuantile } from './figures.mjs'
import { openConnection, toRequest } from './http-connection.mjs'
import { withFolder, withRelay, withWorker } from './processes.mjs'

const fileBytes = 500_000_000
const bytesPerSecond = 1_000_000
/** Every so many bytes of the file hold their own position; all others are 0. */
const markEvery = 2 ** 16
const seconds = 15
const warmRounds = 150
const rounds = 500
const mebibyte = 2 ** 20
/** Window of the stream and of the link, and what the issue grants beside them. */
const allowedMebibytes = 1 + 4 + 64
/** Small, so that it is full before the reader comes and no growth is the cache's. */
const cacheBytes = 8 * mebibyte

/** Returns a row for the memory and one for the others. */
export async function measure() {
  return await withFolder(async (folder) => {
    const [plugins, specimens] = [join(folder, 'plugins'), join(folder, 'specimens')]
    await Promise.all([mkdir(plugins), writeSpecimen(join(specimens, 'slow'))])
    await writeFunctions(plugins)
    return await withRelay({ cacheBytes }, (relay) =>
      withWorker(relay, { plugins, specimens }, async (worker) => {
        const connection = await openConnection(relay.port)
        await takeOthers(connection, 0, warmRounds)
        const before = await takeOthers(connection, warmRounds, rounds)
        const memory = watchMemory([relay, worker])
        await memory.begun
        const reading = readSlowly(relay.port, '/api/specimens/w1:slow/data')
        const during = await takeOthers(connection, warmRounds + rounds, rounds)
        const read = await reading
        const growth = await memory.stop()
        connection.close()
        return toRows(read, growth, before, during)
      }),
    )
  })
}

function toRows(read, growth, before, during) {
  const [relay, worker] = growth.map((bytes) => bytes / mebibyte)
  const grown = `relay ${relay.toFixed(1)}, worker ${worker.toFixed(1)} MiB at most; ${(read / 1e6).toFixed(1)} MB read in ${seconds} s`
  const ratios = ['dots', 'megabytes'].map(
    (kind) => toQuantile(during[kind], 0.99) / toQuantile(before[kind], 0.99),
  )
  const toText = ({ dots, megabytes }) =>
    [dots, megabytes].map((times) => toQuantile(times, 0.99).toFixed(1)).join(' and ')
  const others = `tiny and 1 MB result: ${toText(during)} ms with the reader, ${toText(before)} ms before`
  return [
    toBoundRow(
      'slow reader of 500 MB, memory grows',
      Math.max(relay, worker),
      allowedMebibytes,
      'MiB',
      grown,
    ),
    toBoundRow('slow reader of 500 MB, others’ p99 grows', Math.max(...ratios), 2, 'times', others),
  ]
}

async function writeSpecimen(folder) {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'specimen.json'), JSON.stringify({ type: 'volume', data_file: 'data.bin' }))
  const file = await open(join(folder, 'data.bin'), 'w')
  await file.truncate(fileBytes)
  for (let at = 0; at < seconds * 4 * bytesPerSecond; at += markEvery) await file.write(toMark(at), 0, 4, at)
  await file.close()
}

function toMark(at) {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(at)
  return mark
}

/** Asks for a tiny and a 1 MB result in turns; returns the times of each. */
async function takeOthers(connection, first, count) {
  const times = await repeat(count, async (index) => [
    await takeDot(connection, 'w1:dot', first + index),
    await takeMegabyte(connection, 'w1:megabyte', first + index),
  ])
  return { dots: times.map(([dot]) => dot), megabytes: times.map(([, megabyte]) => megabyte) }
}

/** Follows the resident memory of processes; `stop` returns the most by which each has grown. */
function watchMemory(processes) {
  const ask = async () =>
    await Promise.all(processes.map(async (process) => (await process.ask('memory')).rss))
  const begun = ask()
  const peaks = processes.map(() => 0)
  const look = async () => {
    const now = await ask()
    for (const [index, rss] of now.entries()) peaks[index] = Math.max(peaks[index], rss)
  }
  const timer = setInterval(look, 100)
  return {
    begun,
    stop: async () => {
      clearInterval(timer)
      await look()
      const first = await begun
      return peaks.map((peak, index) => peak - first[index])
    },
  }
}

/**
 * Takes the answer's bytes at 1 MB/s for some time and leaves; checks them and returns how many they were.
 */
async function readSlowly(port, path) {
  const socket = connect({ port, host: '127.0.0.1' })
  const pieces = []
  let taken = 0
  socket.on('readable', () => {}) // nothing is read but by `take`
  socket.write(toRequest('GET', path))
  const started = performance.now()
  await new Promise((resolve, reject) => {
    const take = () => {
      const elapsed = (performance.now() - started) / 1000
      const allowed = Math.floor(elapsed * bytesPerSecond) - taken
      const piece = socket.read(Math.min(allowed, socket.readableLength))
      if (piece) pieces.push(piece)
      taken += piece?.length ?? 0
      if (elapsed > seconds) resolve()
    }
    const timer = setInterval(take, 10)
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('the slow answer has ended early')))
    socket.on('close', () => clearInterval(timer))
  }).finally(() => socket.destroy())
  return checkFile(Buffer.concat(pieces))
}

function checkFile(answer) {
  const end = answer.indexOf('\r\n\r\n') + 4
  const head = answer.toString('latin1', 0, end)
  const isWhole =
    head.startsWith('HTTP/1.1 200 ') && head.toLowerCase().includes(`\r\ncontent-length: ${fileBytes}\r\n`)
  if (!isWhole) throw new Error(`the file was answered ${head}`)
  const body = answer.subarray(end)
  if (body.length < (seconds * bytesPerSecond) / 2)
    throw new Error(`only ${body.length} bytes came in ${seconds} s`)
  const wanted = Buffer.alloc(body.length + markEvery)
  for (let at = 0; at < body.length; at += markEvery) wanted.set(toMark(at), at)
  checkBytes(body, wanted.subarray(0, body.length), 'the file')
  return body.length
}
