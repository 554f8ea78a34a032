/** What a host holds at a moment. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Processes of one place of the pool: those of its walls, and Node. On a busy machine one may still be filled. */
const place = 3

/** Threads that write files and facts, two of each kind: the second begins once there is work for two, and stays. */
const lateThreads = 2

/** What may be more at the end than before, by its name: a ratio and, for what is small, a sum. */
const allowances = {
  // What clients hold is given back, whatever Node still takes for itself.
  'held for clients (kB)': { ratio: 1, more: 0 },
  'memory (MB)': { ratio: 1.2, more: 32 },
  'heap (MB)': { ratio: 1.25, more: 4 },
  'buffers (MB)': { ratio: 1.25, more: 4 },
  processes: { ratio: 1, more: 2 + place },
  'active resources': { ratio: 1, more: 2 + 2 * place },
  descriptors: { ratio: 1, more: 6 + 2 * place + 4 * lateThreads }, // a thread has four
  threads: { ratio: 1, more: 1 + lateThreads },
  'temporary files': { ratio: 1, more: 0 },
}

/** Returns what a host holds, once it has collected its garbage. */
export async function readHoldings({ pid, port, temporary, report }) {
  rmSync(report, { force: true })
  process.kill(pid, 'SIGUSR2')
  const own = await readWhenThere(report)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    'held for clients (kB)': await readHeld(port),
    'memory (MB)': Math.round(read('VmRSS') / 1024),
    'heap (MB)': Math.round(own.heap / 2 ** 20),
    'buffers (MB)': Math.round(own.external / 2 ** 20),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    'active resources': own.resources,
    threads: read('Threads'),
    processes: countDescendants(pid),
    'temporary files': readdirSync(temporary, { recursive: true }).length,
  }
}

/** Returns a row for each thing that is held, with how much it may be at the end. */
export function compareHoldings(before, after) {
  return Object.entries(allowances).map(([name, { ratio, more }]) => {
    const most = Math.round(Math.max(before[name] * ratio, before[name] + more))
    return { name, before: before[name], after: after[name], most, isFlat: after[name] <= most }
  })
}

/** Holdings of rooms that were left, which are kept for five minutes. */
const kept = ['states', 'results']

/** Returns the sum of what the host itself says that clients hold, apart from {@link kept}. */
async function readHeld(port) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const held = [...text.matchAll(/^specimen_host_held_bytes\{what="(\w+)"\} (\d+)$/gm)]
  const ofClients = held.filter(([, name]) => !kept.includes(name))
  return Math.round(ofClients.reduce((sum, [, , bytes]) => sum + Number(bytes), 0) / 1024)
}

async function readWhenThere(path) {
  for (;;) {
    try {
      return JSON.parse(readFileSync(path, 'utf8'))
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
      await setTimeout(20)
    }
  }
}

function countDescendants(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((found) => /^\d+$/.test(found))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (id) => id !== undefined && (parents.get(id) === pid || isBelow(parents.get(id)))
  return [...parents.keys()].filter(isBelow).length
}
