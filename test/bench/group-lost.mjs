/** A host of three is killed: how long until its runs are under way at the others. */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toBoundRow, toMedian } from './figures.mjs'
import { noteLoad, readLoad, withGroupHosts, withRedis } from './group-hosts.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder } from './processes.mjs'
import { findAncestor, findProcess } from './titled-processes.mjs'

/** Says which process computes it, and goes on without using the processor. */
const source = `
  export async function wait(progress) {
    process.title = 'wait-' + crypto.randomUUID()
    progress.report(process.title)
    await new Promise(() => setInterval(() => {}, 1e6))
  }`
const functions = [{ name: 'wait', returns: 'mesh', progressAt: 0 }]
const poolSize = 4
const jobCount = 6
const pauseMilliseconds = 20

/** Returns the row: the slowest of the runs that the killed host computed. */
export async function measure() {
  const load = readLoad()
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const options = { folder, poolSize }
    return noteLoad([await withRedis((redis) => withGroupHosts(3, redis, options, killOne))], load)
  })
}

async function killOne([asked, other, third]) {
  const connection = await openConnection(asked.port)
  const jobs = await repeat(jobCount, async (index) => {
    const start = toRequest('POST', '/api/specimens/wait/start', { room_id: `room ${index}` })
    const { job_id: id } = await readJson(connection, start)
    return { progress: toRequest('GET', `/api/jobs/${id}/progress`) }
  })
  const pids = [asked, other, third].map(({ pid }) => pid)
  for (const job of jobs) {
    job.title = await readTitle(connection, job.progress, undefined)
    job.host = findAncestor(findProcess(job.title), pids)
  }
  // Of those that were not asked, so that what is measured is the run's recovery and not the job's.
  const killed = [other, third].find(({ pid }) => jobs.some(({ host }) => host === pid))
  if (!killed) throw new Error('all runs were taken by the host that was asked')
  const lost = jobs.filter(({ host }) => host === killed.pid)
  process.kill(killed.pid, 'SIGKILL')
  const started = performance.now()
  const times = await Promise.all(
    lost.map(async ({ progress, title }) => {
      const own = await openConnection(asked.port)
      await readTitle(own, progress, title)
      own.close()
      return performance.now() - started
    }),
  )
  connection.close()
  const seconds = times.map((milliseconds) => milliseconds / 1000)
  const beside = `median ${toMedian(seconds).toFixed(1)} s, of ${lost.length} runs`
  return toBoundRow('a host killed: its last run elsewhere', Math.max(...seconds), 10, 's', beside)
}

/** Returns the title of the process that computes a job, once it is another than `former`. */
async function readTitle(connection, progress, former) {
  for (;;) {
    const { messages, error } = await readJson(connection, progress)
    if (error) throw new Error(error)
    const title = messages.map(({ text }) => text).findLast((text) => text.startsWith('wait-'))
    if (title !== undefined && title !== former) return title
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}
