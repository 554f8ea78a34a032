/** The processes a benchmark measures: a host, or a peer, each answering questions about itself over IPC. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Resolution of the host's event-loop delay in milliseconds. The histogram holds intervals of this timer. */
export const loopResolution = 5

/** What `npm start` gives Node: without it small requests take a third longer, because young memory is collected too often. */
const hostFlags = ['--min-semi-space-size=16']

/** Returns the result of `work(folder)`, whose temporary folder is removed afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the result of `work(host)`, a host on a free port over bundles in `folder`; `options` are `createHost`'s. */
export async function withHost(folder, options, work) {
  const folders = { plugins: folder, specimens: join(folder, 'no-specimens') }
  const host = await startProcess('host-process.mjs', { port: 0, ...folders, ...options })
  return await work(host).finally(() => host.close())
}

/** Returns the result of `work(peer)`. Each of `routes` is `{ pattern, file }`; `http` serves the first one's file at any path. */
export async function withPeer(kind, routes, work) {
  const peer = await startProcess('peer-process.mjs', { kind, routes })
  return await work(peer).finally(() => peer.close())
}

/** The process inherits Node's own flags, so that `--cpu-prof` profiles it too. */
async function startProcess(script, options) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const execArgv = script === 'host-process.mjs' ? [...process.execArgv, ...hostFlags] : process.execArgv
  const child = fork(path, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv })
  const ended = once(child, 'exit')
  const started = once(child, 'message')
  const first = await Promise.race([started, ended])
  if (first[0]?.port === undefined) throw new Error(`${script} ended with ${first.join(' ')} before it listened`)
  let asked = 0
  return {
    pid: child.pid,
    port: first[0].port,
    /** Asks one of the questions the script answers. */
    ask: (question) => {
      const id = ++asked
      return new Promise((resolve) => {
        const take = (message) => {
          if (message.id !== id) return
          child.off('message', take)
          resolve(message.answer)
        }
        child.on('message', take)
        child.send({ id, question })
      })
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
