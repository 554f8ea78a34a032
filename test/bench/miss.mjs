/**
 * What a miss of a 50 MB result costs on `/data` beyond the function itself, which measures its own time and
 * gives it in its first element: from the request to the last byte of the answer. Its peer is what the
 * machine needs to pass as many bytes from a child to its parent and into one new buffer, as a result is kept in,
 * by a pipe and nothing else, each time before a miss.
 */
import { spawn } from 'node:child_process'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMedian, toMultipleRow } from './figures.mjs'
import { createFirstReader, openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const megabytes = 50
const fill = `(array, seed) => {
  for (let i = 0; i < array.length; i++) array[i] = (i * 7 + seed) % 1000
  return array
}`
const source = `
  const fill = ${fill}
  export function volume(seed) {
    const started = performance.now()
    const data = fill(new Float32Array(12_500_000), seed)
    data[0] = performance.now() - started
    return { shape: [125, 250, 400], data }
  }
  export function mesh(seed) {
    const started = performance.now()
    const vertices = fill(new Float32Array(7_500_000), seed)
    const indices = fill(new Uint32Array(5_000_001), seed)
    vertices[0] = performance.now() - started
    return { vertices, indices }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
/** A mesh is checked, every element of it. */
const names = ['volume', 'mesh']
const mostPipes = 3.5
const functions = names.map((name) => ({ name, returns: name, properties }))
const repeats = 15

/** Returns a row for a volume and one for a mesh. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    return await withHost(folder, {}, async (host) => {
      const connection = await openConnection(host.port)
      const pipe = openPipe()
      try {
        return await repeat(functions.length, (index) => measureMiss(connection, functions[index].name, pipe))
      } finally {
        pipe.close()
        connection.close()
      }
    })
  })
}

async function measureMiss(connection, name, pipe) {
  const request = (seed) =>
    toRequest('POST', `/api/specimens/${name}/data`, { params: { seed }, room_id: name })
  const length = checkResult(name, await readBytes(connection, request(0)))
  await repeat(2, (index) => connection.send(request(index + 1)))
  await pipe.pass()
  const runs = await repeat(repeats, async (index) => {
    const bare = await time(pipe.pass)
    const reader = createFirstReader()
    const total = await time(async () => {
      const answer = await connection.send(request(index + 3), reader.take)
      if (answer.status !== 200 || answer.length !== length)
        throw new Error(`${name}: answered ${answer.status}`)
    })
    return { bare, own: reader.first, added: total - reader.first }
  })
  pipe.check()
  const [bare, own, added] = ['bare', 'own', 'added'].map((part) => toMedian(runs.map((run) => run[part])))
  const worst = Math.max(...runs.map((run) => run.added))
  const toText = (milliseconds) => `${(milliseconds / megabytes).toFixed(2)} ms/MB`
  const beside = `a bare pipe ${toText(bare)}, the miss ${toText(added)}, slowest ${toText(worst)}; the function's own ${own.toFixed(0)} ms`
  return toMultipleRow(`miss of a ${megabytes} MB ${name}, added`, added / bare, mostPipes, beside)
}

/** Returns a child that writes as many bytes at once whenever `pass` asks for them. */
function openPipe() {
  const length = megabytes * 1e6
  const program = `
    const { writeSync } = require('node:fs')
    const bytes = Buffer.alloc(${length}, 1)
    process.stdin.on('data', () => { for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at) })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  let target
  return {
    pass: () =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('the bare pipe has ended'))
        child.once('exit', fail)
        target = new Uint8Array(new SharedArrayBuffer(length)) // its first touch can cost more than the pipe
        let filled = 0
        const take = (piece) => {
          target.set(piece, filled)
          filled += piece.length
          if (filled < length) return
          child.stdout.off('data', take)
          child.off('exit', fail)
          resolve()
        }
        child.stdout.on('data', take)
        child.stdin.write('1')
      }),
    check: () => {
      if (target.some((byte) => byte !== 1)) throw new Error('the bare pipe: other bytes than wanted')
    },
    close: () => child.kill(),
  }
}

/** Compares an envelope with the arrays made here, but for the first element; returns its length. */
function checkResult(name, envelope) {
  const make = new Function(`return ${fill}`)()
  const isVolume = name === 'volume'
  const arrays = isVolume
    ? [new Float32Array(12_500_000)]
    : [new Float32Array(7_500_000), new Uint32Array(5_000_001)]
  const wanted = Buffer.concat(arrays.map((array) => Buffer.from(make(array, 0).buffer)))
  const body = envelope.subarray(4 + envelope.readUInt32LE(0))
  checkBytes(body.subarray(4), wanted.subarray(4), name)
  return envelope.length
}
