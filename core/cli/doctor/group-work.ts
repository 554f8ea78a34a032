/** The work of the hosts of a group, and the part of it that a silent one holds up. */
import { formatCount } from '../../contract/text/count.ts'
import { patienceSeconds } from '../../group/outside/ask-peer.ts'
import type { QueueWork } from '../../group/outside/count-work.ts'
import type { GroupView, SeenMember } from '../../group/outside/look-at-group.ts'
import { type Finding, toOk } from './finding.ts'

/** Returns the findings about the rooms and the runs of a group, without callers; none of an empty one. */
export function describeWork(view: GroupView): readonly Finding[] {
  const { members, work } = view
  if (members.length === 0) return []
  const ids = members.map(({ id }) => id)
  return [
    ...checkAnswers(view),
    toOk('rooms', work.rooms.size === 0 ? 'none.' : describeRooms(work.rooms, ids)),
    ...(work.queues.length === 0
      ? [toOk('runs', 'none waits, and none runs.')]
      : work.queues.map(checkQueue)),
  ]
}

/** Says how soon each host answers, and what waits for one that does not. */
function checkAnswers({ members, work: { rooms } }: GroupView): Finding[] {
  const times = members.flatMap(({ id, answer }) =>
    'problem' in answer ? [] : [`${id} in ${Math.max(1, Math.round(answer.milliseconds))} ms`],
  )
  const silent = members.filter(({ answer }) => 'problem' in answer)
  return [
    ...(times.length > 0 ? [toOk('answers', `${times.join(', ')}.`)] : []),
    ...silent.map((member) => toSilent(member, rooms.get(member.id) ?? 0)),
  ]
}

function toSilent({ id }: SeenMember, rooms: number): Finding {
  const found =
    `${id} gives signs of life and cannot be asked: peers that come to its ${formatCount(rooms, 'room')}, ` +
    `and requests for its results, wait up to ${patienceSeconds} s each.`
  const remedy = 'Mend its address or the network to it, or stop it: its rooms go to the others then.'
  return { name: 'silent host', state: 'warn', found, remedy }
}

function describeRooms(rooms: ReadonlyMap<string, number>, ids: readonly string[]): string {
  const there = [...rooms].filter(([id]) => ids.includes(id))
  const all = [...rooms.values()].reduce((sum, count) => sum + count, 0)
  const left = all - there.reduce((sum, [, count]) => sum + count, 0)
  const parts = there.sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, count]) => `${count} at ${id}`)
  if (left > 0) parts.push(`${left} of hosts that are gone, for the next peer to find`)
  return `${formatCount(all, 'room')}: ${parts.join(', ')}.`
}

function checkQueue({ waiting, running, takers, askers }: QueueWork): Finding {
  const name = 'runs'
  const hosts = [...askers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, count]) => `${id} (${count})`)
  const asked = hosts.length === 0 ? 'jobs alone' : `clients at ${hosts.join(', ')}`
  const found = `${waiting} wait and ${running} run, for ${asked}`
  if (takers.length > 0) return toOk(name, `${found}; taken by ${takers.join(', ')}.`)
  const remedy = 'Start a host with their bundle, or their worker: after 12 s without one they are refused.'
  return { name, state: 'warn', found: `${found}; no host takes them.`, remedy }
}
