/**
 * What people notice, beside an earlier version of this host in the same run: the last release, or the revision
 * in the variable BENCH_AGAINST. It is checked out beside this one, installed and built.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { timeInTurn, writePlugins } from './build.mjs'
import { repeat, toMedian, toMultipleRow, toNoteRow, toRatioRow } from './figures.mjs'
import { readMesh, timeHits, writeMesh } from './hit.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { startWait, writeWait } from './poll.mjs'
import { ownRoot, withFolder, withHost, withRelay, withWorker } from './processes.mjs'
import { measureRates } from './rates.mjs'
import { takeVolume } from './relay.mjs'
import { serve, writeBundles } from './start.mjs'
import { checkVolume, requestData, writeFunctions } from './volume-function.mjs'

/** Speed that a version may lose, as a share of the earlier one's. */
const [leastSpeed, mostTime] = [0.9, 1.1]
const rounds = 7
const pluginCount = 200
const run = promisify(execFile)

/** Returns a row for each figure; a note where there is no earlier version. */
export async function measure() {
  const revision = process.env.BENCH_AGAINST ?? (await findRelease())
  if (revision === undefined)
    return [toNoteRow('an earlier version', '', 'nothing is released yet; BENCH_AGAINST=REV names one')]
  return await withFolder(async (folder) => {
    const root = join(folder, 'earlier')
    await run('git', ['worktree', 'add', '--detach', root, revision], { cwd: ownRoot })
    try {
      await run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: root })
      await run('npm', ['run', '--silent', 'build'], { cwd: root })
      const rows = []
      for (const figure of [measureHits, measurePolls, measureStarts, measureSchemas, measureRelays])
        rows.push(await withFolder((own) => figure(own, [root, ownRoot], revision)))
      return rows
    } finally {
      await run('git', ['worktree', 'remove', '--force', root], { cwd: ownRoot })
    }
  })
}

/** Returns the tag of the newest version; undefined before the first. */
async function findRelease() {
  const { stdout } = await run('git', ['tag', '--list', 'v*', '--sort=-v:refname'], { cwd: ownRoot })
  return stdout.split('\n', 1)[0] || undefined
}

/** Returns the result of `work(hosts)`: of the earlier version, and of this one. */
async function withHosts(folder, [earlier, own], work) {
  return await withHost(
    folder,
    {},
    (first) => withHost(folder, {}, (last) => work([first, last]), own),
    earlier,
  )
}

async function measureHits(folder, roots, revision) {
  await writeMesh(folder)
  return await withHosts(folder, roots, async (hosts) => {
    const [wanted] = [await readMesh(hosts[0]), await readMesh(hosts[1])]
    const [before, now] = await timeHits(hosts, wanted)
    const times = `${before.toFixed(2)} ms, now ${now.toFixed(2)} ms`
    return toRatioRow(`hit of a mesh, speed beside ${revision}`, before / now, leastSpeed, times)
  })
}

async function measurePolls(folder, roots, revision) {
  await writeWait(folder)
  return await withHosts(folder, roots, async (hosts) => {
    const sides = []
    for (const server of hosts) {
      const request = toRequest('GET', `${await startWait(server.port)}?since=8`)
      const connection = await openConnection(server.port)
      sides.push({ server, request, length: (await readBytes(connection, request)).length })
      connection.close()
    }
    const [before, now] = await measureRates(sides)
    const rates = `${before.rate.toFixed(0)}/s, now ${now.rate.toFixed(0)}/s`
    return toRatioRow(`progress poll, rate beside ${revision}`, now.ratio, leastSpeed, rates)
  })
}

async function measureStarts(folder, roots, revision) {
  await writeBundles(folder)
  const [before, now] = await takeTurns(async (side) => (await serve(folder, roots[side])).clock)
  const times = `${before.toFixed(0)} ms, now ${now.toFixed(0)} ms`
  return toMultipleRow(`start with 100 bundles, time beside ${revision}`, now / before, mostTime, times)
}

/** Returns the medians of both sides' milliseconds. Each is first in turn. */
async function takeTurns(work) {
  const times = [[], []]
  await repeat(rounds, async (round) => {
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) times[side].push(await work(side, round))
  })
  return times.map(toMedian)
}

async function measureSchemas(folder, roots, revision) {
  await writePlugins(folder, pluginCount)
  const commands = roots.map((root) => [join(root, 'dist/cli.js'), 'explain', folder])
  const [before, now] = await timeInTurn(...commands)
  const times = `${before.toFixed(2)} s, now ${now.toFixed(2)} s`
  const what = `schemas of ${pluginCount} plugins, time beside ${revision}`
  return toMultipleRow(what, now / before, mostTime, times)
}

async function measureRelays(folder, [earlier, own], revision) {
  await writeFunctions(folder)
  const withSide = (work, root) =>
    withRelay({}, (relay) => withWorker(relay, { plugins: folder }, () => work(relay), root), root)
  return await withSide(
    (first) =>
      withSide(async (last) => {
        const sides = [await openConnection(first.port), await openConnection(last.port)]
        const lengths = []
        for (const side of sides) {
          const volume = await readBytes(side, requestData('w1:volume', 0))
          checkVolume(volume, 0)
          lengths.push(volume.length)
        }
        const take = async (side, round) =>
          (await takeVolume(sides[side], 'w1:volume', round + 1, lengths[side])).total
        const [before, now] = await takeTurns(take)
        for (const side of sides) side.close()
        const times = `${before.toFixed(0)} ms, now ${now.toFixed(0)} ms`
        return toRatioRow(
          `a volume through a relay, speed beside ${revision}`,
          before / now,
          leastSpeed,
          times,
        )
      }, own),
    earlier,
  )
}
