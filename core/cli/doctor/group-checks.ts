import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { formatCount } from '../../contract/text/count.ts'
import { readOutsideSettings } from '../../group/group-settings.ts'
import type { GroupView, SeenMember } from '../../group/outside/look-at-group.ts'
import type { Config } from '../../options/config.ts'
import { type Finding, toOk } from './finding.ts'
import { describeWork } from './group-work.ts'

/** Milliseconds of a round trip to Redis; an answer may take several. */
const slowTrip = 10
/** Milliseconds between clocks that cause a warning; a host's is known to the second. */
const clocksApart = 5000

/** Resolves with the findings about the group of `--redis`, none without it. */
export async function checkGroup(
  config: Pick<Config, 'redis' | 'peerAddress' | 'groupSecret'>,
  { log, now }: { readonly log: Log; readonly now: () => number },
): Promise<readonly Finding[]> {
  try {
    const settings = readOutsideSettings(config)
    if (!settings) return []
    const { lookAtGroup } = await import('../../group/outside/look-at-group.ts')
    const view = await lookAtGroup(settings, log, now)
    return [...describeGroup(view), ...checkOwn(settings, view.members)]
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = 'A host with these settings does not start; mend them, or what they name.'
    return [{ name: 'group', state: 'fail', found: error.message, remedy }]
  }
}

/** Returns the findings about a group. */
export function describeGroup(view: GroupView): readonly Finding[] {
  const { redis, members } = view
  return [
    toOk('group', `the Redis at ${redis} keeps all keys, and takes reads, writes, scripts and messages.`),
    ...checkDurability(view),
    checkRoundTrips(view.roundTrips),
    checkRedisClock(view.ahead),
    ...checkForms(view),
    ...(members.length === 0 ? [toOk('hosts', 'none is there now.')] : members.flatMap(checkMember)),
    ...checkAddresses(members),
    ...checkVersions(members),
    ...checkBundles(members),
    ...describeWork(view),
  ]
}

function checkDurability({ isDurable }: GroupView): Finding[] {
  if (isDurable) return []
  const found = 'it keeps no append-only file, so a restart of it loses all jobs.'
  const remedy = 'Set appendonly to yes and appendfsync to everysec, and give it a disk that stays.'
  return [{ name: 'data of Redis', state: 'warn', found, remedy }]
}

function checkRoundTrips(sorted: readonly number[]): Finding {
  const name = 'round trip'
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const longest = sorted.at(-1) ?? 0
  const found = `Redis answers in ${toMilliseconds(median)}, in ${toMilliseconds(longest)} at the longest.`
  if (median <= slowTrip) return toOk(name, found)
  const remedy =
    'Run Redis near the hosts, on a machine with a core for it: each start and poll waits for it.'
  return { name, state: 'warn', found, remedy }
}

function toMilliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`
}

function checkRedisClock(ahead: number): Finding {
  const name = 'clock of Redis'
  if (Math.abs(ahead) <= clocksApart) return toOk(name, "within 5 s of this machine's.")
  const remedy = 'Set both by NTP: tokens and tickets end by the clocks of the hosts.'
  return { name, state: 'warn', found: `${describeApart(ahead)} this machine's.`, remedy }
}

function describeApart(ahead: number): string {
  return `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'}`
}

function checkForms({ unread }: GroupView): Finding[] {
  const name = 'form of the keys'
  const remedy =
    'Stop all hosts of the group before the first of another form starts, or give it another database: /1.'
  if (unread.length === 0) return []
  const found = `this version does not understand what ${unread.join(', ')} says of itself.`
  return [{ name, state: 'fail', found, remedy }]
}

function checkMember({ id, address, software, places, revisions, answer }: SeenMember): Finding[] {
  const name = `host ${id}`
  const fail = (found: string, remedy: string): Finding => ({ name, state: 'fail', found, remedy })
  const counts = `${formatCount(places, 'place')}, ${formatCount(revisions.length, 'bundle')}`
  const who = `${address}, version ${software}, ${counts}`
  if ('problem' in answer) {
    const remedy = 'Give it the --peer-address where others reach it, past the balancer; open its port.'
    return [fail(`${who}: it ${answer.problem}.`, remedy)]
  }
  const { refusal, ahead } = answer
  const remedy = 'Give all hosts the same SPECIMEN_GROUP_SECRET, and each its own --peer-address.'
  return [
    refusal
      ? fail(`${who}: it refuses what is signed here. ${refusal}`, remedy)
      : toOk(name, `${who}: it answers${refusal === '' ? ', and takes the secret' : ''}.`),
    ...(ahead !== null && Math.abs(ahead) > clocksApart
      ? [toLateClock(name, `its clock is ${describeApart(ahead)} this machine's.`)]
      : []),
  ]
}

function toLateClock(name: string, found: string): Finding {
  const remedy = 'Set the clocks of all hosts by NTP: tokens and tickets end by them.'
  return { name, state: 'warn', found, remedy }
}

/** Warns of two hosts with one address: requests for results reach the wrong one. */
function checkAddresses(members: readonly SeenMember[]): Finding[] {
  return [...groupBy(members, ({ address }) => address)]
    .filter(([, some]) => some.length > 1)
    .map(([address, some]) => ({
      name: 'addresses',
      state: 'warn',
      found: `${listIds(some)} all say that they are at ${address}.`,
      remedy:
        'Give each its own --peer-address; one that was killed and started again is known twice for 3 s.',
    }))
}

function checkVersions(members: readonly SeenMember[]): Finding[] {
  const versions = groupBy(members, ({ software }) => software)
  if (versions.size < 2) return []
  const found = `${[...versions].map(([version, some]) => `${some.length} of ${version}`).join(', ')}.`
  const remedy = 'Bring the upgrade to its end: restart those that are behind.'
  return [{ name: 'versions', state: 'warn', found, remedy }]
}

/** Lists hosts with other bundles than most: a run goes only to hosts with its bundle. */
function checkBundles(members: readonly SeenMember[]): Finding[] {
  const sets = [...groupBy(members, ({ revisions }) => [...revisions].sort().join()).values()]
  const [usual = [], ...others] = sets.sort((a, b) => b.length - a.length)
  const wanted = usual[0]?.revisions ?? []
  return others.map((some) => {
    const has = some[0]?.revisions ?? []
    const found =
      `${listIds(some)}: ${count(has, wanted)} that most do not have, ` + `${count(wanted, has)} too few.`
    const remedy =
      'Give all the same bundles and POST /api/specimens/reload to each, or wait while you upgrade them.'
    return { name: 'bundles', state: 'warn', found, remedy }
  })
}

function count(these: readonly string[], without: readonly string[]): number {
  return these.filter((revision) => !without.includes(revision)).length
}

function checkOwn(
  { address, secrets }: { readonly address?: string; readonly secrets?: unknown },
  members: readonly SeenMember[],
): Finding[] {
  const findings: Finding[] = []
  const here = members.filter((member) => member.address === address)
  if (address !== undefined)
    findings.push(
      toOk(
        '--peer-address',
        `${here.length === 0 ? 'no host' : `host ${listIds(here)}`} is at ${address} now.`,
      ),
    )
  if (secrets === undefined) {
    const found = 'whether the hosts have the same secret is not known.'
    const remedy = 'Set SPECIMEN_GROUP_SECRET to that of the group.'
    findings.push({ name: 'secret', state: 'warn', found, remedy })
  }
  return findings
}

function listIds(members: readonly SeenMember[]): string {
  return members.map(({ id }) => id).join(', ')
}

function groupBy<T>(items: readonly T[], toKey: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item])
  return groups
}
