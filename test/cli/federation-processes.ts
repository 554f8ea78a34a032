/**
 * Relays and workers as an operator starts them: the built command line as child processes, what they say,
 * and the folders that a worker serves. Everything that is started or written here is gone after the test.
 */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import { type Api, type Body, createApi } from '../support/api.ts'
import { createFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { findPort } from '../support/find-port.ts'
import { makeBundle } from '../support/make-bundle.ts'
import { makeProbe } from '../support/probe-bundle.ts'

export const cli = new URL('../../dist/cli.js', import.meta.url).pathname

type Environment = { readonly [name: string]: string }
type LogLine = { readonly level: number; readonly msg: string; readonly [field: string]: unknown }

/** A running command. */
export interface Program {
  readonly pid: number
  /** Its log, a JSON line an event. */
  readonly log: readonly LogLine[]
  /** Everything it has said, on both streams. */
  said(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves with its exit code and the signal that ended it. */
  readonly exit: Promise<readonly [number | null, NodeJS.Signals | null]>
  /** Resolves with a plain line of its standard output. @throws when the program ends without it */
  line(pattern: RegExp): Promise<RegExpExecArray>
}

export interface RelayProgram extends Program {
  readonly url: string
  readonly port: number
  readonly api: Api
}

/** What a worker serves. */
export interface Folders {
  readonly root: string
  readonly plugins: string
  readonly specimens: string
}

const signals = `
import { existsSync, writeFileSync } from 'node:fs'
/** Tells the id of its process, by a file or by a message, and goes on for ever. */
export function spins(mark, report) {
  if (mark === '') report.report(String(process.pid))
  else writeFileSync(mark, String(process.pid))
  for (;;) {}
}
/** Ends when the file is there. */
export async function waits(file, report) {
  report.report('waiting')
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20))
  report.report('gone on')
  return { shape: [1, 1, 1], data: new Uint8Array([7]) }
}
`

/** Writes the probe's folders, with functions that go on until the test wants them to end. */
export function makeFolders(): Folders {
  const { folder: root, plugins, specimens } = makeProbe()
  onTestFinished(() => rm(root, { recursive: true }))
  const text = { type: 'string', default: '' }
  makeBundle(plugins, {
    name: 'signals',
    source: signals,
    functions: [
      { name: 'spins', returns: 'mesh', properties: { mark: text }, progressAt: 1 },
      { name: 'waits', returns: 'volume', properties: { file: text }, progressAt: 1 },
    ],
  })
  return { root, plugins, specimens }
}

/** Starts a command; its settings come from the arguments and `env` alone. */
export function startProgram(args: readonly string[], env: Environment = {}): Program {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SPECIMEN_'))
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]> // what the event brings
  const changes = new EventEmitter().setMaxListeners(0)
  const plain: string[] = []
  const log: LogLine[] = []
  let [said, stderr, hasEnded] = ['', '', false]
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    stderr += text
  })
  createInterface({ input: child.stdout })
    .on('line', (line) => {
      said += `${line}\n`
      if (line.startsWith('{')) log.push(JSON.parse(line))
      else plain.push(line)
      changes.emit('change')
    })
    .on('close', () => {
      hasEnded = true
      changes.emit('change')
    })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    pid: child.pid ?? 0, // a program that did not start has ended, which line() tells
    log,
    said: () => said,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    exit,
    line: async (pattern) => {
      for (;;) {
        const match = plain.map((text) => pattern.exec(text)).find((found) => found !== null)
        if (match) return match
        if (hasEnded) throw new Error(`specimen ${args.join(' ')} ended: ${said}`)
        await once(changes, 'change')
      }
    },
  }
}

/** Starts a relay on a free port, unless `args` name one, and waits until it listens. */
export async function startRelay(args: readonly string[] = [], env: Environment = {}): Promise<RelayProgram> {
  const port = args.includes('--port') ? [] : ['--port', String(await findPort())]
  const program = startProgram(['relay', ...port, ...args], env)
  const [, url = ''] = await program.line(/^listening on (http:\/\/\S+)$/)
  return { ...program, url, port: Number(new URL(url).port), api: createApi(url) }
}

/** Starts a worker and does not wait for it. */
export function startWorker(
  url: string,
  id: string,
  folders: Folders,
  args: readonly string[] = [],
  env = {},
): Program {
  const { plugins, specimens } = folders
  // Functions of these tests tell their process by its id on the machine, and write files.
  const folderFlags = ['--plugins', plugins, '--specimens', specimens, '--sandbox', 'off']
  return startProgram(['worker', url, '--id', id, ...folderFlags, ...args], env)
}

/** Starts a worker that the relay takes. */
export async function joinWorker(...given: Parameters<typeof startWorker>): Promise<Program> {
  const worker = startWorker(...given)
  const [url, id] = given
  expect((await worker.line(/^connected to (\S+) as (\S+)$/)).slice(1)).toEqual([url, id])
  return worker
}

/** A relay, and worker w1 connected to it. */
export interface Pair {
  readonly relay: RelayProgram
  readonly worker: Program
  readonly api: Api
  readonly folders: Folders
  /** Starts worker w1 once more. */
  joinAgain(): Promise<Program>
}

export async function startPair(
  relayArgs: readonly string[] = [],
  workerArgs: readonly string[] = [],
): Promise<Pair> {
  const folders = makeFolders()
  const relay = await startRelay(relayArgs)
  const joinAgain = () => joinWorker(relay.url, 'w1', folders, workerArgs)
  return { relay, worker: await joinAgain(), api: relay.api, folders, joinAgain }
}

/** As `startPair`, with a network between them that the test can break. */
export async function startProxiedPair(
  relayArgs: readonly string[] = [],
): Promise<Pair & { readonly proxy: FaultProxy }> {
  const folders = makeFolders()
  const relay = await startRelay(relayArgs)
  const proxy = await createFaultProxy({ target: relay.port })
  onTestFinished(() => proxy.close())
  const joinAgain = () => joinWorker(`http://127.0.0.1:${proxy.port}`, 'w1', folders)
  return { relay, worker: await joinAgain(), api: relay.api, folders, joinAgain, proxy }
}

/** Returns what the relay's catalog shows of a worker. */
export async function listEntries(api: Api, workerId = 'w1'): Promise<Body[]> {
  const entries: Body[] = await api.json('/api/specimens/')
  return entries.filter((entry) => entry.worker_id === workerId)
}

/** Waits until the relay's catalog shows a worker's entries as available, or as not. */
export async function awaitAvailable(api: Api, isAvailable: boolean, workerId = 'w1'): Promise<void> {
  await expect
    .poll(async () => [...new Set((await listEntries(api, workerId)).map(({ available }) => available))])
    .toEqual([isAvailable])
}

/** Waits until the relay's catalog has nothing of a worker. */
export async function awaitGone(api: Api, workerId = 'w1'): Promise<void> {
  await expect.poll(async () => (await listEntries(api, workerId)).length).toBe(0)
}

/** Waits for the first message of a job and returns its text. */
export async function awaitMessage(api: Api, jobId: string): Promise<string> {
  const read = async () => (await api.json(`/api/jobs/${jobId}/progress`)).messages[0]?.text
  await expect.poll(read).toBeDefined()
  return await read()
}
