/**
 * The processes a benchmark measures: hosts, relays, workers and peers, each answering questions about itself
 * over IPC.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this version, with its `dist/`. */
export const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Resolution of the host's event-loop delay in milliseconds. The histogram holds intervals of this timer. */
export const loopResolution = 5

/** Returns the result of `work(folder)`, whose temporary folder is removed afterwards. */
export async function withFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the result of `work(host)`, a host on a free port over bundles in `folder`; `options` are
 * `createHost`'s. `root` is the folder of its version.
 */
export async function withHost(folder, options, work, root = ownRoot) {
  const folders = { plugins: folder, specimens: join(folder, 'no-specimens') }
  const host = await startProcess('host-process.mjs', { port: 0, ...folders, ...options }, root)
  return await work(host).finally(() => host.close())
}

/** Returns the result of `work(relay)`, a relay on a free port that has nothing of its own. */
export async function withRelay(options, work, root = ownRoot) {
  const relay = await startProcess('host-process.mjs', { port: 0, relay: true, ...options }, root)
  return await work(relay).finally(() => relay.close())
}

/** Returns the result of `work(worker)`, connected to `relay` as "w1"; `options` are `createWorker`'s. */
export async function withWorker(relay, options, work, root = ownRoot) {
  const own = { relay: `http://127.0.0.1:${relay.port}`, id: 'w1', ...options }
  const worker = await startProcess('worker-process.mjs', own, root)
  return await work(worker).finally(() => worker.close())
}

/**
 * Returns the result of `work(peer)`. Each of `routes` is `{ pattern, file }`; `http` serves the first one's
 * file at any path.
 */
export async function withPeer(kind, routes, work) {
  const peer = await startProcess('peer-process.mjs', { kind, routes })
  return await work(peer).finally(() => peer.close())
}

/** Returns the result of `work(peers)`: `count` peers of `room` at the host of `port`, which act when asked. */
export async function withBurstPeers(options, work) {
  const peers = await startProcess('burst-peers.mjs', options)
  return await work(peers).finally(() => peers.close())
}

/**
 * Node's own flags are inherited, so that `--cpu-prof` profiles the process too. Of `node -e`, the code would
 * be inherited with them, and run in place of the script.
 */
async function startProcess(script, options, root = ownRoot) {
  const path = join(root, 'test/bench', script)
  const inherited = process.execArgv.filter((flag) => /^--(expose|cpu-prof|heap-prof|trace)/.test(flag))
  const child = fork(path, [JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: inherited,
  })
  const ended = once(child, 'exit')
  const started = once(child, 'message')
  const first = await Promise.race([started, ended])
  if (!(first[0] instanceof Object))
    throw new Error(`${script} ended with ${first.join(' ')} before it was ready`)
  const pending = new Map()
  child.on('message', ({ id, answer }) => {
    pending.get(id)?.resolve(answer)
    pending.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of pending.values()) reject(new Error(`${script} has ended before it answered`))
  })
  let asked = 0
  return {
    pid: child.pid,
    port: first[0].port,
    /** Asks one of the questions the script answers. */
    ask: (question) => {
      const id = ++asked
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        child.send({ id, question })
      })
    },
    close: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
