/** Tables of hostile functions as one bundle: each row has the body of a function. */
import type { ResultType } from '../../../core/contract/domain/result/result.ts'
import { makeBundle } from '../../support/make-bundle.ts'

/** What a function does, its body, the answer that must come, and what it says that it returns. */
export type HostileFunction = readonly [what: string, body: string, wanted: string, returns?: ResultType]

/** A function under the name that it has in the bundle. */
export interface NamedFunction {
  readonly name: string
  readonly what: string
  readonly wanted: string
}

/** What the bodies may use besides `report` and what Node has. */
const prelude = `
import * as childProcess from 'node:child_process'
import * as crypto from 'node:crypto'
import * as fs from 'node:fs'
import * as http from 'node:http'
import * as net from 'node:net'
import * as os from 'node:os'
import * as vm from 'node:vm'
import * as workers from 'node:worker_threads'
const here = new URL('.', import.meta.url).pathname
const volume = (more) => ({ shape: [1, 1, 1], data: new Uint8Array(1), ...more })
const mesh = (more) => ({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]), ...more })
const never = () => new Promise(() => setInterval(() => {}, 1000))
/** A result when the act is refused, an error when it is done. */
const blocked = async (act) => {
  try {
    await act()
  } catch {
    return volume()
  }
  throw new Error('it was not blocked')
}
const once = (emitter, event) => new Promise((resolve, reject) => emitter.once(event, resolve).once('error', reject))
/** A frame of the pipe to the host. */
const frame = (type, head, lengths = [head.length]) => {
  const bytes = Buffer.alloc(5 + head.length)
  bytes[0] = type
  bytes.writeUInt32LE(lengths[0], 1)
  bytes.write(head, 5)
  return bytes
}
/** The innocent one: a result that no earlier call has had. */
export const fine = (n) => ({ shape: [1, 1, 2], data: new Float64Array([n, n + 1]) })
`

/** Writes the functions as a bundle, with `fine` among them, and returns their names. */
export function makeHostileBundle(
  root: string,
  name: string,
  functions: readonly HostileFunction[],
): NamedFunction[] {
  const named = functions.map(([what, body, wanted, returns = 'volume'], i) => {
    return { name: `${name}-${i}`, what, body, wanted, returns }
  })
  const sources = named.map(
    ({ name: id, body }, i) => `async function f${i}(report) { ${body} }\nexport { f${i} as '${id}' }`,
  )
  makeBundle(root, {
    name,
    source: [prelude.replace('fine =', `fine_${name} =`), ...sources].join('\n'),
    functions: [
      { name: `fine_${name}`, returns: 'volume', properties: { n: { type: 'number', default: 0 } } },
      ...named.map(({ name: id, returns }) => ({ name: id, returns, progressAt: 0, hidden: true })),
    ],
  })
  return named
}
