/** The built host as a process of its own, and the question that is put to it after each hostile case. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Api, createApi } from '../support/api.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

/** A host that runs. */
export interface BuiltHost {
  readonly port: number
  readonly pid: number
  readonly api: Api
  /**
   * Resolves with what is wrong with the host after a case: it must answer, and the room `witness` must hold
   * the result that was computed at the start.
   */
  findHarm(): Promise<string | undefined>
  /** Sends it a signal that it may not notice: SIGKILL, SIGSTOP, SIGCONT. */
  signal(name: NodeJS.Signals): void
  /** Ends it, and resolves with its exit code and signal. */
  stop(): Promise<readonly [number | null, NodeJS.Signals | null]>
}

/** What a host is started with. */
export interface BuiltHostOptions {
  readonly plugins: string
  readonly specimens: string
  /** The specimen whose result the witness is. */
  readonly witness: string
  readonly flags?: readonly string[]
  /** `serve` when absent. */
  readonly command?: 'serve' | 'relay' | undefined
  /** Variables beside those of this process. */
  readonly environment?: NodeJS.ProcessEnv
}

/** Starts `specimen serve` on a port of its choice, and has the witness computed. */
export async function startBuiltHost(options: BuiltHostOptions): Promise<BuiltHost> {
  const { plugins, specimens, witness, command = 'serve', flags = [], environment } = options
  const folders = ['--plugins', plugins, '--specimens', specimens]
  const usual = [command, '--port', '0', '--log-level', 'silent', '--cache-ttl', '3600', ...folders]
  const child = spawn(process.execPath, [cli, ...usual, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const url = await readAddress(child)
  const address = `/api/specimens/${witness}/data?room_id=witness`
  const ask = async (): Promise<string> => {
    const response = await fetch(url + address, { headers: { 'accept-encoding': 'identity' } })
    await response.arrayBuffer()
    return `${response.status} ${response.headers.get('server-timing')?.split(/[,;] ?/)[1]}`
  }
  await ask()
  return {
    port: Number(new URL(url).port),
    pid: Number(child.pid),
    api: createApi(url),
    findHarm: async () => {
      if (hasEnded()) return `the host has ended (${child.exitCode ?? child.signalCode})`
      const found = await ask()
      return found === '200 desc=hit' ? undefined : `the witness answers ${found}`
    },
    signal: (name) => void child.kill(name),
    stop: async () => {
      const ended = hasEnded() ? undefined : once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return [child.exitCode, child.signalCode]
    },
  }
}

async function readAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('stdout is piped above')
  for await (const line of createInterface({ input: stdout })) {
    stdout.resume()
    return line.replace('listening on ', '')
  }
  throw new Error('The host has ended at its start, and said why above.')
}
